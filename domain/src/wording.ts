/*
 * Every sentence of the product that is not a question's own. Quoted by the specification where it quotes; the rest is
 * ours (Assumption: page-wording). Sentences that name the product are functions of the brand. One file for each group:
 * a screen imports the group it shows, so a phone loads no other.
 */
export * from './wording/apply.ts';
export * from './wording/balance.ts';
export * from './wording/contact.ts';
export * from './wording/deletion.ts';
export * from './wording/everywhere.ts';
export * from './wording/faults.ts';
export * from './wording/forms.ts';
export * from './wording/home.ts';
export * from './wording/how-it-works.ts';
export * from './wording/menu.ts';
export * from './wording/preferences.ts';
export * from './wording/profiling.ts';
export * from './wording/results.ts';
export * from './wording/stand-alone.ts';

/*
 * Every sentence of the product that isn't in a question: quoted from the specification, or ours (Assumption: page-wording).
 * Sentences with the product's name are functions of the brand. A screen imports one group, so that a phone loads no other.
 */
export * from './wording/apply.ts';
export * from './wording/balance.ts';
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

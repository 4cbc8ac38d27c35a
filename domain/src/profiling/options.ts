/*
 * Every option list, in contract order: answers travel as positions, as aligned booleans or as labels, so an option is
 * appended, never moved. Each list says where its wording comes from: the specification, or a named assumption of
 * docs/assumptions.md that the owner can replace there alone. One file for each group that is asked together: a form
 * imports those it asks, so a phone loads no other.
 */
export * from './options/habits.ts';
export * from './options/living-standard.ts';
export * from './options/origin.ts';
export * from './options/person.ts';
export * from './options/profile.ts';
export * from './options/spending.ts';

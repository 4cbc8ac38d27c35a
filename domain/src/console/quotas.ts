/** The rules of quotas: by age, and who is invited first in a soft launch. */

/** Quotas can be by age as by a question. Ages are counted on the day of the draw. */
export const AGE_QUOTA = { id: 'age', label: 'Age group' } as const;

/** The share of every cell that a soft launch invites first, rounded up so that no cell is left out. */
export const SOFT_PERCENT = 10;
export const softPeople = (people: number): number => Math.ceil((people * SOFT_PERCENT) / 100);

/**
 * People in the order of the draw, but with the soft launch's share of every cell first. `first` is how many these are; null if they are
 * everyone: then the task has no soft launch.
 */
export function softLaunchOrder<Person extends { readonly cell: string }>(
  people: readonly Person[],
): { readonly ordered: readonly Person[]; readonly first: number | null } {
  const sizes = new Map<string, number>();
  for (const { cell } of people) sizes.set(cell, (sizes.get(cell) ?? 0) + 1);
  const left = new Map([...sizes].map(([cell, size]) => [cell, softPeople(size)]));
  const [first, rest]: [Person[], Person[]] = [[], []];
  for (const person of people) {
    const room = left.get(person.cell) ?? 0;
    left.set(person.cell, room - 1);
    (room > 0 ? first : rest).push(person);
  }
  return { ordered: [...first, ...rest], first: rest.length > 0 ? first.length : null };
}

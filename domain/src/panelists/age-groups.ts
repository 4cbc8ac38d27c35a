/** The age groups that the panel is counted by. */
export const AGE_GROUPS = [
  { code: '18-24', label: '18–24', from: 18 },
  { code: '25-34', label: '25–34', from: 25 },
  { code: '35-44', label: '35–44', from: 35 },
  { code: '45-54', label: '45–54', from: 45 },
  { code: '55-64', label: '55–64', from: 55 },
  { code: '65+', label: '65+', from: 65 },
] as const;

const monthsOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));

/** The age group on a day of a person born in a month. A birthday counts from the first day of its month, because the day is encrypted. */
export function ageGroupOf(birthMonth: string, day: string): string | null {
  const age = Math.floor((monthsOf(day) - monthsOf(birthMonth)) / 12);
  return AGE_GROUPS.findLast(({ from }) => age >= from)?.code ?? null;
}

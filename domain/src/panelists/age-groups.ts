/** The age groups that the panel is counted by, and that quotas can be by. */
export const AGE_GROUPS = [
  { code: '18-24', label: '18–24', ages: [18, 24] },
  { code: '25-34', label: '25–34', ages: [25, 34] },
  { code: '35-44', label: '35–44', ages: [35, 44] },
  { code: '45-54', label: '45–54', ages: [45, 54] },
  { code: '55-64', label: '55–64', ages: [55, 64] },
  { code: '65', label: '65+', ages: [65, 120] },
] as const;

export const ageGroupOf = (age: number): string | null =>
  AGE_GROUPS.find(({ ages: [min, max] }) => age >= min && age <= max)?.code ?? null;

const monthsOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));

/** The age group on a day of a person born in a month. A birthday counts from the first day of its month, because the day is encrypted. */
export const ageGroupOfMonth = (birthMonth: string, day: string): string | null =>
  ageGroupOf(Math.floor((monthsOf(day) - monthsOf(birthMonth)) / 12));

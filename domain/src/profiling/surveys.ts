export const PROFILING_SURVEYS = ['second-round', 'quarterly', 'yearly'] as const;
export type ProfilingSurvey = (typeof PROFILING_SURVEYS)[number];

import { registration } from './panelists/registration.ts';
import { dateOfBirthQuestionnaire, firstLanguageQuestionnaire } from './panelists/stand-alone.ts';
import { quarterly } from './profiling/quarterly.ts';
import { secondRound } from './profiling/second-round.ts';
import type { ProfilingSurvey } from './profiling/surveys.ts';
import { yearly } from './profiling/yearly.ts';

/** The questionnaires of the profiling surveys, by the name in their path. */
export const PROFILING_QUESTIONNAIRES = { 'second-round': secondRound, quarterly, yearly } as const satisfies Record<
  ProfilingSurvey,
  unknown
>;

/** Every questionnaire of the product. */
export const QUESTIONNAIRES = [
  registration,
  ...Object.values(PROFILING_QUESTIONNAIRES),
  dateOfBirthQuestionnaire,
  firstLanguageQuestionnaire,
] as const;

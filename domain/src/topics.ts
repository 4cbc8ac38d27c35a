/** What "Your data" shows of a panelist's answers: each question once, under a topic, with its answer in words. */
import { inWords } from './calendar.ts';
import * as person from './panelists/questions.ts';
import { REGISTRATION } from './panelists/rules.ts';
import type { Correction, KnownTopic } from './panelists/your-data.ts';
import { LSM } from './profiling/lsm-groups.ts';
import * as habits from './profiling/questions/habits.ts';
import * as household from './profiling/questions/living-standard.ts';
import * as origin from './profiling/questions/origin.ts';
import * as profile from './profiling/questions/profile.ts';
import * as spending from './profiling/questions/spending.ts';
import { optionsOf, type Question, sentAsksOf } from './questionnaire/definition.ts';
import { QUESTIONNAIRES } from './questionnaires.ts';

type Topic = { readonly title: string; readonly questions: readonly Question[] };

export const TOPICS: readonly Topic[] = [
  {
    title: 'You',
    questions: [
      person.firstName,
      person.surname,
      person.gender,
      person.dateOfBirth,
      person.firstLanguage,
      person.secondLanguage,
      person.ethnicity,
    ],
  },
  {
    title: 'Where you live',
    questions: [
      origin.nationality,
      profile.province,
      origin.closestCity,
      profile.settlementType,
      household.residentialArea,
      household.lsmCity,
      household.postOffice,
    ],
  },
  {
    title: 'Work, school and income',
    questions: [profile.workStatus, profile.personalIncome, profile.householdIncome, profile.education],
  },
  {
    title: 'Family and home',
    questions: [
      profile.maritalStatus,
      profile.parentOfChild,
      spending.houseOwnership,
      spending.vehicleOwnership,
      household.ownedAppliances,
      household.housing,
      household.domesticWorkers,
      household.kitchenSink,
      household.flushToilet,
      household.homeSecurity,
      household.microwave,
      household.motorCar,
      spending.pastYear,
    ],
  },
  {
    title: 'What you buy and use',
    questions: [
      spending.lastMonthPurchases,
      profile.shopping,
      spending.usedFinancialServices,
      habits.transport,
      habits.usedRewardProgrammes,
      habits.usedLoyaltyProgrammes,
      origin.firstNetwork,
      origin.secondNetwork,
    ],
  },
];

/** An answer in words. */
function answerText(question: Question, answer: unknown): string {
  if (answer === null) return 'We can’t read it any more';
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  const labelOf = (code: unknown) => optionsOf(question).find((option) => option.code === code)?.label ?? String(code);
  if (Array.isArray(answer)) return answer.map(labelOf).join('; ') || 'None of these';
  return question.kind === 'date' ? inWords(String(answer)) : labelOf(answer);
}

const asks = ({ id }: Question) =>
  QUESTIONNAIRES.filter((definition) => sentAsksOf(definition).some((ask) => ask.question.id === id)).map(
    (definition) => definition.id,
  );
const isCorrection = (questionnaire: string): questionnaire is Exclude<Correction, 'contact'> =>
  questionnaire !== REGISTRATION.id;

/** How the answers of a topic can be corrected: by each form that asks one of them again, or by writing to us. */
function correctionsOf(questions: readonly Question[]): Correction[] {
  const forms = questions.map((question) => asks(question).filter(isCorrection));
  return [
    ...new Set<Correction>([...forms.flat(), ...(forms.some((of) => of.length === 0) ? ['contact' as const] : [])]),
  ];
}

/** What we worked out from the answers about the household. */
const lsmLine = (group: number) => ({
  question: 'Living standard (LSM), worked out from your answers about your home',
  answer: `Group ${group} of ${LSM.options.length}`,
});

/** The topics with the panelist's answers, given by question id. `answeredAt` is when each questionnaire was last sent, by its id. */
export function knownTopics(
  answers: Readonly<Record<string, unknown>>,
  answeredAt: Readonly<Record<string, Date>>,
  lsmGroup: number | null = null,
): KnownTopic[] {
  return TOPICS.flatMap(({ title, questions }) => {
    const answered = questions.filter(({ id }) => answers[id] !== undefined);
    const times = answered.flatMap(asks).flatMap((questionnaire) => answeredAt[questionnaire]?.getTime() ?? []);
    const known = answered.map((question) => ({
      question: question.label,
      answer: answerText(question, answers[question.id]),
    }));
    if (lsmGroup !== null && questions.includes(household.ownedAppliances)) known.push(lsmLine(lsmGroup));
    const at = times.length === 0 ? null : new Date(Math.max(...times)).toISOString();
    return known.length === 0 ? [] : [{ title, answeredAt: at, answers: known, corrections: correctionsOf(answered) }];
  });
}

/** The quality score, which no question asks for. Null until something was seen. */
export const qualityTopic = (score: number | null): KnownTopic => ({
  title: 'Your quality score',
  answeredAt: null,
  answers: [
    { question: 'How far your answers can be relied on', answer: score === null ? 'None yet' : `${score} of 100` },
  ],
  corrections: ['contact'],
  note:
    'We work it out from how consistent your answers are and how surveys went. What it counts is in your copy, under “quality”. ' +
    'It helps us choose whom to invite and check rewards. It never changes a reward or your membership by itself. ' +
    'If you think that it is wrong, ask us, and two people decide.',
});

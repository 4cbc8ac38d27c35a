/** Which panelists a query of the Sample page selects, and how each rule narrows the selection. */
import { southAfricanDate } from '@panel/domain/calendar';
import { countText } from '@panel/domain/console/count-text';
import { type NarrowingStep, ruleText } from '@panel/domain/console/sample-page';
import type { SendingHours } from '@panel/domain/console/sends';
import { addMs, DAY_MS } from '@panel/domain/durations';
import { OperatorError } from '../console/operation.ts';
import { activeSince, countMembers } from '../identity/contactable.ts';
import { isTask, type TaskDependencies, WEEK_MS } from '../invitations/tasks.ts';
import type { Database } from '../platform/database/database.ts';
import { answersOf, labelOf, QUESTIONS } from './questions.ts';
import { parseQuota, type Quota } from './quota.ts';
import { type Counts, countSample, type Rule, type Selection } from './sample.ts';

type Sample = {
  readonly selection: Selection;
  readonly notAskedInDays: number | null;
  readonly quota: Quota | null;
  readonly finishedWanted: number | null;
  /** The share of drawn people expected to finish; null to take it from recent tasks. */
  readonly finishShare: number | null;
  readonly seed: number | null;
};

function wholeNumber(query: URLSearchParams, name: string, [min, max]: readonly [number, number]): number | null {
  const text = query.get(name);
  if (text === null || text === '') return null;
  if (!/^\d{1,10}$/.test(text) || Number(text) < min || Number(text) > max)
    throw new OperatorError(`${name} must be a whole number from ${min} to ${max}.`);
  return Number(text);
}

/** The share of a question's answers that are selected, as an estimate of how many panelists match. */
const shareOf = ({ question, codes }: Rule): number => codes.length / (QUESTIONS.get(question)?.options.length ?? 1);

function parseRules(query: URLSearchParams): Rule[] {
  const codesOf = new Map<string, Set<string>>();
  for (const answer of query.getAll('answer')) {
    const [id = '', code = ''] = answer.split(/:(.*)/s);
    if (!QUESTIONS.get(id)?.options.some((option) => option.code === code))
      throw new OperatorError(`Unknown answer: ${answer}.`);
    codesOf.set(id, (codesOf.get(id) ?? new Set()).add(code));
  }
  return [...codesOf]
    .map(([question, codes]) => ({ question, codes: [...codes] }))
    .sort((a, b) => shareOf(a) - shareOf(b));
}

/** What drawing and counting samples needs. */
export type SamplingDependencies = TaskDependencies & {
  readonly config: {
    readonly studies: { readonly origins: readonly string[] };
    readonly partners: { readonly pseudonymKey: Buffer };
    readonly sendingHours: SendingHours;
    readonly testDevices: readonly string[];
  };
};

/** The name of a task whose people are left out; null if no task is named. */
async function taskOf({ database }: TaskDependencies, query: URLSearchParams): Promise<string | null> {
  const name = query.get('notInTask') || null;
  if (name !== null && !(await isTask(database, name))) throw new OperatorError(`Unknown task: ${name}.`);
  return name;
}

export async function parseSample(deps: TaskDependencies, query: URLSearchParams, at: Date): Promise<Sample> {
  const { config } = deps;
  const [ageFrom, ageTo] = [wholeNumber(query, 'ageFrom', [0, 120]), wholeNumber(query, 'ageTo', [0, 120])];
  const [min, max] = [ageFrom ?? 18, ageTo ?? 120];
  if (min > max) throw new OperatorError('The lowest age is above the highest age.');
  const notAskedInDays = wholeNumber(query, 'notAskedInDays', [1, 365]);
  const below = wholeNumber(query, 'contactsBelow', [1, 100]) ?? config.contactsPerWeek;
  const quota = parseQuota(query);
  const finishPercent = wholeNumber(query, 'finishPercent', [1, 100]);
  return {
    selection: {
      rules: parseRules(query),
      ages: ageFrom === null && ageTo === null ? null : [min, max],
      qualityFrom: wholeNumber(query, 'qualityFrom', [1, 100]),
      activeSince: activeSince(at),
      today: southAfricanDate(at),
      askedSince: notAskedInDays === null ? null : addMs(at, -notAskedInDays * DAY_MS),
      contacts: { since: addMs(at, -WEEK_MS), below: Math.min(below, config.contactsPerWeek) },
      notInTask: await taskOf(deps, query),
      cellsBy: quota?.questions ?? [],
    },
    notAskedInDays,
    quota,
    finishedWanted: wholeNumber(query, 'finishedWanted', [1, 100_000]),
    finishShare: finishPercent && finishPercent / 100,
    seed: wholeNumber(query, 'seed', [0, 2_147_483_647]),
  };
}

/** Counting without rules reads the whole panel, so a larger panel is only counted once there is a rule. */
const MAX_COUNTED_WITHOUT_RULES = 50_000;

export async function countByStep(
  { database, vault }: Pick<SamplingDependencies, 'database' | 'vault'>,
  { selection, notAskedInDays, quota, finishedWanted }: Sample,
): Promise<{ readonly counts: Counts | null; readonly narrowing: NarrowingStep[] }> {
  const { rules, ages, qualityFrom, contacts, notInTask } = selection;
  const step = (rule: NarrowingStep['rule'], label: string, people: number): NarrowingStep => ({ rule, label, people });
  const count = () => countSample(database, vault, selection);
  const hasNoRules = rules.length === 0 && ages === null && quota === null && finishedWanted === null;
  const [panel, counted] = await Promise.all([countPanel(database), hasNoRules ? null : count()]);
  const everybody = step('everybody', 'On the panel', panel);
  if (hasNoRules && panel > MAX_COUNTED_WITHOUT_RULES) return { counts: null, narrowing: [everybody] };
  const counts = counted ?? (await count());
  const narrowing = [
    everybody,
    ...rules.map((rule, index) => step('answer', answerLabel(rule), counts.matching[index] ?? 0)),
    ...(ages ? [step('age', `Age ${ages[0]} to ${ages[1]}`, counts.matching.at(-1) ?? 0)] : []),
    ...(qualityFrom === null ? [] : [step('quality', `Quality ${qualityInWords(qualityFrom)}`, counts.goodQuality)]),
    step('contactable', 'Opted in and active in 12 months', counts.contactable),
    ...(notAskedInDays === null
      ? []
      : [step('not-asked', `Not asked in the last ${countText(notAskedInDays, 'day')}`, counts.notAsked)]),
    step('contacts', `Fewer than ${contacts.below} contacts this week`, counts.underCap),
    ...(notInTask ? [step('not-in-task', `Did not take part in ${notInTask}`, counts.notInTask)] : []),
  ];
  return { counts, narrowing };
}

/** Null if there is no rule to count by. */
export async function countMatching(
  deps: SamplingDependencies,
  query: URLSearchParams,
  at: Date,
): Promise<number | null> {
  const { counts, narrowing } = await countByStep(deps, await parseSample(deps, query, at));
  return counts && (narrowing.at(-1)?.people ?? null);
}

/** `60 or more, or no score yet` */
export const qualityInWords = (from: number): string => `${from} or more, or no score yet`;

const answerLabel = ({ question, codes }: Rule): string =>
  ruleText({ label: labelOf(question), value: answersOf(question, codes) });

const countPanel = (database: Database): Promise<number> => database.readOnly(countMembers, { fullScan: true });

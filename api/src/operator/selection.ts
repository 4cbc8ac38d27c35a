/** Whom the filters of the sample page choose, rule by rule. Each rule narrows what the rules before it have left. */
import { southAfricanDate } from '@panel/domain/calendar';
import type { NarrowingStep } from '@panel/domain/console/panel-pages';
import type { AppDependencies } from '../dependencies.ts';
import { activeSince } from '../identity/panelists.ts';
import { type Database, type Queries, READ_WHOLE_TABLES, sql } from '../platform/database.ts';
import { later } from '../platform/queue.ts';
import { drawSample, type Profile } from '../profiling/sample.ts';
import { OperatorError } from './operation.ts';
import { QUESTIONS } from './questions.ts';

const DAY_MS = 24 * 60 * 60_000;

export type Filters = {
  /** Any of the codes of a question, for all of the questions. */
  readonly answers: ReadonlyMap<string, readonly string[]>;
  readonly ages: Profile['ages'];
  readonly notAskedInDays: number | null;
  /** In a week. */
  readonly contactsBelow: number | null;
  readonly notInTask: string | null;
};

function wholeNumber(query: URLSearchParams, name: string, max: number): number | null {
  const text = query.get(name);
  if (text === null || text === '') return null;
  if (!/^\d{1,4}$/.test(text) || Number(text) > max) throw new OperatorError(`${name} is a whole number up to ${max}.`);
  return Number(text);
}

export function parseFilters(query: URLSearchParams): Filters {
  const answers = new Map<string, string[]>();
  for (const answer of query.getAll('answer')) {
    const [id = '', code = ''] = answer.split(':', 2);
    if (!QUESTIONS.get(id)?.options.some((option) => option.code === code))
      throw new OperatorError(`There is no answer ${answer}.`);
    answers.set(id, [...(answers.get(id) ?? []), code]);
  }
  const [ageFrom, ageTo] = [wholeNumber(query, 'ageFrom', 120), wholeNumber(query, 'ageTo', 120)];
  const [min, max] = [ageFrom ?? 18, ageTo ?? 120];
  if (min > max) throw new OperatorError('The ages are the wrong way round.');
  return {
    answers,
    ages: ageFrom === null && ageTo === null ? null : [min, max],
    notAskedInDays: wholeNumber(query, 'notAskedInDays', 365),
    contactsBelow: wholeNumber(query, 'contactsBelow', 100),
    notInTask: query.get('notInTask') || null,
  };
}

type Selection = { readonly panelistIds: readonly string[]; readonly narrowing: readonly NarrowingStep[] };

export async function selectSample(deps: AppDependencies, filters: Filters, at: Date): Promise<Selection> {
  const { database, vault } = deps;
  const times = { activeSince: activeSince(at), today: southAfricanDate(at) };
  const draw = (profile: Partial<Profile>) =>
    drawSample(database, vault, { answers: [], ages: null, ...profile }, times);
  const narrowing: NarrowingStep[] = [{ rule: 'approved', label: 'Approved', people: await countApproved(database) }];
  let chosen = await draw({});
  const record = (rule: NarrowingStep['rule'], label: string) => narrowing.push({ rule, label, people: chosen.length });
  record('opted-in', 'Opted in and active in 12 months');
  for (const [id, codes] of filters.answers) {
    const isOneOfMany = QUESTIONS.get(id)?.kind === 'many';
    const matching = new Set<string>();
    for (const code of codes)
      for (const panelist of await draw({ answers: [{ question: id, code, isOneOfMany }] })) matching.add(panelist);
    chosen = chosen.filter((panelist) => matching.has(panelist));
    record('answer', answerLabel(id, codes));
  }
  if (filters.ages) {
    const matching = new Set(await draw({ ages: filters.ages }));
    chosen = chosen.filter((panelist) => matching.has(panelist));
    record('age', `Age ${filters.ages[0]} to ${filters.ages[1]}`);
  }
  if (filters.notAskedInDays !== null) {
    const contacts = await contactsSince(database, chosen, later(at, -filters.notAskedInDays * DAY_MS));
    chosen = chosen.filter((panelist) => !contacts.has(panelist));
    record('not-asked', `Not asked in ${filters.notAskedInDays} days`);
  }
  if (filters.contactsBelow !== null) {
    const limit = filters.contactsBelow;
    const contacts = await contactsSince(database, chosen, later(at, -7 * DAY_MS));
    chosen = chosen.filter((panelist) => (contacts.get(panelist) ?? 0) < limit);
    record('contacts', `Fewer than ${limit} contacts in a week`);
  }
  if (filters.notInTask) {
    const asked = await askedToTask(database, filters.notInTask);
    chosen = chosen.filter((panelist) => !asked.has(panelist));
    record('not-in-task', `Not in ${filters.notInTask}`);
  }
  return { panelistIds: chosen, narrowing };
}

function answerLabel(id: string, codes: readonly string[]): string {
  const question = QUESTIONS.get(id);
  const labels = codes.map((code) => question?.options.find((option) => option.code === code)?.label ?? code);
  return `${question?.label ?? id}: ${labels.join(' or ')}`;
}

const countApproved = (database: Database): Promise<number> =>
  database.transaction(async (tx) => {
    await tx.many(READ_WHOLE_TABLES);
    return (await tx.one<{ people: number }>(sql`select count_approved() as people`))?.people ?? 0;
  });

async function contactsSince(db: Queries, panelistIds: readonly string[], since: Date): Promise<Map<string, number>> {
  const rows = await db.many<{ id: string; contacts: number }>(sql`
    select panelist_id as id, contacts from contacts_since(${panelistIds}::uuid[], ${since})`);
  return new Map(rows.map(({ id, contacts }) => [id, contacts]));
}

const askedToTask = async (db: Queries, task: string): Promise<Set<string>> =>
  new Set(
    (await db.many<{ id: string }>(sql`select panelist_id as id from asked_to_task(${task})`)).map(({ id }) => id),
  );

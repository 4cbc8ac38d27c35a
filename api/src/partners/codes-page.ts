/** Partners' codes: those that ended a session as a technical failure, with their current meaning, and those that no table has. */

import { startOfDay } from '@panel/domain/calendar';
import type { BuiltInCode, PartnersPageData } from '@panel/domain/console/money-pages';
import type { Instant, Paged } from '@panel/domain/console/values';
import { type MappableOutcome, type Outcome, type Return, returnOf } from '@panel/domain/partners/outcomes';
import type { Partner } from '@panel/domain/partners/partners';
import { definePage, type PageRequest } from '../console/page.ts';
import { type PageRange, pageFrom, rangeIn } from '../console/paging.ts';
import { proposalFor } from '../console/proposal-lists.ts';
import type { DailyFigure } from '../figures/rollups.ts';
import { type Queries, sql } from '../platform/database/database.ts';
import { allMappings, codeSubject } from './code-mappings.ts';
import { BUILT_IN_CODES, outcomeOfCode } from './codes.ts';

// Status codes. Query: `partner` and `code` of an unknown code, whose sessions are listed; `cursor`.

export type CodesPageData = {
  /** Oldest first. */
  unknown: UnknownCode[];
  mapped: { partner: Partner; code: string; outcome: MappableOutcome; mappedAt: Instant; proposal: string | null }[];
  /** In the order of the tables. */
  builtIn: readonly BuiltInCode[];
  open:
    | (UnknownCode & {
        /** `returned` is null if the browser didn't come back. */
        list: Paged<{ session: string; enteredAt: Instant; returned: Return | null; outcome: Outcome }>;
      })
    | null;
};
export type UnknownCode = {
  partner: Partner;
  code: string;
  sessions: number;
  /** Sessions whose browser came back as finished, and otherwise. The others didn't come back. */
  finished: number;
  notFinished: number;
  firstAt: Instant;
  lastAt: Instant;
  /** The last event with this code. A proposal counts the sessions up to it. */
  lastEvent: string;
  /** To map it, while it waits for a second person. */
  proposal: string | null;
};

const FIGURE = 'technical-codes';
const ROWS_PER_PAGE = 50;

type Code = PartnersPageData['codes'][number];

/** The day each code was first seen, however long ago, by its subject. */
const firstDays = async (db: Queries, codes: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  new Map(
    (
      await db.many<{ partner: Partner; code: string; day: string }>(sql`
        select partner, detail as code, min(day)::text as day from daily_figures
        where figure = ${FIGURE} and detail = any(${codes}::text[]) group by partner, detail`)
    ).map(({ partner, code, day }) => [codeSubject(partner, code), day]),
  );

/** Takes figures oldest first, and returns the most recent code first. */
export async function reportedCodes(db: Queries, figures: readonly DailyFigure[]): Promise<Code[]> {
  const [first, mappings] = await Promise.all([
    firstDays(db, [...new Set(figures.flatMap(({ figure, detail }) => (figure === FIGURE ? detail : [])))]),
    allMappings(db),
  ]);
  const mapped = new Map(mappings.map(({ partner, code, outcome }) => [codeSubject(partner, code), outcome]));
  const codes = new Map<string, Code>();
  for (const { figure, partner, detail: code, day, value } of figures) {
    if (figure !== FIGURE || partner === '') continue;
    const key = codeSubject(partner, code);
    const at = startOfDay(day).toISOString();
    const seen = codes.get(key)?.seen ?? 0;
    const firstAt = startOfDay(first.get(key) ?? day).toISOString();
    const readAs = outcomeOfCode(partner, code) ?? mapped.get(key) ?? null;
    codes.set(key, { partner, code, seen: seen + value, firstAt, lastAt: at, readAs });
  }
  return [...codes.values()].sort((a, b) => (a.lastAt > b.lastAt ? -1 : 1));
}

/** Codes that wait for a mapping, oldest first. A later release may know one by now. */
export const unknownCodes = async (db: Queries): Promise<Omit<UnknownCode, 'proposal'>[]> =>
  (
    await db.many<
      Pick<UnknownCode, 'partner' | 'code' | 'sessions' | 'finished' | 'notFinished' | 'lastEvent'> & {
        firstAt: Date;
        lastAt: Date;
      }
    >(sql`
      select e.partner, e.raw_code as code, count(distinct s.id)::int as sessions,
        (count(distinct s.id) filter (where s.finished_at is not null))::int as finished,
        (count(distinct s.id) filter (where s.finished_at is null and s.returned_at is not null))::int as "notFinished",
        min(e.received_at) as "firstAt", max(e.received_at) as "lastAt", max(e.id)::text as "lastEvent"
      from partner_events e join survey_sessions s on s.id = e.session_id
      where e.is_unknown_code group by 1, 2 order by min(e.received_at), 1, 2`)
  ).flatMap(({ firstAt, lastAt, ...code }) =>
    outcomeOfCode(code.partner, code.code) === null
      ? [{ ...code, firstAt: firstAt.toISOString(), lastAt: lastAt.toISOString() }]
      : [],
  );

const readCodes = async (request: PageRequest): Promise<CodesPageData> => {
  const { query, at } = request;
  const { database } = request.deps;
  const [unknown, mapped, proposalOf] = await Promise.all([
    unknownCodes(database),
    allMappings(database),
    proposalFor(database, at),
  ]);
  const withProposal = <C extends { readonly partner: Partner; readonly code: string }>(one: C) => ({
    ...one,
    proposal: proposalOf(codeSubject(one.partner, one.code)),
  });
  const codes = unknown.map(withProposal);
  const open = codes.find(({ partner, code }) => partner === query.get('partner') && code === query.get('code'));
  return {
    unknown: codes,
    mapped: mapped.map((one) => ({ ...withProposal(one), mappedAt: one.mappedAt.toISOString() })),
    builtIn: BUILT_IN_CODES,
    open: open ? { ...open, list: await sessionsWith(database, open, rangeIn(request, ROWS_PER_PAGE)) } : null,
  };
};

export const codesPage = definePage('codes', {
  read: readCodes,
  tables: {
    unknown: ({ unknown }) => unknown,
    mapped: ({ mapped }) => mapped,
    'built-in': ({ builtIn }) => builtIn,
    sessions: ({ open }) => open?.list.rows ?? [],
  },
});

type OpenCode = NonNullable<CodesPageData['open']>;

/** The sessions that reported an unknown code, newest first. */
async function sessionsWith(
  db: Queries,
  { partner, code, sessions: total }: UnknownCode,
  page: PageRange,
): Promise<OpenCode['list']> {
  const rows = await db.many<{
    session: string;
    enteredAt: Date;
    returnedAt: Date | null;
    finishedAt: Date | null;
    outcome: Outcome;
  }>(sql`
    select s.id as session, s.created_at as "enteredAt", s.returned_at as "returnedAt", s.finished_at as "finishedAt", s.outcome
    from survey_sessions s
    where s.id in (
      select session_id from partner_events where is_unknown_code and partner = ${partner} and raw_code = ${code})
    order by s.created_at desc, s.id limit ${page.size} offset ${page.position}`);
  const shown = rows.map(({ session, enteredAt, outcome, ...times }) => ({
    session,
    enteredAt: enteredAt.toISOString(),
    returned: returnOf(times),
    outcome,
  }));
  return pageFrom(shown, total, page);
}

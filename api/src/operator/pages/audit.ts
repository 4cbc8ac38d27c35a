import { addDays, isRealDate, startOfDay } from '@panel/domain/calendar';
import type { Operation } from '@panel/domain/console/operation';
import { type AuditEntry, type AuditKind, MAX_FILE_ROWS } from '@panel/domain/console/pages';
import { type Queries, sql } from '../../platform/database.ts';
import { findWithdrawal } from '../../rewards/review.ts';
import { findCard } from '../cards.ts';
import { nullIfRefused } from '../operation.ts';
import { ALL_OPERATIONS } from '../operations.ts';
import { findProposal } from '../proposal-lists.ts';
import type { PageReader, PageRequest } from './request.ts';

const SHOWN = 50;

type Row = {
  readonly id: string;
  readonly at: Date;
  readonly actor: string;
  readonly second: string | null;
  readonly command: string;
  readonly subject: string | null;
  readonly reason: string | null;
};

/** Null where a filter is not set. */
type Filters = {
  readonly subjects: readonly string[] | null;
  readonly account: string | null;
  readonly command: string | null;
  readonly from: Date | null;
  readonly to: Date | null;
};

export const readAudit: PageReader<'audit'> = async (request) => {
  const db = request.deps.database;
  const filters = await filtersOf(request);
  // A file has every entry that fits, wherever the page is.
  const cursor = request.isFile ? null : /^([<>])(\d{1,18})$/.exec(request.query.get('cursor') ?? '');
  const size = request.isFile ? MAX_FILE_ROWS : SHOWN;
  const isForward = cursor?.[1] === '>';
  // One more than is shown tells whether there are others.
  const page = { id: cursor?.[2] ?? null, limit: size + 1 };
  const [rows, total, first, accounts] = await Promise.all([
    isForward ? entriesAfter(db, filters, page) : entriesBefore(db, filters, page),
    countEntries(db, filters),
    db.one<{ day: string }>(sql`
      select (at at time zone 'Africa/Johannesburg')::date::text as day from audit order by id limit 1`),
    accountsOf(db),
  ]);
  const hasMore = rows.length > size;
  const shown = isForward ? rows.slice(0, size).reverse() : rows.slice(0, size);
  const [newest, oldest] = [shown[0], shown.at(-1)];
  return {
    since: first?.day ?? '',
    accounts,
    operations: ALL_OPERATIONS.map(({ name }) => name),
    entries: {
      rows: shown.map(entryOf),
      total,
      newer: newest && (isForward ? hasMore : cursor !== null) ? `>${newest.id}` : null,
      older: oldest && (isForward || hasMore) ? `<${oldest.id}` : null,
    },
  };
};

async function filtersOf(request: PageRequest): Promise<Filters> {
  const { query } = request;
  const text = (name: string) => query.get(name)?.trim() || null;
  const day = (name: string) => {
    const value = text(name);
    return value && isRealDate(value) ? value : null;
  };
  const [search, to, from] = [text('search'), day('to'), day('from')];
  const operation = ALL_OPERATIONS.find(({ name }) => name === query.get('operation'));
  return {
    subjects: search ? await subjectsOf(request, search) : null,
    account: text('account'),
    command: operation ? operation.audit.replace(/ ?\{.*$/, '') : text('operation'),
    from: from ? startOfDay(from) : null,
    to: to ? startOfDay(addDays(to, 1)) : null,
  };
}

/** A thing is searched for by its own id, by the card of a panelist that is open, by a proposal about it, or by a payout's reference. */
async function subjectsOf({ deps, operator, at }: PageRequest, search: string): Promise<string[]> {
  const [card, proposal, payout] = await Promise.all([
    findCard(deps.database, operator, search, at).catch(nullIfRefused),
    findProposal(deps.database, search),
    findWithdrawal(deps.database, search),
  ]);
  return [search, card?.panelistId, proposal?.subject, payout?.id].filter((subject) => typeof subject === 'string');
}

type Page = { readonly id: string | null; readonly limit: number };

const entriesBefore = (db: Queries, { subjects, account, command, from, to }: Filters, { id, limit }: Page) =>
  db.many<Row>(sql`
    select id, at, actor, second_actor as second, command, subject, reason
    from audit_entries(${subjects}, ${account}, ${command}, ${from}, ${to})
    where ${id}::bigint is null or id < ${id}::bigint order by id desc limit ${limit}`);

const entriesAfter = (db: Queries, { subjects, account, command, from, to }: Filters, { id, limit }: Page) =>
  db.many<Row>(sql`
    select id, at, actor, second_actor as second, command, subject, reason
    from audit_entries(${subjects}, ${account}, ${command}, ${from}, ${to})
    where id > ${id}::bigint order by id limit ${limit}`);

const countEntries = async (db: Queries, { subjects, account, command, from, to }: Filters): Promise<number> =>
  (
    await db.one<{ count: number }>(sql`
      select count(*)::int as count from (
        select from audit_entries(${subjects}, ${account}, ${command}, ${from}, ${to}) limit ${MAX_FILE_ROWS}) a`)
  )?.count ?? 0;

/** Everybody who did something, found by jumps in the index instead of reading all of it. */
const accountsOf = async (db: Queries): Promise<string[]> =>
  (
    await db.many<{ actor: string }>(sql`
      with recursive accounts as (
        (select actor from audit order by actor limit 1)
        union all
        select (select a.actor from audit a where a.actor > accounts.actor order by a.actor limit 1)
        from accounts where accounts.actor is not null
      )
      select actor from accounts where actor is not null`)
  ).map(({ actor }) => actor);

const PREFIXES: readonly [prefix: string, kind: AuditKind, words: string][] = [
  ['propose ', 'proposed', 'Proposed: '],
  ['approve ', 'approved', 'Approved: '],
  ['refuse ', 'refused', 'Refused: '],
  ['withdraw ', 'refused', 'Withdrew: '],
  ['outdated ', 'refused', 'Closed, the facts had changed: '],
  ['break-glass ', 'did', 'Without a sign-in: '],
];
const LOOKS = ['sample', 'csv'];
const SYSTEM = ['sign-in', 'sign-ins', 'rollups'];
/** A command that is no operation and is about a panelist. */
const CONSENT_COMMAND = 'consents withdraw';

function entryOf({ id, at, actor, second, command, subject, reason }: Row): AuditEntry {
  const [prefix, prefixKind, words] = PREFIXES.find(([start]) => command.startsWith(start)) ?? ['', null, ''];
  const rest = command.slice(prefix.length);
  const operation = ALL_OPERATIONS.find(({ audit }) => {
    const root = audit.replace(/ ?\{.*$/, '');
    return rest === root || rest.startsWith(`${root} `);
  });
  const [first = ''] = rest.split(' ');
  const plainKind: AuditKind =
    operation?.isReadOnly || LOOKS.includes(rest) || first === 'csv'
      ? 'looked'
      : SYSTEM.includes(first)
        ? 'system'
        : 'did';
  const detail = operation ? rest.slice(operation.audit.replace(/ ?\{.*$/, '').length).trim() : '';
  return {
    id,
    at: at.toISOString(),
    account: second ? `${actor}, ${second}` : actor,
    kind: prefixKind ?? (second ? 'approved' : plainKind),
    what: words + (operation ? operation.title + (detail ? `, ${detail}` : '') : rest),
    subject: shownSubject(subject, operation ? isAboutPanelist(operation) : rest.startsWith(CONSENT_COMMAND)),
    reason,
  };
}

const isAboutPanelist = ({ inputs, isAboutPanelist: isSo }: Operation): boolean =>
  isSo === true || inputs.some(({ kind }) => kind === 'panelist' || kind === 'did');

/** A panelist is told apart by the end of a random id, which says nothing outside the panel. */
const shownSubject = (subject: string | null, isPanelist: boolean): string | null =>
  subject && isPanelist ? `panelist …${subject.slice(-4)}` : subject;

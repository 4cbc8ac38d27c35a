import { addDays, inWords, isRealDate, startOfDay } from '@panel/domain/calendar';
import { labelOfChoice, type Operation } from '@panel/domain/console/operation';
import { AUDIT_TABS, type AuditTab, MAX_FILE_ROWS } from '@panel/domain/console/pages';
import type { CentsNumber, Day, Instant, Paged } from '@panel/domain/console/values';
import { findCard } from '../console/cards.ts';
import { nullIfRefused } from '../console/operation.ts';
import { definePage, type PageRequest } from '../console/page.ts';
import { findProposal, proposalNumberOf, shownId } from '../console/proposals.ts';
import { ALL_OPERATIONS } from '../console/run-operation.ts';
import { allOf, type Queries, type Statement, sql } from '../platform/database/database.ts';
import { findWithdrawal } from '../rewards/review.ts';

// Audit. Query: `search` (words of an entry, or a card, dispute, payout or its reference, proposal or task; never a did, since an address is written down in many places), `account`, `operation`, `from`, `to` (days), `kind` (a tab), `cursor`.

export type AuditKind = 'looked' | 'did' | 'proposed' | 'approved' | 'refused' | 'system';
export type AuditEntry = {
  id: string;
  at: Instant;
  account: string;
  /** The identity provider's id of the person, or of both; null if names were typed on the command line. */
  accountId: string | null;
  kind: AuditKind;
  /** The operation's sentence, `Opened a card`. */
  what: string;
  /** What it was done to, `card …c41e` or `P-318`. */
  subject: string | null;
  /** Its proposal, `P-318`, and the proposal's amount. */
  proposal: string | null;
  amount: CentsNumber | null;
  reason: string | null;
};
export type AuditPageData = {
  since: Day;
  accounts: string[];
  operations: string[];
  /** How many each tab has of the newest `MAX_FILE_ROWS` that meet the other filters. */
  counts: Record<AuditTab, number>;
  entries: Paged<AuditEntry>;
};

const SHOWN = 50;

type Row = {
  readonly id: string;
  readonly at: Date;
  readonly actor: string;
  readonly actorSubject: string | null;
  readonly second: string | null;
  readonly secondSubject: string | null;
  readonly command: string;
  readonly subject: string | null;
  readonly reason: string | null;
  readonly proposal: string | null;
  readonly amount: string | null;
  readonly tab: AuditTab;
};

export const readAudit = async (request: PageRequest): Promise<AuditPageData> => {
  const db = request.deps.database;
  const entries = await entriesOf(request);
  const tab = AUDIT_TABS.find((one) => one === request.query.get('kind'));
  const withChosen = sql`
    with entries as (${entries}), tabbed as (${TABBED}),
      chosen as (select * from tabbed where tab = any(${tab ? [tab] : AUDIT_TABS}::text[]))`;
  // A file has all the entries that fit, whatever page is shown.
  const cursor = request.isFile ? null : /^([<>])(\d{1,18})$/.exec(request.query.get('cursor') ?? '');
  const size = request.isFile ? MAX_FILE_ROWS : SHOWN;
  const isForward = cursor?.[1] === '>';
  // One extra row shows whether there are more.
  const limit = size + 1;
  const [rows, counts, [since = ''], accounts] = await Promise.all([
    isForward
      ? entriesAfter(db, withChosen, cursor[2], limit)
      : entriesBefore(db, withChosen, cursor?.[2] ?? MAX_ID, limit),
    countByTab(db, entries),
    db.column<string>(sql`select (at at time zone 'Africa/Johannesburg')::date::text from audit order by id limit 1`),
    accountsOf(db),
  ]);
  const hasMore = rows.length > size;
  const shown = isForward ? rows.slice(0, size).reverse() : rows.slice(0, size);
  const [newest, oldest] = [shown[0], shown.at(-1)];
  return {
    since,
    accounts,
    operations: ALL_OPERATIONS.map(({ name }) => name),
    counts,
    entries: {
      rows: shown.map(entryOf),
      total: tab ? counts[tab] : counts.viewed + counts.changed + counts.system,
      newer: newest && (isForward ? hasMore : cursor !== null) ? `>${newest.id}` : null,
      older: oldest && (isForward || hasMore) ? `<${oldest.id}` : null,
    },
  };
};

export const auditPage = definePage('audit', { read: readAudit, tables: {} });

/** Includes only the filters that are set: PostgreSQL plans without values and can't use an index for an optional condition. */
async function entriesOf(request: PageRequest): Promise<Statement> {
  const { query } = request;
  const text = (name: string) => query.get(name)?.trim() || null;
  const day = (name: string) => {
    const value = text(name);
    return value && isRealDate(value) ? value : null;
  };
  const [search, account, to, from] = [text('search'), text('account'), day('to'), day('from')];
  const operation = ALL_OPERATIONS.find(({ name }) => name === query.get('operation'));
  const root = operation ? rootOf(operation) : text('operation');
  const few = [
    ...(search ? [await matchesStatement(request, search)] : []),
    ...(account ? [sql`(actor = ${account} or second_actor = ${account})`] : []),
  ];
  const select = root ? entriesOfOperationStatement(root) : few.length > 0 ? FEW_ENTRIES : ENTRIES;
  const conditions = [
    ...few,
    ...(from ? [sql`at >= ${startOfDay(from)}`] : []),
    ...(to ? [sql`at < ${startOfDay(addDays(to, 1))}`] : []),
  ];
  return sql`${select} where ${allOf(conditions)}`;
}

const COLUMNS = sql`
  at, actor, actor_subject as "actorSubject", second_actor as second, second_subject as "secondSubject", command, subject, reason,
    proposal, amount`;
const ENTRIES = sql`select id, ${COLUMNS} from audit`;
/** `id + 0` stops PostgreSQL from scanning the whole table by id when few entries match. */
const FEW_ENTRIES = sql`select id + 0 as id, ${COLUMNS} from audit`;

/** The root, or the root and a space, after each prefix: `!` sorts right after the space. `offset 0` lets each range use the index. */
const entriesOfOperationStatement = (root: string): Statement =>
  sql`
    select id + 0 as id, ${COLUMNS}
    from unnest(${['', ...PREFIXES.map(([prefix]) => prefix)].map((prefix) => prefix + root)}::text[]) r (root)
    cross join lateral (
      select * from audit where command collate "C" >= r.root and command collate "C" < r.root || '!' offset 0) a`;

/** Operators search by an id, an open card, a proposal or a payout's reference. */
async function subjectsOf({ deps, operator, at }: PageRequest, search: string): Promise<string[]> {
  const [card, proposal, payout] = await Promise.all([
    findCard(deps.database, operator, search, at).catch(nullIfRefused),
    findProposal(deps.database, search),
    findWithdrawal(deps.database, search),
  ]);
  return [search, card?.panelistId, proposal?.facts.subject, payout?.id].filter(
    (subject) => typeof subject === 'string',
  );
}

/** The entry has all the words, the last one perhaps not whole, or is about what is searched for. */
const matchesStatement = async (request: PageRequest, search: string): Promise<Statement> =>
  sql`(subject = any(${await subjectsOf(request, search)}::text[]) or proposal = ${proposalNumberOf(search)}::bigint
    or to_tsvector('simple',
      actor || ' ' || coalesce(second_actor, '') || ' ' || command || ' ' || coalesce(subject, '') || ' ' || coalesce(reason, ''))
    @@ (select case when numnode(q) = 0 then q else (q::text || ':*')::tsquery end from plainto_tsquery('simple', ${search}) q))`;

const MAX_ID = String(2n ** 63n - 1n);

const entriesBefore = (db: Queries, withChosen: Statement, id: string, limit: number) =>
  db.many<Row>(sql`${withChosen} select * from chosen where id < ${id} order by id desc limit ${limit}`);

const entriesAfter = (db: Queries, withChosen: Statement, id: string | undefined, limit: number) =>
  db.many<Row>(sql`${withChosen} select * from chosen where id > ${id} order by id limit ${limit}`);

async function countByTab(db: Queries, entries: Statement): Promise<Record<AuditTab, number>> {
  const newest = sql`select command, second from filtered order by id desc limit ${MAX_FILE_ROWS}`;
  const rows = await db.many<{ tab: AuditTab; count: number }>(sql`
    with filtered as (${entries}), entries as (${newest}), tabbed as (${TABBED})
    select tab, count(*)::int as count from tabbed group by tab`);
  const countOf = (tab: AuditTab) => rows.find((row) => row.tab === tab)?.count ?? 0;
  return { viewed: countOf('viewed'), changed: countOf('changed'), system: countOf('system') };
}

/** Skips through the index from account to account instead of reading all of it. */
const accountsOf = (db: Queries): Promise<string[]> =>
  db.column(sql`
    with recursive accounts as (
      (select actor from audit order by actor limit 1)
      union all
      select (select a.actor from audit a where a.actor > accounts.actor order by a.actor limit 1)
      from accounts where accounts.actor is not null
    )
    select actor from accounts where actor is not null`);

/** The words at the start of all entries of an operation, after the prefix. */
const rootOf = ({ audit }: Operation): string => audit.replace(/ ?\{.*$/, '');

const PREFIXES: readonly [prefix: string, kind: AuditKind, words: string][] = [
  ['propose ', 'proposed', 'Proposed: '],
  ['approve ', 'approved', 'Approved: '],
  ['refuse ', 'refused', 'Refused: '],
  ['withdraw ', 'refused', 'Withdrew: '],
  ['not-approved ', 'refused', 'Approval refused: '],
  ['outdated ', 'refused', 'Closed, the facts had changed: '],
  ['break-glass ', 'did', 'Without a sign-in: '],
];
/** Commands that aren’t operations, in words. */
const COMMANDS: Readonly<Record<string, string>> = {
  'sign-in': 'Signed in',
  'sign-in refused': 'Sign-in refused',
  'sign-ins end': 'End an account’s sign-ins',
  'sign-ins release': 'Let an account sign in again',
  backup: 'Take a backup',
  restore: 'Restore from a backup',
  'restore finish': 'Finish a restore',
  csv: 'Save a table as CSV',
  'keys rotate': 'Rotate the keys',
  'keys prune': 'Delete old keys',
};
/** Patterns of `like`, which is faster than a regular expression: each page compares 10,000 commands. */
const commandsWith = (roots: readonly string[]): string[] => roots.map((root) => `${root} %`);
const VIEWED = commandsWith([...ALL_OPERATIONS.filter(({ isReadOnly }) => isReadOnly).map(rootOf), 'csv']);
const SYSTEM = commandsWith(['sign-in', 'sign-ins', 'rollups']);
const PLAIN_KINDS = { viewed: 'looked', changed: 'did', system: 'system' } as const;
/** The entries with their tab. */
const TABBED = sql`
    select *, case when second is not null then 'changed'
      when command || ' ' like any(${VIEWED}::text[]) then 'viewed'
      when command || ' ' like any(${SYSTEM}::text[]) then 'system' else 'changed' end as tab from entries`;

function entryOf({ id, at, actor, second, command, subject, reason, proposal, amount, ...row }: Row): AuditEntry {
  const [prefix, prefixKind, words] = PREFIXES.find(([start]) => command.startsWith(start)) ?? ['', null, ''];
  const rest = command.slice(prefix.length);
  const operation = ALL_OPERATIONS.find((one) => rest === rootOf(one) || rest.startsWith(`${rootOf(one)} `));
  const detail = operation ? detailOf(operation, rest.slice(rootOf(operation).length).trim()) : '';
  return {
    id,
    at: at.toISOString(),
    account: second ? `${actor}, ${second}` : actor,
    accountId: [row.actorSubject, row.secondSubject].filter((id) => id !== null).join(', ') || null,
    kind: prefixKind ?? (second ? 'approved' : PLAIN_KINDS[row.tab]),
    what: words + (operation ? operation.title + (detail ? `: ${detail}` : '') : wordsOf(rest)),
    subject: shownSubject(subject, operation !== undefined && isAboutPanelist(operation)),
    proposal: proposal && shownId(proposal),
    amount: amount === null ? null : Number(amount),
    reason,
  };
}

/** Some commands say what they were done to, such as `csv money flows`. A longer name comes after a shorter one. */
function wordsOf(command: string): string {
  const root = Object.keys(COMMANDS).findLast((one) => `${command} `.startsWith(`${one} `)) ?? '';
  return [COMMANDS[root], command.slice(root.length).trim()].filter(Boolean).join(': ');
}

/** The inputs that the audit's text names, in words. */
function detailOf(operation: Operation, detail: string): string {
  const names = [...operation.audit.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const values = detail.split(' ');
  if (names.length !== values.length) return detail;
  const words = names.map((name, index) => {
    const value = values[index] ?? '';
    return name === 'month' ? inWords(value) : labelOfChoice(operation, name, value);
  });
  return words.join(', ');
}

const isAboutPanelist = ({ inputs, isAboutPanelist: isSo }: Operation): boolean =>
  isSo === true || inputs.some(({ kind }) => kind === 'panelist' || kind === 'did');

/** The end of a random id tells panelists apart and means nothing outside the panel. */
const shownSubject = (subject: string | null, isPanelist: boolean): string | null =>
  subject && isPanelist ? `panelist …${subject.slice(-4)}` : subject;

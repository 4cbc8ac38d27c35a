import { addDays, inWords, isRealDate, startOfDay } from '@panel/domain/calendar';
import { operationOf } from '@panel/domain/console/all-operations';
import { AUDIT_TABS, type AuditStep, type AuditTab, OTHER_ACTIONS } from '@panel/domain/console/audit';
import { filledIn, type InputValues, labelOfChoice, type Operation } from '@panel/domain/console/operation';
import { MAX_FILE_ROWS } from '@panel/domain/console/pages';
import type { CentsNumber, Day, Instant, Paged } from '@panel/domain/console/values';
import { signInWords } from '../console/accounts.ts';
import { findCard } from '../console/cards.ts';
import { nullIfRefused, type Operator } from '../console/operation.ts';
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

/** What each step is called, and where it is listed. */
const STEPS: Readonly<Record<AuditStep, { tab: AuditTab; kind: AuditKind; words: string }>> = {
  done: { tab: 'changed', kind: 'did', words: '' },
  viewed: { tab: 'viewed', kind: 'looked', words: '' },
  system: { tab: 'system', kind: 'system', words: '' },
  'break-glass': { tab: 'changed', kind: 'did', words: 'Without a sign-in: ' },
  proposed: { tab: 'changed', kind: 'proposed', words: 'Proposed: ' },
  approved: { tab: 'changed', kind: 'approved', words: 'Approved: ' },
  refused: { tab: 'changed', kind: 'refused', words: 'Refused: ' },
  withdrawn: { tab: 'changed', kind: 'refused', words: 'Withdrew: ' },
  'not-approved': { tab: 'changed', kind: 'refused', words: 'Approval refused: ' },
  outdated: { tab: 'changed', kind: 'refused', words: 'Closed, the facts had changed: ' },
};
const stepsIn = (tab: AuditTab): string[] =>
  Object.entries(STEPS)
    .filter(([, step]) => step.tab === tab)
    .map(([name]) => name);

const SHOWN = 50;

type Row = {
  readonly id: string;
  readonly at: Date;
  readonly actor: string;
  readonly actorSubject: string | null;
  readonly role: string | null;
  readonly second: string | null;
  readonly secondSubject: string | null;
  readonly operation: string;
  readonly step: AuditStep;
  readonly inputs: InputValues;
  readonly subject: string | null;
  readonly reason: string | null;
  readonly proposal: string | null;
  readonly amount: string | null;
};

/** The export also runs as a command, whose operator may have no role. */
type AuditRequest = Omit<PageRequest, 'operator'> & { readonly operator: Operator };

export const readAudit = async (request: AuditRequest): Promise<AuditPageData> => {
  const db = request.deps.database;
  const entries = await entriesStatement(request);
  const tab = AUDIT_TABS.find((one) => one === request.query.get('kind'));
  const chosen = tab ? sql`step = any(${stepsIn(tab)}::text[])` : sql`true`;
  // A file has all the entries that fit, whatever page is shown.
  const cursor = request.isFile ? null : /^([<>])(\d{1,18})$/.exec(request.query.get('cursor') ?? '');
  const size = request.isFile ? MAX_FILE_ROWS : SHOWN;
  const isForward = cursor?.[1] === '>';
  const [id, limit] = [cursor?.[2] ?? MAX_ID, size + 1]; // One extra row shows whether there are more.
  const [rows, counts, [since = ''], accounts] = await Promise.all([
    db.many<Row>(
      isForward
        ? sql`select * from (${entries}) e where id > ${id} and ${chosen} order by id limit ${limit}`
        : sql`select * from (${entries}) e where id < ${id} and ${chosen} order by id desc limit ${limit}`,
    ),
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
async function entriesStatement(request: AuditRequest): Promise<Statement> {
  const { query } = request;
  const text = (name: string) => query.get(name)?.trim() || null;
  const day = (name: string) => {
    const value = text(name);
    return value && isRealDate(value) ? value : null;
  };
  const [search, account, operation, to, from] = [
    text('search'),
    text('account'),
    text('operation'),
    day('to'),
    day('from'),
  ];
  const few = [
    ...(search ? [await matchesStatement(request, search)] : []),
    ...(account ? [sql`(actor = ${account} or second_actor = ${account})`] : []),
    ...(operation ? [sql`operation = ${operation}`] : []),
  ];
  const conditions = [
    ...few,
    ...(from ? [sql`at >= ${startOfDay(from)}`] : []),
    ...(to ? [sql`at < ${startOfDay(addDays(to, 1))}`] : []),
  ];
  return sql`${few.length > 0 ? FEW_ENTRIES : ENTRIES} where ${allOf(conditions)}`;
}

const COLUMNS = sql`
  at, actor, actor_subject as "actorSubject", role, second_actor as second, second_subject as "secondSubject", operation, step,
    inputs, subject, reason, proposal, amount`;
const ENTRIES = sql`select id, ${COLUMNS} from audit`;
/** `id + 0` stops PostgreSQL from scanning the whole table by id when few entries match. */
const FEW_ENTRIES = sql`select id + 0 as id, ${COLUMNS} from audit`;

/** Operators search by an id, an open card, a proposal or a payout's reference. */
async function subjectsOf({ deps, operator, at }: AuditRequest, search: string): Promise<string[]> {
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
const matchesStatement = async (request: AuditRequest, search: string): Promise<Statement> =>
  sql`(subject = any(${await subjectsOf(request, search)}::text[]) or proposal = ${proposalNumberOf(search)}::bigint
    or to_tsvector('simple',
      actor || ' ' || coalesce(second_actor, '') || ' ' || operation || ' ' || step || ' ' || coalesce(subject, '') || ' ' || coalesce(reason, ''))
      || to_tsvector('simple', inputs)
    @@ (select case when numnode(q) = 0 then q else (q::text || ':*')::tsquery end from plainto_tsquery('simple', ${search}) q))`;

const MAX_ID = String(2n ** 63n - 1n);

async function countByTab(db: Queries, entries: Statement): Promise<Record<AuditTab, number>> {
  const rows = await db.many<{ step: AuditStep; count: number }>(sql`
    select step, count(*)::int as count from (select step from (${entries}) e order by id desc limit ${MAX_FILE_ROWS}) newest
    group by step`);
  const counts = { viewed: 0, changed: 0, system: 0 };
  for (const { step, count } of rows) counts[STEPS[step].tab] += count;
  return counts;
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

function entryOf({ id, at, actor, second, operation: name, step, inputs, proposal, amount, ...row }: Row): AuditEntry {
  const operation = operationOf(name);
  const { kind, words } = STEPS[step];
  return {
    id,
    at: at.toISOString(),
    account: second ? `${actor}, ${second}` : actor,
    accountId: [row.actorSubject, row.secondSubject].filter((id) => id !== null).join(', ') || null,
    kind: step === 'done' && second ? 'approved' : kind,
    what: words + (operation ? sentenceOf(operation, inputs) : otherSentenceOf(name, inputs)),
    subject: shownSubject(row.subject, operation !== undefined && isAboutPanelist(operation)),
    proposal: proposal && shownId(proposal),
    amount: amount === null ? null : Number(amount),
    reason: name === 'sign-in' ? signInWords(row.role, row.reason) : row.reason,
  };
}

function sentenceOf(operation: Operation, inputs: InputValues): string {
  const details = (operation.audited ?? []).flatMap((name) => {
    const value = inputs[name];
    if (value === undefined) return [];
    return name === 'month' ? inWords(value) : labelOfChoice(operation, name, value);
  });
  return [operation.title, details.join(', ')].filter(Boolean).join(': ');
}

/** The name itself is for an operation of an earlier release. */
const otherSentenceOf = (name: string, inputs: InputValues): string =>
  filledIn(Object.entries(OTHER_ACTIONS).find(([action]) => action === name)?.[1] ?? name, inputs);

const isAboutPanelist = ({ inputs, isAboutPanelist: isSo }: Operation): boolean =>
  isSo === true || inputs.some(({ kind }) => kind === 'panelist' || kind === 'did');

/** The end of a random id tells panelists apart and means nothing outside the panel. */
const shownSubject = (subject: string | null, isPanelist: boolean): string | null =>
  subject && isPanelist ? `panelist …${subject.slice(-4)}` : subject;

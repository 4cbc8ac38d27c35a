import { MAX_FILE_ROWS } from '@panel/domain/console/pages';
import { DISPUTE_LISTS } from '@panel/domain/console/people-pages';
import type { CentsNumber, Instant, Paged } from '@panel/domain/console/values';
import { DISPUTE_KINDS, type DisputeKind, type DisputeState, isDisputeLate } from '@panel/domain/disputes/disputes';
import { addMs, DAY_MS } from '@panel/domain/durations';
import { OUTCOME_WORDS, type Outcome, type Return, returnOf } from '@panel/domain/partners/outcomes';
import { PARTNERS, type Partner } from '@panel/domain/partners/partners';
import { isWithheld, WITHHELD_REASONS } from '@panel/domain/rewards/pricing';
import { definePage, type PageRequest } from '../console/page.ts';
import { inRand } from '../console/page-csv.ts';
import { pageAtCursor } from '../console/paging.ts';
import { openProposalHeads } from '../console/proposal-lists.ts';
import type { PartnerDependencies } from '../partners/dependencies.ts';
import { creditWorth, standingReward } from '../partners/store.ts';
import { type Queries, sql } from '../platform/database/database.ts';
import { type DisputeListRow, disputeName, findDispute, listDisputes, wordsOf } from './store.ts';

// Disputes, the open ones oldest first. Query: `state` (one of `DISPUTE_LISTS`), `partner`, `kind`, `cursor`; `dispute` opens one.

export type DisputeRow = {
  dispute: string;
  kind: DisputeKind;
  state: DisputeState;
  partner: Partner;
  reportedAt: Instant;
  /** When it was reported or last reopened. */
  openSince: Instant;
  /** The account that works on it. */
  assignedTo: string | null;
  answeredAt: Instant | null;
  /** What the session would earn; null if no price is known. */
  amount: CentsNumber | null;
  /** The partner's last verified event; null if there is none. */
  lastReported: Outcome | null;
  /** To credit it, while it waits for a second person. */
  proposal: string | null;
  proposedBy: string | null;
};
export type DisputesPageData = {
  at: Instant;
  counts: {
    new: number;
    waitingForPartner: number;
    proposed: number;
    fiveDaysOrMore: number;
    creditedIn30Days: number;
    declinedIn30Days: number;
    mine: number;
    unassigned: number;
  };
  /** Of the open ones whose price is known, and how many others there are. */
  atStake: { amount: CentsNumber; unknown: number };
  /** The mean of those closed in 30 days; null if none was. */
  daysToAnswer: number | null;
  disputes: Paged<DisputeRow>;
  open: Dispute | null;
};
/** One thing that happened in a session, oldest first on either side. */
export type ListedSessionEvent = {
  at: Instant;
  what: string;
  detail: string | null;
  /** The partner's own code, which the partner can look up. */
  code: string | null;
  verified: boolean;
};
export type Dispute = DisputeRow & {
  /** As the panelist typed it, long numbers blanked; null if it can't be read. */
  words: string | null;
  session: string;
  survey: string | null;
  ours: ListedSessionEvent[];
  theirs: ListedSessionEvent[];
  /** Answer to the panelist, once it is answered. */
  answer: string | null;
  /** What the panelist was told before it was reopened. */
  earlierAnswer: string | null;
  /** Counts of all panelists' sessions of the survey; null if the partner did not name the survey before it began. */
  sameSurvey: { sessions: number; completed: number; paid: number; disputed: number } | null;
};

const CLOSED_DAYS = 30;
const SHOWN = 50;

/** Open proposals to credit a dispute, by the dispute's name. */
type Credits = ReadonlyMap<string, Pick<DisputeRow, 'proposal' | 'proposedBy'>>;

export const proposedCredits = async (db: Queries, at: Date): Promise<Credits> =>
  new Map(
    (await openProposalHeads(db, at)).flatMap(({ id, operation, subject, proposedAccount }) =>
      operation === 'credit-dispute' && subject
        ? [[subject, { proposal: id, proposedBy: proposedAccount }] as const]
        : [],
    ),
  );

const readDisputes = async ({
  deps,
  operator,
  query,
  at,
  isFile,
}: PageRequest<PartnerDependencies>): Promise<DisputesPageData> => {
  const { database } = deps;
  const since = addMs(at, -CLOSED_DAYS * DAY_MS);
  const name = query.get('dispute');
  const [allOpen, allClosed, named, credits] = await Promise.all([
    listDisputes(database, { isOpen: true, since }),
    listDisputes(database, { isOpen: false, since }),
    name ? listDisputes(database, { name }) : [],
    proposedCredits(database, at),
  ]);
  const [open, closed] = [filtered(allOpen, query), filtered(allClosed, query)];
  const openRows = open.map((row) => rowOf(deps, row, credits));
  const closedRows = closed.map((row) => rowOf(deps, row, credits));
  const list = DISPUTE_LISTS.find((one) => one === query.get('state')) ?? 'open';
  const lists = {
    open: openRows,
    mine: openRows.filter(({ assignedTo }) => assignedTo === operator.account),
    unassigned: openRows.filter(({ assignedTo }) => assignedTo === null),
    closed: closedRows,
  };
  const isOldestFirst = list !== 'closed';
  const [cursor, size] = isFile ? [null, MAX_FILE_ROWS] : [query.get('cursor'), SHOWN];
  return {
    at: at.toISOString(),
    counts: {
      ...countsOf(openRows, closedRows, at),
      mine: lists.mine.length,
      unassigned: lists.unassigned.length,
    },
    atStake: {
      amount: openRows.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
      unknown: openRows.filter(({ amount }) => amount === null).length,
    },
    daysToAnswer: daysToAnswer(closed),
    disputes: pageAtCursor(lists[list], cursor, size, { placeOf, isOldestFirst }),
    open: named[0] ? await readDispute(deps, rowOf(deps, named[0], credits)) : null,
  };
};

export const disputesPage = definePage('disputes', {
  read: readDisputes,
  tables: { disputes: ({ disputes }) => inRand(disputes.rows, 'amount') },
});

/** The digits of a dispute's name are its id. */
const placeOf = ({ openSince, dispute }: DisputeRow) => [openSince, Number(dispute.replace(/\D/g, ''))] as const;

export function stateOf(
  row: Pick<DisputeListRow, 'id' | 'outcome' | 'partnerAskedAt'>,
  credits: Credits,
): DisputeState {
  if (row.outcome) return row.outcome;
  if (credits.has(disputeName(row.id))) return 'proposed';
  return row.partnerAskedAt ? 'waiting-for-partner' : 'new';
}

function rowOf({ config }: PartnerDependencies, row: DisputeListRow, credits: Credits): DisputeRow {
  const dispute = disputeName(row.id);
  const worth = creditWorth(row, config.pricing);
  return {
    dispute,
    kind: row.kind,
    state: stateOf(row, credits),
    partner: row.partner,
    reportedAt: row.reportedAt.toISOString(),
    openSince: row.openSince.toISOString(),
    assignedTo: row.assignedTo,
    answeredAt: row.answeredAt?.toISOString() ?? null,
    amount: standingReward(row) ?? (worth === null ? null : Number(worth)),
    lastReported: row.lastReported,
    ...(credits.get(dispute) ?? { proposal: null, proposedBy: null }),
  };
}

/** Ignores unknown filter values. */
function filtered(rows: readonly DisputeListRow[], query: URLSearchParams): DisputeListRow[] {
  const partner = PARTNERS.find((one) => one === query.get('partner'));
  const kind = DISPUTE_KINDS.find((one) => one === query.get('kind'));
  return rows.filter((row) => (!partner || row.partner === partner) && (!kind || row.kind === kind));
}

function countsOf(open: readonly DisputeRow[], closed: readonly DisputeRow[], at: Date) {
  const count = (rows: readonly DisputeRow[], state: DisputeState) => rows.filter((row) => row.state === state).length;
  return {
    new: count(open, 'new'),
    waitingForPartner: count(open, 'waiting-for-partner'),
    proposed: count(open, 'proposed'),
    fiveDaysOrMore: open.filter(({ openSince }) => isDisputeLate(openSince, at.toISOString())).length,
    creditedIn30Days: count(closed, 'credited'),
    declinedIn30Days: count(closed, 'declined'),
  };
}

function daysToAnswer(closed: readonly DisputeListRow[]): number | null {
  if (closed.length === 0) return null;
  const total = closed.reduce(
    (sum, { openSince, answeredAt }) => sum + (answeredAt?.getTime() ?? 0) - openSince.getTime(),
    0,
  );
  return total / closed.length / DAY_MS;
}

async function readDispute({ database, vault }: PartnerDependencies, row: DisputeRow): Promise<Dispute | null> {
  const dispute = await findDispute(database, row.dispute);
  if (!dispute) return null;
  const [timeline, sameSurvey] = await Promise.all([
    timelineOf(database, dispute.sessionId),
    sameSurveyOf(database, dispute.sessionId),
  ]);
  const events = (byPartner: boolean) => timeline.filter((one) => one.byPartner === byPartner).map(eventOf);
  return {
    ...row,
    words: await wordsOf(vault, dispute),
    answer: dispute.answer,
    earlierAnswer: dispute.earlierAnswer,
    session: dispute.sessionId,
    survey: timeline.find(({ what }) => what === 'entered')?.detail ?? null,
    ours: events(false),
    theirs: events(true),
    sameSurvey: sameSurvey?.sessions ? sameSurvey : null,
  };
}

type TimelineRow = {
  readonly at: Date;
  readonly byPartner: boolean;
  readonly what: Outcome | keyof typeof OURS;
  readonly detail: string | null;
  readonly rawCode: string | null;
  /** Of a return whose page said that the survey is finished. */
  readonly finishedAt: Date | null;
};

const timelineOf = (db: Queries, sessionId: string): Promise<TimelineRow[]> =>
  db.many<TimelineRow>(sql`
    select at, what, detail, by_partner as "byPartner", raw_code as "rawCode", finished_at as "finishedAt" from (
      select s.created_at, 'entered', s.survey_id, false, null, null::timestamptz from survey_sessions s where s.id = ${sessionId}
      union all
      select s.returned_at, 'returned', null, false, null, s.finished_at from survey_sessions s
      where s.id = ${sessionId} and s.returned_at is not null
      union all
      select r.earned_at, 'reward', r.state, false, null, null from rewards r where r.session_id = ${sessionId}
      union all
      select e.received_at, e.outcome, e.effect, e.trust = 'verified', e.raw_code, null from partner_events e
      where e.session_id = ${sessionId} and e.outcome is not null
    ) t (at, what, detail, by_partner, raw_code, finished_at)
    order by at`);

const sameSurveyOf = (db: Queries, sessionId: string) =>
  db.one<NonNullable<Dispute['sameSurvey']>>(sql`
    select count(*)::int as sessions, count(o.completed_at)::int as completed, count(r.id)::int as paid, count(d.id)::int as disputed
    from survey_sessions s
    join survey_sessions o on o.partner = s.partner and o.survey_id = s.survey_id and o.survey_id is not null
    left join rewards r on r.session_id = o.id and r.state <> 'reversed'
    left join disputes d on d.session_id = o.id
    where s.id = ${sessionId}`);

const OURS = { entered: 'Entered', returned: 'Returned', reward: 'Reward' } as const;
const isOurs = (what: TimelineRow['what']): what is keyof typeof OURS => Object.hasOwn(OURS, what);

const RETURNED_AS: Readonly<Record<Return, string>> = {
  finished: 'as finished; a return alone never pays',
  'not-finished': 'not as finished',
};

function eventOf({ at, byPartner, what, detail, rawCode, finishedAt }: TimelineRow): ListedSessionEvent {
  const word = isOurs(what) ? OURS[what] : `${byPartner ? '' : 'Decided by two people: '}${OUTCOME_WORDS[what]}`;
  const returned = what === 'returned' ? returnOf({ returnedAt: at, finishedAt }) : null;
  const effect = detail && isWithheld(detail) ? WITHHELD_REASONS[detail] : detail;
  const said = returned ? RETURNED_AS[returned] : what === 'entered' ? null : effect;
  const code = byPartner ? rawCode : null;
  return { at: at.toISOString(), what: word, detail: said, code, verified: what !== 'returned' };
}

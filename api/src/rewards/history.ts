/** What a panelist's balances consist of, and the surveys that may still be added. */
import { southAfricanDate } from '@panel/domain/calendar';
import { ANSWER_DAYS } from '@panel/domain/disputes/disputes';
import {
  debtsLeft,
  isRewardReportable,
  listedSurveys,
  REPORT_WINDOW_MS,
  type UnpaidSurvey,
} from '@panel/domain/disputes/reportable';
import { addMs, DAY_MS } from '@panel/domain/durations';
import type { ReversalReason } from '@panel/domain/partners/outcomes';
import { type HISTORY_STATES, type HistoryEntry, writeHistory } from '@panel/domain/rewards/history';
import { cents } from '@panel/domain/rewards/money';
import { otherThanShown, reversalSentence } from '@panel/domain/wording/reward-sentences';
import { surveyName } from '@panel/domain/wording/survey-list';
import { identify } from '../identity/panelists.ts';
import { type Queries, sql } from '../platform/database/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';

type MoneyState = (typeof HISTORY_STATES)['reward' | 'thank-you' | 'withdrawal'][number];
/** A reward, a thank-you or a withdrawal. */
export type MoneyEntry = HistoryEntry & { readonly state: MoneyState };
type Row = Pick<MoneyEntry, 'id' | 'kind' | 'state' | 'at'> & { amount: string; releaseAt: Date | null };
/** Our number of the survey; null if the partner didn't name it. */
type Numbered = { readonly number: string | null };
type RewardRow = Row & Numbered & ReportColumns & { sessionId: string | null; shown: string | null };
/** The report about a session; nulls if there is none. */
type ReportColumns =
  | { readonly reportedAt: Date; readonly answer: string | null; readonly answeredAt: Date | null }
  | { readonly reportedAt: null };

const entryOf = ({ releaseAt, amount, id, kind, state, at }: Row): MoneyEntry => ({
  id,
  kind,
  state,
  at,
  amount: cents(amount),
  availableOn: releaseAt ? southAfricanDate(releaseAt) : undefined,
});

const rewardRows = (db: Queries, panelistId: string, limit: number | null) =>
  db.many<RewardRow>(sql`
    select e.*, s.shown_amount as shown, d.reported_at as "reportedAt", d.answer, d.answered_at as "answeredAt" from (
      select r.id, 'reward' as kind,
        case when r.state = 'available' and exists (
          select from withdrawals d
          where d.wallet_id = r.wallet_id and d.state <> 'returned' and d.requested_at >= r.released_at
        ) then 'withdrawn' else r.state end as state,
        r.amount, r.earned_at as at, case when r.state = 'pending' then r.release_at end as "releaseAt",
        case when r.state <> 'reversed' then r.session_id end as "sessionId", n.number
      from rewards r join wallets w on w.id = r.wallet_id
      left join partner_surveys n on n.partner = r.partner and n.survey_id = r.survey_id
      where w.panelist_id = ${panelistId}
      union all
      select k.id, 'thank-you',
        case when exists (
          select from withdrawals d where d.wallet_id = k.wallet_id and d.state <> 'returned' and d.requested_at >= k.at
        ) then 'withdrawn' else 'available' end,
        k.amount, k.at, null, null, n.number
      from thank_yous k join wallets w on w.id = k.wallet_id
      left join survey_sessions s on s.id = k.session_id
      left join partner_surveys n on n.partner = s.partner and n.survey_id = coalesce(
        s.survey_id, (select e.survey_id from partner_events e where e.session_id = s.id and e.survey_id is not null order by e.id limit 1))
      where w.panelist_id = ${panelistId}
      union all
      select d.id, 'withdrawal', case when d.state in ('paid', 'returned') then d.state else 'processing' end,
        d.amount, d.requested_at, null, null, null
      from withdrawals d join wallets w on w.id = d.wallet_id where w.panelist_id = ${panelistId}
    ) e
    left join survey_sessions s on s.id = e."sessionId"
    left join disputes d on d.session_id = e."sessionId"
    order by e.at desc, e.id limit ${limit}`);

/** The rewards, thank-yous and withdrawals that make up the balances, newest first. */
export const rewardHistory = async (db: Queries, panelistId: string, limit: number | null): Promise<MoneyEntry[]> =>
  (await rewardRows(db, panelistId, limit)).map(entryOf);

type ReversalRow = {
  readonly id: string;
  readonly sessionId: string;
  readonly amount: string;
  readonly at: Date;
  /** What the wallet owes now, in cents. */
  readonly owed: string;
  readonly debt: string;
  readonly reason: ReversalReason | null;
} & Numbered &
  ReportColumns;

/** Newest first. */
const reversalRows = (db: Queries, panelistId: string) =>
  db.many<ReversalRow>(sql`
    select r.id, r.session_id as "sessionId", r.amount, t.at, -w.owed as owed, coalesce(-p.amount, 0) as debt,
      (select e.reason from partner_events e where e.session_id = r.session_id and e.outcome = 'reversed'
        order by e.id desc limit 1) as reason,
      n.number, d.reported_at as "reportedAt", d.answer, d.answered_at as "answeredAt"
    from wallets w
    join rewards r on r.wallet_id = w.id and r.state = 'reversed'
    join transfers t on t.subject = r.id and t.kind = 'reversed' and t.change = r.changes
    left join postings p on p.transfer_id = t.id and p.account = 'owed'
    left join partner_surveys n on n.partner = r.partner and n.survey_id = r.survey_id
    left join disputes d on d.session_id = r.session_id
    where w.panelist_id = ${panelistId}
    order by t.at desc, r.id`);

type SurveyRow = Omit<UnpaidSurvey, 'report'> & { readonly id: string; readonly shown: string | null } & Numbered &
  ReportColumns;

const MAX_SURVEYS_READ = 1000;

const unpaidSurveyRows = (db: Queries, panelistId: string, at: Date) =>
  db.many<SurveyRow>(sql`
    select s.id, s.created_at as "openedAt", s.finished_at as "finishedAt", s.returned_at as "returnedAt", s.ended_at as "endedAt",
      s.outcome, s.return_outcome as "returnOutcome", s.shown_amount as shown, n.number,
      exists (
        select from partner_events e where e.session_id = s.id and e.effect in ('survey-already-credited', 'no-credit')
      ) as "isWithoutCredit",
      d.reported_at as "reportedAt", d.answer, d.answered_at as "answeredAt"
    from survey_sessions s
    left join partner_surveys n on n.partner = s.partner and n.survey_id = coalesce(
      s.survey_id, (select e.survey_id from partner_events e where e.session_id = s.id and e.survey_id is not null order by e.id limit 1))
    left join disputes d on d.session_id = s.id
    where s.panelist_id = ${panelistId} and s.created_at > ${addMs(at, -REPORT_WINDOW_MS)}
      and not exists (select from rewards r where r.session_id = s.id)
    order by s.created_at desc limit ${MAX_SURVEYS_READ}`);

const surveyOf = ({ number }: Numbered): string | undefined =>
  number === null ? undefined : surveyName(Number(number));

const reportOf = (row: ReportColumns) => (row.reportedAt === null ? null : row);

/** The note about an entry's report: the latest date of the answer, or the answer. */
function reportNotes(row: ReportColumns): Pick<HistoryEntry, 'answerBy' | 'notes'> {
  if (row.reportedAt === null) return {};
  if (!row.answeredAt) return { answerBy: southAfricanDate(addMs(row.reportedAt, ANSWER_DAYS * DAY_MS)) };
  return row.answer ? { notes: [{ text: row.answer, day: southAfricanDate(row.answeredAt) }] } : {};
}

function rewardEntry(row: RewardRow, at: Date): HistoryEntry {
  const { sessionId, shown } = row;
  const { answerBy, notes = [] } = reportNotes(row);
  const amount = BigInt(row.amount);
  const isOther = shown !== null && BigInt(shown) !== amount;
  const explained = [...(isOther ? [{ text: otherThanShown(cents(shown), cents(amount)) }] : []), ...notes];
  return {
    ...entryOf(row),
    survey: surveyOf(row),
    session: sessionId !== null && isRewardReportable(row.at, reportOf(row), at) ? sessionId : undefined,
    answerBy,
    notes: explained.length > 0 ? explained : undefined,
  };
}

function reversalEntries(rows: readonly ReversalRow[], at: Date): HistoryEntry[] {
  const left = debtsLeft(
    rows.map(({ debt }) => BigInt(debt)),
    BigInt(rows[0]?.owed ?? 0),
  );
  return rows.map((row, index) => {
    const { answerBy, notes = [] } = reportNotes(row);
    // Without a partner's reason, the answer to the report is the only explanation.
    const reasons = row.reason || notes.length === 0 ? [{ text: reversalSentence(row.reason) }] : [];
    const debtLeft = left[index] ?? 0n;
    return {
      id: `reversal:${row.id}`,
      kind: 'reversal',
      state: 'reversed',
      amount: cents(row.amount),
      at: row.at,
      survey: surveyOf(row),
      session: isRewardReportable(row.at, reportOf(row), at) ? row.sessionId : undefined,
      answerBy,
      notes: [...reasons, ...notes],
      // A debt that is paid off isn't shown.
      ...(debtLeft > 0n && { debt: cents(row.debt), debtLeft: cents(debtLeft) }),
    };
  });
}

const surveyEntries = (rows: readonly SurveyRow[], at: Date): HistoryEntry[] =>
  listedSurveys(
    rows.map((row) => ({ ...row, report: reportOf(row) })),
    at,
  ).map(({ survey, kind, state, at: entryAt, minutes = null, isReportable }) => ({
    id: survey.id,
    kind,
    state,
    amount: cents(0n),
    at: entryAt,
    survey: surveyOf(survey),
    minutes: minutes ?? undefined,
    shown: state === 'waiting' && survey.shown !== null ? cents(survey.shown) : undefined,
    session: isReportable ? survey.id : undefined,
    ...reportNotes(survey),
  }));

const byTime = (a: HistoryEntry, b: HistoryEntry): number =>
  b.at.getTime() - a.at.getTime() ||
  Number(a.kind !== 'reversal') - Number(b.kind !== 'reversal') ||
  (a.id < b.id ? -1 : 1);

/** A panelist's whole history, newest first. */
export async function fullHistory(
  db: Queries,
  panelistId: string,
  at: Date,
  limit: number | null,
): Promise<HistoryEntry[]> {
  const [rewards, reversals, surveys] = await Promise.all([
    rewardRows(db, panelistId, limit),
    reversalRows(db, panelistId),
    unpaidSurveyRows(db, panelistId, at),
  ]);
  const entries = [
    ...rewards.map((row) => rewardEntry(row, at)),
    ...reversalEntries(reversals, at),
    ...surveyEntries(surveys, at),
  ];
  return entries.sort(byTime).slice(0, limit ?? entries.length);
}

const SHOWN_ENTRIES = 200;

/** The answer to the history call. Throws the problem `unknown-panelist` if the did isn't registered. */
export async function panelistHistory(
  { database, vault, clock }: Pick<Dependencies, 'database' | 'vault' | 'clock'>,
  did: string,
): Promise<object> {
  const { id } = await identify(database, vault, did);
  return writeHistory(await fullHistory(database, id, clock.now(), SHOWN_ENTRIES));
}

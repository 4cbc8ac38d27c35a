/** Panelists' quality scores, and the signals that two people left out. */
import { addMs, DAY_MS } from '@panel/domain/durations';
import {
  type LeftOut,
  type QualityScore,
  RESCORED_DAYS,
  type ScoredSignal,
  type Signal,
} from '@panel/domain/quality/score';
import { type Queries, sql, type Tx } from '../platform/database/database.ts';
import { isNotSetAside } from '../platform/failed-items.ts';

/** As stored: times are texts. */
type StoredSignal = Omit<ScoredSignal, 'lastAt'> & { readonly lastAt: string | null };
export type StoredScore = {
  readonly score: number | null;
  readonly signals: readonly StoredSignal[];
  readonly scoredAt: Date;
  readonly leftOut: LeftOut;
};

/** Null until the panelist is scored for the first time. */
export async function qualityOf(db: Queries, panelistId: string): Promise<StoredScore | null> {
  const [scored, leftOut] = await Promise.all([
    db.one<Omit<StoredScore, 'leftOut'>>(sql`
      select score, signals, scored_at as "scoredAt" from quality_scores
      where panelist_id = ${panelistId} and scored_at is not null`),
    leftOutOf(db, [panelistId]),
  ]);
  return scored ? { ...scored, leftOut: leftOut.get(panelistId) ?? {} } : null;
}

/** What was left out, by panelist. */
export async function leftOutOf(db: Queries, panelistIds: readonly string[]): Promise<ReadonlyMap<string, LeftOut>> {
  const rows = await db.many<{ panelistId: string; signal: Signal; until: Date }>(sql`
    select panelist_id as "panelistId", signal, until from quality_left_out where panelist_id = any(${panelistIds}::uuid[])`);
  return rows.reduce(
    (byId, { panelistId, signal, until }) => byId.set(panelistId, { ...byId.get(panelistId), [signal]: until }),
    new Map<string, LeftOut>(),
  );
}

export const leaveOut = (tx: Tx, panelistId: string, signal: string, until: Date) =>
  tx.run(sql`
    insert into quality_left_out (panelist_id, signal, until) values (${panelistId}, ${signal}, ${until})
    on conflict (panelist_id, signal) do update set until = excluded.until`);

export const writeScores = (tx: Tx, scores: ReadonlyMap<string, QualityScore>, at: Date) =>
  tx.run(sql`
    insert into quality_scores (panelist_id, score, signals, scored_at, due_at)
    select n.id, n.score, n.signals::jsonb, ${at}::timestamptz, ${addMs(at, RESCORED_DAYS * DAY_MS)}::timestamptz
    from unnest(
      ${[...scores.keys()]}::uuid[], ${[...scores.values()].map(({ score }) => score)}::smallint[],
      ${[...scores.values()].map(({ signals }) => JSON.stringify(signals))}::text[]
    ) as n (id, score, signals)
    on conflict (panelist_id) do update set score = excluded.score, signals = excluded.signals, scored_at = excluded.scored_at,
      due_at = excluded.due_at`);

/** The panelists who are due and not set aside, the longest wait first. */
export const scoresDue = (db: Queries, at: Date, limit: number): Promise<string[]> =>
  db.column(sql`
    select panelist_id as id from quality_scores
    where due_at <= ${at} and ${isNotSetAside('quality', sql`panelist_id::text`, at)} order by due_at limit ${limit}`);

/** Locks those of these who are due. Another worker takes others. */
export const lockDue = (tx: Tx, panelistIds: readonly string[], at: Date): Promise<string[]> =>
  tx.column(sql`
    select panelist_id as id from quality_scores where panelist_id = any(${panelistIds}::uuid[]) and due_at <= ${at}
    for update skip locked`);

/** Puts panelists into the queue who are new, were active, or were judged by a partner or an operator since their last score. Reads whole tables. */
export async function queueNews(tx: Tx, at: Date): Promise<void> {
  await tx.run(
    sql`
    insert into quality_scores (panelist_id, due_at)
    select p.id, ${at}::timestamptz from panelists p
    where not exists (select from quality_scores q where q.panelist_id = p.id)
    on conflict (panelist_id) do nothing`,
    sql`
    update quality_scores q set due_at = ${at}
    from panelists p where p.id = q.panelist_id and p.last_active_at > q.scored_at and q.due_at > ${at}`,
    sql`
    update quality_scores q set due_at = ${at}
    from survey_sessions s join partner_events e on e.session_id = s.id
    where e.received_at >= ${addMs(at, -RECENT_MS)} and s.panelist_id = q.panelist_id and e.received_at > q.scored_at and q.due_at > ${at}`,
    sql`
    update quality_scores q set due_at = ${at}
    from disputes d where d.panelist_id = q.panelist_id and d.answered_at > q.scored_at and q.due_at > ${at}`,
  );
}
/** Longer than the worker ever stops. After that a panelist is scored again anyway. */
const RECENT_MS = RESCORED_DAYS * DAY_MS;

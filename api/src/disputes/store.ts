/** Panelists' reports about surveys, and their answers. */
import { ANSWERED_BY_CREDIT, type DisputeKind, type DisputeState } from '@panel/domain/disputes/disputes';
import type { Outcome } from '@panel/domain/partners/outcomes';
import type { Partner } from '@panel/domain/partners/partners';
import { CONFIRMED_MEANWHILE } from '@panel/domain/wording/report';
import type { PricedSession } from '../partners/store.ts';
import { type Database, type Queries, sql, type Tx } from '../platform/database/database.ts';
import { isNotSetAside, processItems } from '../platform/failed-items.ts';
import { isUnreadable, openOrNull } from '../platform/security/panelist-keys.ts';
import { type Vault, vaultLabel } from '../platform/security/vault.ts';

type DisputeOutcome = Extract<DisputeState, 'credited' | 'declined'>;

type NewDispute = {
  readonly panelistId: string;
  readonly sessionId: string;
  readonly kind: DisputeKind;
  readonly wordsSealed: Buffer | null;
};

export const insertDispute = (tx: Tx, { panelistId, sessionId, kind, wordsSealed }: NewDispute, at: Date) =>
  tx.run(sql`
    insert into disputes (session_id, panelist_id, kind, words_sealed, reported_at)
    values (${sessionId}, ${panelistId}, ${kind}, ${wordsSealed}, ${at})`);

export const isReported = (tx: Tx, panelistId: string, sessionId: string): Promise<boolean> =>
  tx.value(sql`select exists (select from disputes where session_id = ${sessionId} and panelist_id = ${panelistId})`);

type Dispute = {
  readonly id: string;
  readonly sessionId: string;
  readonly panelistId: string;
  readonly wordsSealed: Buffer | null;
  readonly answer: string | null;
  readonly earlierAnswer: string | null;
};

/** The name that operators know a dispute by. */
export const disputeName = (id: string): string => `D-${id}`;
const idOf = (name: string): string | null => /^D-(\d{1,15})$/.exec(name)?.[1] ?? null;

export const findDispute = (db: Queries, name: string): Promise<Dispute | undefined> =>
  db.one<Dispute>(sql`
    select id, session_id as "sessionId", panelist_id as "panelistId", words_sealed as "wordsSealed", answer,
      earlier_answer as "earlierAnswer"
    from disputes where id = ${idOf(name)}::bigint`);

/** Locks an open dispute until the transaction ends. */
export const lockOpenDispute = (tx: Tx, name: string): Promise<Pick<Dispute, 'id' | 'sessionId'> | undefined> =>
  tx.one(sql`
    select id, session_id as "sessionId" from disputes
    where id = ${idOf(name)}::bigint and answered_at is null for no key update`);

export const answerDispute = (tx: Tx, id: string, outcome: DisputeOutcome, answer: string, at: Date) =>
  tx.run(sql`
    update disputes set outcome = ${outcome}, answer = ${answer}, answered_at = ${at} where id = ${id}`);

/** Whether the session of a dispute has a reward that wasn't taken back. */
export const isPaid = (tx: Tx, sessionId: string): Promise<boolean> =>
  tx.value(sql`select exists (select from rewards where session_id = ${sessionId} and state <> 'reversed')`);

export const assignDispute = (tx: Tx, id: string, account: string | null) =>
  tx.run(sql`update disputes set assigned_to = ${account} where id = ${id}`);

/** Returns false if the dispute isn't closed. */
export const reopenDispute = async (tx: Tx, name: string, account: string, at: Date): Promise<boolean> =>
  (await tx.run(sql`
    update disputes set outcome = null, answer = null, answered_at = null, partner_asked_at = null, earlier_answer = answer,
      assigned_to = ${account}, reopened_at = ${at}
    where id = ${idOf(name)}::bigint and answered_at is not null`)) > 0;

export const recordPartnerAsked = (tx: Tx, id: string, at: Date) =>
  tx.run(sql`update disputes set partner_asked_at = ${at} where id = ${id}`);

/** About a missing reward whose session was credited since. People answer one that was reopened. */
const IS_CONFIRMED = sql`
  answered_at is null and reopened_at is null and kind = any(${ANSWERED_BY_CREDIT}::text[]) and exists (
    select from rewards r
    join transfers t on t.subject = r.id and t.kind in ('earned', 'reinstated')
    where r.session_id = d.session_id and r.state <> 'reversed' and t.at >= d.reported_at)`;

/** Answers the disputes that were confirmed. Returns their number. */
export const answerConfirmedDisputes = (database: Database, at: Date): Promise<number> =>
  processItems(database, at, {
    job: 'disputes',
    find: async () =>
      (
        await database.column<string>(sql`
          select id from disputes d where ${IS_CONFIRMED} and ${isNotSetAside('disputes', sql`'D-' || d.id`, at)}`)
      ).map(disputeName),
    process: (names) =>
      database.run(sql`
        update disputes d set outcome = 'credited', answer = ${CONFIRMED_MEANWHILE}, answered_at = ${at}
        where id = any(${names.map(idOf)}::bigint[]) and ${IS_CONFIRMED}`),
  });

/** Assumption: retention. Kept as long as the partners' events about the survey. Returns the number of disputes deleted. */
export const deleteDisputesBefore = (database: Database, before: Date, limit: number): Promise<number> =>
  database.run(sql`
    delete from disputes
    where id = any(array(select id from disputes where answered_at < ${before} order by answered_at limit ${limit}))`);

export type DisputeListRow = PricedSession & {
  readonly id: string;
  readonly kind: DisputeKind;
  readonly partner: Partner;
  readonly reportedAt: Date;
  readonly openSince: Date;
  readonly assignedTo: string | null;
  readonly partnerAskedAt: Date | null;
  readonly outcome: DisputeOutcome | null;
  readonly answeredAt: Date | null;
  readonly lastReported: Outcome | null;
};

type DisputeList = { readonly isOpen: boolean; readonly since: Date } | { readonly name: string };

/** The open disputes, or those answered since a time, or the one with a name; the longest wait first. */
export function listDisputes(db: Queries, list: DisputeList): Promise<DisputeListRow[]> {
  const [isOpen, since, id] = 'name' in list ? [null, null, idOf(list.name)] : [list.isOpen, list.since, null];
  return db.many<DisputeListRow>(sql`
    select d.id, d.kind, s.partner, d.reported_at as "reportedAt", coalesce(d.reopened_at, d.reported_at) as "openSince",
      d.assigned_to as "assignedTo", d.partner_asked_at as "partnerAskedAt", d.outcome,
      d.answered_at as "answeredAt", r.amount as reward, r.state,
      coalesce(r.share_ppm, s.share_ppm) as "sharePpm", coalesce(r.zar_per_usd_micros, s.zar_per_usd_micros) as "zarPerUsdMicros", e.usd_micros as "usdMicros", e.last_reported as "lastReported"
    from (
      select * from disputes o where ${isOpen} and o.answered_at is null
      union all
      (select * from disputes a where not ${isOpen} and a.answered_at > ${since} order by a.answered_at desc limit ${MAX_LISTED})
      union all
      select * from disputes n where n.id = ${id}::bigint
    ) d
    cross join lateral (
      select b.partner, b.share_ppm, b.zar_per_usd_micros from survey_sessions b where b.id = d.session_id limit 1
    ) s
    left join lateral (
      select b.amount, b.state, b.share_ppm, b.zar_per_usd_micros from rewards b where b.session_id = d.session_id limit 1
    ) r on true
    cross join lateral (
      select
        coalesce(max(b.usd_micros) filter (where b.outcome = 'complete'), max(b.usd_micros) filter (where b.outcome = 'reinstated')) as usd_micros,
        (array_agg(b.outcome order by b.id desc) filter (where b.trust = 'verified'))[1] as last_reported
      from partner_events b where b.session_id = d.session_id and b.outcome is not null
    ) e
    order by coalesce(d.reopened_at, d.reported_at), d.id`);
}
const MAX_LISTED = 1000;

/** Oldest first. */
export const openDisputes = async (db: Queries): Promise<{ readonly name: string; readonly openSince: Date }[]> =>
  (
    await db.many<{ id: string; openSince: Date }>(sql`
      select id, coalesce(reopened_at, reported_at) as "openSince" from disputes where answered_at is null order by 2, 1`)
  ).map(({ id, openSince }) => ({ name: disputeName(id), openSince }));

type PanelistDispute = Omit<Dispute, 'panelistId'> & {
  readonly kind: DisputeKind;
  readonly reportedAt: Date;
  readonly partnerAskedAt: Date | null;
  readonly outcome: DisputeOutcome | null;
  readonly answeredAt: Date | null;
  readonly reopenedAt: Date | null;
};

/** Everything that a panelist has reported, newest first. */
export const disputesOf = (db: Queries, panelistId: string) =>
  db.many<PanelistDispute>(sql`
    select id, session_id as "sessionId", kind, words_sealed as "wordsSealed", reported_at as "reportedAt",
      partner_asked_at as "partnerAskedAt", outcome, answer, answered_at as "answeredAt", reopened_at as "reopenedAt",
      earlier_answer as "earlierAnswer"
    from disputes where panelist_id = ${panelistId} order by id desc`);

/** The same with the panelist's text, which needs the panelist's key. */
export async function disputesWithWords(db: Queries, vault: Vault, panelistId: string) {
  const rows = await disputesOf(db, panelistId);
  const opener = rows.some(({ wordsSealed }) => wordsSealed) ? await vault.panelistKeys.opener(panelistId) : null;
  return rows.map(({ wordsSealed, ...row }) => ({
    ...row,
    words: opener && wordsSealed ? openOrNull(opener, vaultLabel.disputeWords(row.sessionId), wordsSealed) : '',
  }));
}

/** The panelist's text; empty if there is none, null if it can't be read, including while the key store is down. */
export async function wordsOf(vault: Vault, { panelistId, sessionId, wordsSealed }: Dispute): Promise<string | null> {
  if (!wordsSealed) return '';
  try {
    const opener = await vault.panelistKeys.opener(panelistId);
    return opener.open(vaultLabel.disputeWords(sessionId), wordsSealed);
  } catch (error) {
    if (isUnreadable(error)) return null;
    throw error;
  }
}

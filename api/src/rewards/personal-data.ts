/** A panelist's money as stored, in cents, for a panelist's request for stored data. */
import { type Queries, sql } from '../platform/database/database.ts';

/** A PIN is cash, so it isn't included; a panelist who lost one has it sent again. */
export async function moneyOf(db: Queries, panelistId: string): Promise<object> {
  return {
    wallet: await db.one(sql`
      select pending, available, reserved, owed, earned, is_of_returner as "isOfReturner" from wallets
      where panelist_id = ${panelistId}`),
    rewards: await db.many(sql`
      select r.partner, r.survey_id as survey, r.session_id as session, r.amount, r.usd_micros as "usdMicros",
        r.share_ppm as "sharePpm", r.zar_per_usd_micros as "zarPerUsdMicros", r.state, r.earned_at as "earnedAt",
        r.release_at as "releaseAt", r.released_at as "releasedAt"
      from wallets w join rewards r on r.wallet_id = w.id where w.panelist_id = ${panelistId} order by r.earned_at`),
    thankYous: await db.many(sql`
      select k.session_id as session, k.amount, k.at
      from wallets w join thank_yous k on k.wallet_id = w.id where w.panelist_id = ${panelistId} order by k.at`),
    withdrawals: await db.many(sql`
      select d.amount, d.state, d.reference, d.requested_at as "requestedAt", d.first_sent_at as "firstSentAt",
        d.unanswered_at as "unansweredAt", d.outcome_code as "outcomeCode", d.ended_at as "endedAt",
        d.settled_at as "settledAt", d.unreachable_since as "unreachableSince"
      from wallets w join withdrawals d on d.wallet_id = w.id where w.panelist_id = ${panelistId} order by d.requested_at`),
    vouchers: await db.many(sql`
      select v.serial_last4 as "serialEnds", v.issuer_transaction as transaction, v.expires_on::text as "expiresOn",
        v.issued_at as "issuedAt"
      from wallets w join withdrawals d on d.wallet_id = w.id join vouchers v on v.withdrawal_id = d.id
      where w.panelist_id = ${panelistId} order by v.issued_at`),
    books: await db.many(sql`
      select t.kind, t.at, p.account, p.amount
      from wallets w join transfers t on t.wallet_id = w.id join postings p on p.transfer_id = t.id
      where w.panelist_id = ${panelistId} order by t.id`),
  };
}

/** What the issuer's files say about it, and what operators did about that. Only operators' processes may read those tables. */
export async function settlementsOf(db: Queries, panelistId: string): Promise<object> {
  return {
    settlements: await db.many(sql`
      select t.reference, t.amount, t.serial_last4 as "serialEnds", t.transaction, t.read_at as "readAt"
      from wallets w join withdrawals d on d.wallet_id = w.id join settlements t on t.reference = d.reference
      where w.panelist_id = ${panelistId} order by t.read_at`),
    settlementRows: await db.many(sql`
      select r.reference, r.transaction, r.theirs, r.ours, r.verdict
      from wallets w join withdrawals d on d.wallet_id = w.id join settlement_rows r on r.reference = d.reference
      where w.panelist_id = ${panelistId} order by r.file_id`),
    writtenOff: await db.many(sql`
      select o.reference, o.transaction, o.amount, o.written_off_at as "writtenOffAt"
      from wallets w join withdrawals d on d.wallet_id = w.id join settlement_write_offs o on o.reference = d.reference
      where w.panelist_id = ${panelistId} order by o.written_off_at`),
    questionsToIssuer: await db.many(sql`
      select q.reference, q.asked_at as "askedAt"
      from wallets w join withdrawals d on d.wallet_id = w.id join issuer_questions q on q.reference = d.reference
      where w.panelist_id = ${panelistId} order by q.id`),
  };
}

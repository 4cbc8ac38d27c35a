/** What partners reported about a panelist's sessions, for a panelist's request for stored data. */
import { type Queries, sql } from '../platform/database/database.ts';

type Report = { readonly id: string };

/** Every event of a panelist's sessions, oldest first. */
export const partnerReportsOf = (db: Queries, panelistId: string): Promise<Report[]> =>
  db.many<Report>(sql`
    select e.id, e.session_id as session, e.partner, e.outcome, e.raw_code as code, e.survey_id as survey,
      e.usd_micros as "usdMicros", e.reason, e.trust, e.effect, e.received_at as "receivedAt"
    from survey_sessions s join partner_events e on e.session_id = s.id
    where s.panelist_id = ${panelistId} order by e.id`);

/** The lines about them in partners' statements. */
export const statementLinesOf = (db: Queries, panelistId: string): Promise<object[]> =>
  db.many(sql`
    select r.session_id as session, r.verdict, r.amount, r.applied_at as "appliedAt"
    from survey_sessions s join partner_statement_rows r on r.session_id = s.id
    where s.panelist_id = ${panelistId} order by r.statement_id`);

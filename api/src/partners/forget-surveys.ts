import { sql, type Tx } from '../platform/database/database.ts';

/** Removes which surveys a departing panelist was sent to, also as digests. The tombstone names the paid ones, and must not lead to sessions. */
export async function forgetSurveys(tx: Tx, panelistId: string): Promise<void> {
  await tx.many(sql`
    update survey_sessions set survey_id = null where panelist_id = ${panelistId} and survey_id is not null`);
  await tx.many(sql`
    update partner_events e set survey_id = null, digest = '' from survey_sessions s
    where s.panelist_id = ${panelistId} and e.session_id = s.id`);
}

import { sql, type Tx } from '../platform/database/database.ts';

/** Takes out which surveys a panelist who leaves was sent to: the tombstone names those that were paid, and must lead to nobody's sessions, nor by a digest that was made of the survey's name. */
export async function forgetSurveys(tx: Tx, panelistId: string): Promise<void> {
  await tx.many(sql`
    update survey_sessions set survey_id = null where panelist_id = ${panelistId} and survey_id is not null`);
  await tx.many(sql`
    update partner_events e set survey_id = null, digest = '' from survey_sessions s
    where s.panelist_id = ${panelistId} and e.session_id = s.id`);
}

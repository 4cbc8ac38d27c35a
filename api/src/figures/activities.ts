/** What a panelist took part in: what also sets `last_active_at`. */
import { type Statement, sql } from '../platform/database/database.ts';

/** Selects `panelist_id` and `at` of each answer, entry and opening between two times. */
export const activitiesStatement = (from: Date, to: Date): Statement =>
  sql`
    select s.panelist_id, s.submitted_at as at from submissions s where s.submitted_at >= ${from} and s.submitted_at < ${to}
    union all
    select e.panelist_id, e.created_at from survey_sessions e
    where e.created_at >= ${from} and e.created_at < ${to} and e.panelist_id is not null
    union all
    select i.panelist_id, i.opened_at from task_invitations i where i.opened_at >= ${from} and i.opened_at < ${to}`;

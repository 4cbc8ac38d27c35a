/** A panel member is a panelist whose status is approved. Few are not, so an index finds those. */
import { type Queries, type Statement, sql } from '../platform/database/database.ts';

/** A condition on `panelist_id`. */
export const IS_MEMBER: Statement = sql`
  not exists (select from panelists n where n.id = panelist_id and n.status <> 'approved')`;

export const countMembers = (db: Queries): Promise<number> =>
  db.value(sql`
    select (select count(*) from panelists)::int - (select count(*) from panelists where status <> 'approved')::int as count`);

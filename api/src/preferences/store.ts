import { type Queries, type Statement, sql } from '../platform/database/database.ts';

/** Undefined if no preference is stored. */
export const researchPreference = (db: Queries, panelistId: string) =>
  db.one<{ receive: boolean; updatedAt: Date }>(sql`
    select receive, updated_at as "updatedAt" from preferences
    where panelist_id = ${panelistId} and preference = 'research'`);

export const setResearchPreferenceStatement = (panelistId: string, receive: boolean, at: Date): Statement =>
  sql`
    insert into preferences (panelist_id, preference, receive, updated_at)
    values (${panelistId}, 'research', ${receive}, ${at})
    on conflict (panelist_id, preference) do update set receive = excluded.receive, updated_at = excluded.updated_at`;

/** Every preference of a panelist, as stored. */
export const preferencesOf = (db: Queries, panelistId: string): Promise<object[]> =>
  db.many(sql`
    select preference, receive, updated_at as "updatedAt" from preferences where panelist_id = ${panelistId}`);

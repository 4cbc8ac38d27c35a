import { addMonths } from '@panel/domain/calendar';
import { OPENINGS_SHOWN_MONTHS, PROFILE_ACTS, type ProfileOpening } from '@panel/domain/panelists/your-data';
import { type Queries, sql } from '../platform/database/database.ts';

/** Which operators opened a profile in the last 12 months, newest first: the role, never the name or the operator's words. */
export async function openingsOf(db: Queries, panelistId: string, at: Date): Promise<ProfileOpening[]> {
  const rows = await db.many<{ operation: keyof typeof PROFILE_ACTS; role: string | null; at: Date }>(sql`
    select operation, role, at from profile_openings
    where panelist = ${panelistId} and operation = any(${Object.keys(PROFILE_ACTS)}::text[])
      and at >= ${addMonths(at, -OPENINGS_SHOWN_MONTHS)}
    order by at desc`);
  return rows.map(({ operation, role, at: openedAt }) => ({
    act: PROFILE_ACTS[operation],
    role,
    at: openedAt.toISOString(),
  }));
}

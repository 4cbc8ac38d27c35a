import { addMonths } from '@panel/domain/calendar';
import {
  OPENINGS_SHOWN_MONTHS,
  PROFILE_ACTS,
  type ProfileAct,
  type ProfileOpening,
} from '@panel/domain/panelists/your-data';
import { type Queries, sql } from '../platform/database/database.ts';

const ACTS: readonly (readonly [command: string, act: ProfileAct])[] = Object.entries(PROFILE_ACTS);
/** 'disputes show D-7' names the report. */
const isCommand = (text: string, command: string): boolean => text === command || text.startsWith(`${command} `);

/** Which operators opened a profile in the last 12 months, newest first: the role, never the name or the operator's words. */
export async function openingsOf(db: Queries, panelistId: string, at: Date): Promise<ProfileOpening[]> {
  const rows = await db.many<{ command: string; role: string | null; at: Date }>(sql`
    select command, role, at from profile_openings
    where panelist = ${panelistId} and at >= ${addMonths(at, -OPENINGS_SHOWN_MONTHS)} order by at desc`);
  return rows.flatMap(({ command, role, at: openedAt }) =>
    ACTS.filter(([name]) => isCommand(command, name)).map(([, act]) => ({ act, role, at: openedAt.toISOString() })),
  );
}

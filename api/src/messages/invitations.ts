import { addMonths } from '@panel/domain/calendar';
import { ACTIVE_MONTHS } from '@panel/domain/panelists/rules';
import { EVERY_MONTHS, SURVEYS } from '@panel/domain/profiling/schedule';
import type { Dependencies } from '../dependencies.ts';
import { sql } from '../platform/database.ts';

/**
 * Invites who has a profiling survey due to answer it, once for each time it falls due. Only approved, opted-in, active
 * panelists; whether they still are is asked again when the invitation leaves.
 */
export async function inviteToDueSurveys({ database, clock }: Dependencies, most = 200): Promise<number> {
  const at = clock.now();
  let invited = 0;
  for (const survey of SURVEYS) {
    const months = survey === 'second-round' ? 0 : EVERY_MONTHS[survey];
    const rows = await database.transaction((tx) =>
      tx.many(sql`
        insert into messages (id, kind, subject, panelist_id, state, created_at, next_attempt_at)
        select gen_random_uuid(), 'invitation', subject, id, 'waiting', ${at}, ${at}
        from (
          select p.id, p.id || ':' || ${survey}::text || ':' || to_char(due.at, 'YYYY-MM-DD') as subject
          from panelists p
          join preferences r on r.panelist_id = p.id and r.preference = 'research' and r.receive
          cross join lateral (
            select max(submitted_at) as at from submissions s where s.panelist_id = p.id and s.questionnaire = ${survey}
          ) last
          cross join lateral (
            select (coalesce(last.at, p.registered_at) at time zone 'Africa/Johannesburg' + ${months} * interval '1 month')
              at time zone 'Africa/Johannesburg' as at
          ) due
          where p.status = 'approved' and p.last_active_at > ${addMonths(at, -ACTIVE_MONTHS)}
            and due.at <= ${at} and (${survey} <> 'second-round' or last.at is null)
        ) found
        where not exists (select from messages m where m.kind = 'invitation' and m.subject = found.subject)
        limit ${most}
        on conflict (kind, subject) do nothing
        returning id`),
    );
    invited += rows.length;
  }
  return invited;
}

/** Counts for the nightly snapshot how good the completes of each month were, and how the panel scores. */
import { addDays, monthsUpTo, startOfDay } from '@panel/domain/calendar';
import type { MonthOfPartner } from '@panel/domain/console/quality-page';
import { SIGNAL_RULES } from '@panel/domain/quality/score';
import type { Counter } from '../figures/snapshots.ts';
import { sql } from '../platform/database/database.ts';

const MONTHS = 12;
/** `band` is the first digit of the score, 9 for 90 to 100; null for people without a score. */
export type ScoreBand = { readonly band: number | null; readonly people: number };

export const countQuality: Counter = async (tx, day) => {
  const ends = startOfDay(addDays(day, 1));
  const from = startOfDay(`${monthsUpTo(day.slice(0, 7), MONTHS)[0]}-01`);
  const { free } = SIGNAL_RULES.contradictions;
  return {
    'quality-months': await tx.many<MonthOfPartner>(sql`
      select to_char(s.completed_at at time zone 'Africa/Johannesburg', 'YYYY-MM') as month, s.partner, count(*)::int as completes,
        count(s.is_fast)::int as timed, count(*) filter (where s.is_fast)::int as fast,
        count(*) filter (where jsonb_path_exists(q.signals, '$[*] ? (@.signal == "contradictions" && @.against > $free)',
          jsonb_build_object('free', ${free}::int)))::int as contradictory,
        count(r.id)::int as rewarded, count(*) filter (where r.state = 'reversed')::int as reversed
      from survey_sessions s
      left join rewards r on r.session_id = s.id and r.earned_at < ${ends}
      left join quality_scores q on q.panelist_id = s.panelist_id
      where s.completed_at >= ${from} and s.completed_at < ${ends}
      group by 1, 2 order by 1 desc, 2`),
    'quality-scores': await tx.many<ScoreBand>(sql`
      select case when q.score is not null then least(q.score / 10, 9) end as band, count(*)::int as people
      from panelists p left join quality_scores q on q.panelist_id = p.id where p.status = 'approved' group by 1`),
  };
};

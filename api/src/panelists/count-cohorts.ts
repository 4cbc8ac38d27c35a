/** Counts how far a year's sign-ups got, month by month, for the nightly snapshot. */
import { addDays, monthsUpTo, startOfDay } from '@panel/domain/calendar';
import type { PanelPageData } from '@panel/domain/console/panel-pages';
import { activitiesStatement } from '../figures/activities.ts';
import type { Counter } from '../figures/snapshots.ts';
import { type Statement, sql } from '../platform/database/database.ts';

/** How many months the Panel page looks back. */
export const COHORT_MONTHS = 12;
export type CohortProgress = Omit<PanelPageData['cohorts'][number], 'people' | 'active'>;
export type CohortActivity = { readonly month: string; readonly activeIn: string; readonly people: number };

/** How many of a month's sign-ups answered the second round, completed a survey and were paid. */
const progressStatement = (from: Date, to: Date): Statement =>
  sql`
    select to_char(p.registered_at at time zone 'Africa/Johannesburg', 'YYYY-MM') as month,
      count(*) filter (
        where exists (
          select from submissions s where s.panelist_id = p.id and s.questionnaire = 'second-round' and s.submitted_at < ${to}))::int as profiled,
      count(*) filter (where exists (select from rewards r where r.wallet_id = w.id and r.earned_at < ${to}))::int as completed,
      count(*) filter (
        where exists (select from withdrawals d where d.wallet_id = w.id and d.state = 'paid' and d.ended_at < ${to}))::int as withdrew
    from panelists p join wallets w on w.panelist_id = p.id
    where p.registered_at >= ${from} and p.registered_at < ${to} group by 1`;

/** How many of a month's sign-ups were active in each later month. */
const activityStatement = (from: Date, to: Date): Statement =>
  sql`
    select to_char(p.registered_at at time zone 'Africa/Johannesburg', 'YYYY-MM') as month, a.month as "activeIn", count(*)::int as people
    from panelists p
    join (
      select distinct t.panelist_id, to_char(t.at at time zone 'Africa/Johannesburg', 'YYYY-MM') as month
      from (${activitiesStatement(from, to)}) t
    ) a on a.panelist_id = p.id
    where p.registered_at >= ${from} and p.registered_at < ${to} group by 1, 2`;

export const countCohorts: Counter = async (tx, day) => {
  const [from, to] = [startOfDay(`${monthsUpTo(day.slice(0, 7), COHORT_MONTHS)[0]}-01`), startOfDay(addDays(day, 1))];
  return {
    cohorts: await tx.many<CohortProgress>(progressStatement(from, to)),
    'cohort-activity': await tx.many<CohortActivity>(activityStatement(from, to)),
  };
};

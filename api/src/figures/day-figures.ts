/** Counts the figures of a South African day from the rows. Each statement selects the same columns, `FIGURE_COLUMNS`. */
import { addDays, startOfDay } from '@panel/domain/calendar';
import { addMs, DAY_MS } from '@panel/domain/durations';
import type { Partner } from '@panel/domain/partners/partners';
import type { Account, TransferKind } from '@panel/domain/rewards/money';
import { type Statement, sql } from '../platform/database/database.ts';
import { activitiesStatement } from './activities.ts';

/** A panelist is active if they took part in this many days. */
export const ACTIVE_DAYS = [7, 30, 90, 365] as const;
/** One cent, in dollar micros times micros of rand per dollar. */
export const MICROS_PRODUCT_PER_CENT = 10_000_000_000n;

/** What a figure is of. A part that it doesn't distinguish is empty. */
export type FigureOf = {
  readonly figure: string;
  readonly partner: Partner | '';
  readonly kind: TransferKind | '';
  readonly account: Account | '';
  /** A status, a number of days, a callback's trust, a code, or the month in which a reward was earned. */
  readonly detail: string;
};
export const FIGURE_COLUMNS = ['figure', 'partner', 'kind', 'account', 'detail'] as const;

type Period = { readonly starts: Date; readonly ends: Date };

const panelFigures = ({ starts, ends }: Period): Statement[] => {
  const since = ACTIVE_DAYS.map((days) => addMs(ends, -days * DAY_MS));
  const longest = addMs(ends, -Math.max(...ACTIVE_DAYS) * DAY_MS);
  return [
    sql`
      select 'sign-ups', '', '', '', '', count(*) from panelists where registered_at >= ${starts} and registered_at < ${ends}`,
    sql`select 'size', '', '', '', status, count(*) from panelists where registered_at < ${ends} group by status`,
    sql`
      select 'active', '', '', '', w.days::text, count(*)
      from (
        select a.panelist_id, max(a.at) as at from (
          select id as panelist_id, registered_at as at from panelists where registered_at >= ${longest} and registered_at < ${ends}
          union all
          ${activitiesStatement(longest, ends)}
        ) a group by a.panelist_id
      ) a
      join panelists p on p.id = a.panelist_id and p.status = 'approved'
      join unnest(${ACTIVE_DAYS}::int[], ${since}::timestamptz[]) as w (days, since) on a.at >= w.since
      group by w.days`,
  ];
};

const partnerFigures = ({ starts, ends }: Period): Statement[] => [
  sql`
    select 'completes', partner, '', '', '', count(*) from survey_sessions where completed_at >= ${starts} and completed_at < ${ends} group by partner`,
  sql`
    select 'callbacks', partner, '', '', trust, count(*) from partner_events
    where received_at >= ${starts} and received_at < ${ends} and trust <> 'by-hand' group by partner, trust`,
  sql`
    select 'technical-codes', partner, '', '', raw_code, count(*) from partner_events
    where received_at >= ${starts} and received_at < ${ends} and outcome = 'technical' and raw_code is not null group by partner, raw_code`,
  // How much more partners owe at the end of the day than at its beginning, in cents. They owe for a completion that we have with its price
  // in rand, unless it is reversed: a withheld one when two people credit it, one credited by hand when the partner confirms it.
  sql`
    select 'owed-by-partner', o.partner, '', '', '',
      sum(o.usd_micros::numeric * o.zar_per_usd_micros / ${MICROS_PRODUCT_PER_CENT}::numeric * (o.is_owed::int - o.was_owed::int))::bigint
    from (
      select r.*,
        greatest(r.earned_at, s.completed_at) < ${ends} and c.reversals_after = 0 as is_owed,
        greatest(r.earned_at, s.completed_at) < ${starts} and c.reversals_before = 0 as was_owed
      from rewards r join survey_sessions s on s.id = r.session_id and s.completed_at < ${ends}
      cross join lateral (
        select coalesce(sum(case t.kind when 'reversed' then 1 else -1 end) filter (where t.at < ${starts}), 0) as reversals_before,
          coalesce(sum(case t.kind when 'reversed' then 1 else -1 end), 0) as reversals_after
        from transfers t
        where t.subject = r.id and t.kind in ('reversed', 'reinstated') and t.at < ${ends}
      ) c
      where r.id in (
        select d.id from rewards d where d.earned_at >= ${starts} and d.earned_at < ${ends}
        union
        select d.id from survey_sessions e join rewards d on d.session_id = e.id where e.completed_at >= ${starts} and e.completed_at < ${ends}
        union
        select t.subject from transfers t
        where t.at >= ${starts} and t.at < ${ends} and t.kind in ('reversed', 'reinstated'))
    ) o
    where o.is_owed <> o.was_owed
    group by o.partner`,
];

const MONTH_EARNED = sql`to_char(r.earned_at at time zone 'Africa/Johannesburg', 'YYYY-MM')`;

const moneyFigures = ({ starts, ends }: Period): Statement[] => [
  sql`
    select f.figure, '', t.kind, p.account, '', case f.figure when 'moved' then sum(p.amount)::bigint else count(*) end
    from transfers t join postings p on p.transfer_id = t.id cross join (values ('moved'), ('transfers')) as f (figure)
    where t.at >= ${starts} and t.at < ${ends} group by f.figure, t.kind, p.account`,
  sql`
    select 'corrected-cents-of-month', r.partner, '', '', ${MONTH_EARNED}, sum(p.amount)::bigint
    from transfers t
    join rewards r on r.id = t.subject
    join postings p on p.transfer_id = t.id and p.account = 'partner:' || r.partner
    where t.at >= ${starts} and t.at < ${ends} and t.kind = 'corrected' group by r.partner, ${MONTH_EARNED}`,
  // Rewards reversed minus those reinstated, and their cents, by the month in which they were earned.
  sql`
    select f.figure, r.partner, '', '', ${MONTH_EARNED},
      case f.figure when 'reversed-of-month' then sum(case t.kind when 'reversed' then 1 else -1 end) else sum(p.amount)::bigint end
    from transfers t
    join rewards r on r.id = t.subject
    join postings p on p.transfer_id = t.id and p.account = 'partner:' || r.partner
    cross join (values ('reversed-of-month'), ('reversed-cents-of-month')) as f (figure)
    where t.at >= ${starts} and t.at < ${ends} and t.kind in ('reversed', 'reinstated') group by f.figure, r.partner, ${MONTH_EARNED}`,
];

/** The panel comes last: its sign-ups mark a day whose figures were counted. */
const PARTS = { partners: partnerFigures, money: moneyFigures, panel: panelFigures } as const;
export type DayPart = keyof typeof PARTS;
export const DAY_PARTS: readonly DayPart[] = ['partners', 'money', 'panel'];

/** Selects `FIGURE_COLUMNS` and `value`. */
export function figuresStatement(day: string, parts: readonly DayPart[]): Statement {
  const period = { starts: startOfDay(day), ends: startOfDay(addDays(day, 1)) };
  const named = sql`select '' as figure, '' as partner, '' as kind, '' as account, '' as detail, 0::bigint as value where false`;
  return parts.flatMap((part) => PARTS[part](period)).reduce((all, figures) => sql`${all} union all ${figures}`, named);
}

/** Can't be recounted later, because profiles are deleted and statuses change. Rejected callbacks are deleted too. */
const COUNTED_ONCE: readonly string[] = ['sign-ups', 'size', 'active'];

export const canBeCountedAgain = ({ figure, detail }: FigureOf): boolean =>
  !COUNTED_ONCE.includes(figure) && !(figure === 'callbacks' && detail === 'failed');

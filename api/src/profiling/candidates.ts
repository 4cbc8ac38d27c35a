/** Which of the panelists of a sample may be contacted now: looked up one by one, or for a sample of much of the panel all at once. */
import { contactablePanelistsStatement } from '../identity/contactable.ts';
import {
  ALLOW_FULL_SCANS,
  type Database,
  type Parts,
  type Statement,
  selectWhere,
  sql,
} from '../platform/database/database.ts';

export type Contacting = {
  /** Excludes panelists with a lower quality score. Those without a score stay. */
  readonly qualityFrom: number | null;
  /** Excludes panelists who were last active before this. */
  readonly activeSince: Date;
  /** Excludes panelists contacted since then. */
  readonly askedSince: Date | null;
  /** Excludes panelists who were contacted this often since then. */
  readonly contacts: { readonly since: Date; readonly below: number };
  /** Excludes panelists who took part in this task. */
  readonly notInTask: string | null;
};

type Query = {
  readonly conditions: readonly Statement[];
  readonly survivors: Statement;
};

const NEVER = new Date('9999-01-01');

/** The parts up to `candidates`: the remaining panelists, and whether each may be contacted now. */
function candidatesOf({ survivors }: Query, contacting: Contacting): Parts {
  const { qualityFrom, activeSince, askedSince, contacts, notInTask } = contacting;
  const asked = askedSince ?? NEVER;
  return {
    survivors,
    contactable: contactablePanelistsStatement(activeSince),
    candidates: sql`
      select s.panelist_id, s.cell, b.panelist_id as edge_id, b.sealed, c.panelist_id is not null as is_contactable,
        -- Few are low, and an index has them.
        s.panelist_id in (select q.panelist_id from quality_scores q where q.score < ${qualityFrom}::int) as is_low,
        k.asked > 0 as was_asked, k.in_week >= ${contacts.below} as is_over_cap,
        exists (
          select from task_invitations t where t.task = ${notInTask} and t.panelist_id = c.panelist_id and t.opened_at is not null
        ) as took_part
      from survivors s
      left join contactable c on c.panelist_id = s.panelist_id
      left join lateral (
        select count(*) filter (where m.created_at >= ${asked}) as asked, count(*) filter (where m.created_at >= ${contacts.since}) as in_week
        from messages m
        where m.panelist_id = c.panelist_id and m.kind in ('invitation', 'task', 'task-reminder') and m.state <> 'dropped'
          and m.created_at >= ${asked < contacts.since ? asked : contacts.since}
      ) k on true
      left join personal_answers b on b.panelist_id = case when s.is_edge then s.panelist_id end and b.question = 'dob'`,
  };
}

/** The same for much of the panel: each table is read once, and panelists are looked up in what was read. */
function candidatesOfMany({ survivors }: Query, contacting: Contacting): Parts {
  const { qualityFrom, activeSince, askedSince, contacts, notInTask } = contacting;
  return {
    survivors,
    contactable: contactablePanelistsStatement(activeSince),
    candidates: sql`
      select s.panelist_id, s.cell, case when s.is_edge then s.panelist_id end as edge_id,
        case when s.is_edge then
          (select a.sealed from personal_answers a where a.panelist_id = s.panelist_id and a.question = 'dob')
        end as sealed,
        -- Few are low, and an index has them.
        s.panelist_id in (select q.panelist_id from quality_scores q where q.score < ${qualityFrom}::int) as is_low,
        s.panelist_id in (select c.panelist_id from contactable c) as is_contactable,
        s.panelist_id in (
          select m.panelist_id from messages m
          where m.kind in ('invitation', 'task', 'task-reminder') and m.state <> 'dropped' and m.created_at >= ${askedSince ?? NEVER}
            and m.panelist_id is not null
        ) as was_asked,
        s.panelist_id in (
          select m.panelist_id from messages m
          where m.kind in ('invitation', 'task', 'task-reminder') and m.state <> 'dropped' and m.created_at >= ${contacts.since}
            and m.panelist_id is not null
          group by m.panelist_id having count(*) >= ${contacts.below}
        ) as is_over_cap,
        s.panelist_id in (
          select t.panelist_id from task_invitations t where t.task = ${notInTask} and t.opened_at is not null
        ) as took_part
      from survivors s`,
  };
}

/** From this many on, reading whole tables is cheaper than looking panelists up in indexes. */
const MANY = 20_000;

type Plan = { readonly 'QUERY PLAN': readonly { readonly Plan: { readonly 'Plan Rows': number } }[] };

/** By PostgreSQL's estimate, so that nothing is counted for it. */
async function areMany(database: Database, { conditions: [first, ...others] }: Query): Promise<boolean> {
  if (!first) return true;
  const plan = await database.one<Plan>(
    selectWhere(sql`explain (format json) select from profiles`, [first, ...others]),
  );
  return (plan?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0) >= MANY;
}

/** The index must return exact rows instead of whole pages, and what is read of a table must be kept. */
export const ENOUGH_MEMORY = sql`select set_config('work_mem', '64MB', true)`;
/** The best plan depends on how many match. */
const PLAN_FOR_VALUES = sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`;

/** `settings` are the first statements of the transaction that reads the candidates. */
export type Candidates = { readonly parts: Parts; readonly settings: readonly Statement[] };

export async function readingOf(database: Database, query: Query, contacting: Contacting): Promise<Candidates> {
  return (await areMany(database, query))
    ? {
        parts: candidatesOfMany(query, contacting),
        settings: [ALLOW_FULL_SCANS, ENOUGH_MEMORY, PLAN_FOR_VALUES],
      }
    : { parts: candidatesOf(query, contacting), settings: [ENOUGH_MEMORY] };
}

export const readWith = <Row>(
  database: Database,
  settings: readonly Statement[],
  statement: Statement,
): Promise<Row[]> =>
  database.transaction(async (tx) => {
    for (const setting of settings) await tx.many(setting);
    return tx.many<Row>(statement);
  });

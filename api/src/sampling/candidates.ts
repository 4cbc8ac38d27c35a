/** Why some of a sample's panelists can't be drawn now. */
import { type Statement, sql } from '../platform/database/database.ts';

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

export type Omission = 'low-quality' | 'not-contactable' | 'asked' | 'over-cap' | 'took-part';

/**
 * Each of `survivors`, with the first reason to leave them out, or none. `exists` lets PostgreSQL choose between looking people up
 * one by one and reading everyone once.
 */
export const candidatesStatement = (contacting: Contacting): Statement => {
  const { qualityFrom, activeSince, askedSince, contacts, notInTask } = contacting;
  return sql`
    select s.*, case
      when exists (select from quality_scores q where q.panelist_id = s.panelist_id and q.score < ${qualityFrom}::int) then 'low-quality'
      when s.reachable_at > ${activeSince} is not true then 'not-contactable'
      when exists (
        select from messages m
        where m.panelist_id = s.panelist_id and m.kind in ('invitation', 'task', 'task-reminder') and m.state <> 'dropped'
          and m.created_at >= ${askedSince}
      ) then 'asked'
      when exists (
        select from (
          select m.panelist_id from messages m
          where m.kind in ('invitation', 'task', 'task-reminder') and m.state <> 'dropped' and m.created_at >= ${contacts.since}
          group by m.panelist_id having count(*) >= ${contacts.below}
        ) c where c.panelist_id = s.panelist_id
      ) then 'over-cap'
      when exists (
        select from task_invitations t where t.task = ${notInTask} and t.panelist_id = s.panelist_id and t.opened_at is not null
      ) then 'took-part'
    end as left_out
    from survivors s`;
};

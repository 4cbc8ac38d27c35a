/** Notices are queued in the transaction that makes them necessary, whether or not they are sent anywhere. */
import { ALARM_NAMES, type AlarmName, type ApproverNotice, alarmNotice } from '@panel/domain/console/approver-notices';
import { addMs, DAY_MS } from '@panel/domain/durations';
import { type Database, type Statement, sql, type Tx } from '../database/database.ts';

/** A notice that is older than this is not sent: a proposal has expired by then. */
export const NOTICE_LIFE_MS = DAY_MS;

/** Queues notices, once per subject. */
export const insertNoticesStatement = (notices: readonly ApproverNotice[], at: Date): Statement =>
  sql`
    insert into notices (subject, payload, created_at, next_attempt_at)
    select subject, payload, ${at}, ${at}
    from unnest(${notices.map(({ subject }) => subject)}::text[], ${notices.map((notice) => JSON.stringify(notice))}::jsonb[])
      as n (subject, payload)
    on conflict (subject) do nothing`;

/** Queues a notice of each alarm that fires. A cleared alarm's notice is deleted, so that the alarm can be sent again. */
export const recordAlarms = (
  database: Database,
  alarms: Readonly<Partial<Record<AlarmName, boolean>>>,
  at: Date,
): Promise<void> =>
  database.transaction(async (tx) => {
    const noticesOf = (isFiring: boolean) =>
      ALARM_NAMES.filter((name) => alarms[name] === isFiring).map((name) => alarmNotice(name));
    await tx.many(
      sql`delete from notices where subject = any(${noticesOf(false).map(({ subject }) => subject)}::text[])`,
    );
    await tx.many(insertNoticesStatement(noticesOf(true), at));
  });

export type NoticeChannel = 'webhook' | 'mail';
export type QueuedNotice = {
  readonly notice: ApproverNotice;
  readonly createdAt: Date;
  readonly attempts: number;
  /** When each channel accepted it. */
  readonly sentAt: Readonly<Record<NoticeChannel, Date | null>>;
};

/** Claims the most overdue notice until the lease ends. */
export const claimNotice = async (tx: Tx, at: Date, leaseUntil: Date): Promise<QueuedNotice | undefined> => {
  const row = await tx.one<Omit<QueuedNotice, 'sentAt'> & QueuedNotice['sentAt']>(sql`
    update notices set attempts = attempts + 1, next_attempt_at = ${leaseUntil}
    where subject = (
      select subject from notices where next_attempt_at <= ${at} and created_at > ${addMs(at, -NOTICE_LIFE_MS)}
      order by next_attempt_at limit 1
      for no key update skip locked
    )
    returning payload as notice, created_at as "createdAt", attempts, webhook_sent_at as webhook, mail_sent_at as mail`);
  return row && { ...row, sentAt: { webhook: row.webhook, mail: row.mail } };
};

/** Records an attempt, unless its lease ran out and another worker has the notice now. `retryAt` is null after the last one. */
export const recordNoticeAttempt = (
  database: Database,
  { notice, createdAt, attempts }: QueuedNotice,
  sentAt: QueuedNotice['sentAt'],
  retryAt: Date | null,
) =>
  database.write(sql`
    update notices set webhook_sent_at = ${sentAt.webhook}, mail_sent_at = ${sentAt.mail}, next_attempt_at = ${retryAt}
    where subject = ${notice.subject} and created_at = ${createdAt} and attempts = ${attempts}`);

/** Returns the number of notices deleted. */
export const deleteNoticesBefore = (database: Database, before: Date): Promise<number> =>
  database.affected(sql`delete from notices where created_at < ${before}`);

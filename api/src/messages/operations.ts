/** Messages in review, which operators send again or close. */
import { MESSAGE_WORDS } from '@panel/domain/console/money-operations';
import type { MessageKind } from '@panel/domain/messages';
import { type Implementation, inputOf, OperatorError } from '../console/operation.ts';
import { type Queries, sql, type Tx } from '../platform/database/database.ts';

type MessageInReview = {
  readonly id: string;
  readonly kind: MessageKind;
  readonly subject: string;
  readonly since: Date;
  /** Of the withdrawal that it is about. */
  readonly amount: string | null;
  readonly reference: string | null;
};

export const messagesInReview = (db: Queries): Promise<MessageInReview[]> =>
  db.many<MessageInReview>(sql`
    select m.id, m.kind, m.subject, m.created_at as since, d.amount, d.reference
    from messages m left join withdrawals d on d.id = case when m.kind in ('voucher', 'withdrawal-returned') then m.subject::uuid end
    where m.state = 'needs-review' order by m.created_at`);

export const countMessagesInReview = (db: Queries): Promise<number> =>
  db.value(sql`select count(*)::int from messages where state = 'needs-review'`);

/** Returns false if no message with this id needs review. */
export const resendMessage = async (tx: Tx, id: string, at: Date): Promise<boolean> =>
  (await tx.run(sql`
    update messages set state = 'waiting', attempts = 0, unknowns = 0, created_at = ${at}, next_attempt_at = ${at}
    where id::text = ${id} and state = 'needs-review'`)) > 0;

/** Gives up a message that can't be delivered. Returns false if no message with this id needs review. */
const closeMessage = async (tx: Tx, id: string, at: Date): Promise<boolean> =>
  (await tx.run(sql`
    update messages set state = 'dropped', did_sealed = null, next_attempt_at = ${at}
    where id::text = ${id} and state = 'needs-review'`)) > 0;

/** Sends a voucher's message once more. Returns false if it is still being sent. */
export const resendVoucherMessage = async (tx: Tx, withdrawalId: string, at: Date): Promise<boolean> =>
  (await tx.run(sql`
    update messages set state = 'waiting', attempts = 0, unknowns = 0, created_at = ${at},
      next_attempt_at = ${at}, sent_at = null
    where kind = 'voucher' and subject = ${withdrawalId} and state in ('sent', 'dropped', 'needs-review')`)) > 0;

const NO_MESSAGE = 'No message with this id needs review.';

const resend: Implementation = {
  async perform(run) {
    const id = inputOf(run, 'id');
    if (!(await resendMessage(run.tx, id, run.at))) throw new OperatorError(NO_MESSAGE);
    return { message: 'The message will be sent again.', subject: id };
  },
};

/** Needs two people, because closing a voucher's message loses the voucher for the panelist. */
const closeMessageOperation: Implementation = {
  async facts(run) {
    const id = inputOf(run, 'id');
    const found = (await messagesInReview(run.tx)).find((message) => message.id === id);
    if (!found) throw new OperatorError(NO_MESSAGE);
    return {
      subject: id,
      amount: Number(found.amount ?? 0),
      facts: [
        { label: 'Message', value: { text: MESSAGE_WORDS[found.kind] } },
        { label: 'Withdrawal', value: { text: found.subject } },
        { label: 'Since', value: { at: found.since.toISOString() } },
      ],
    };
  },
  async perform(run) {
    const id = inputOf(run, 'id');
    if (!(await closeMessage(run.tx, id, run.at))) throw new OperatorError(NO_MESSAGE);
    return { message: 'Closed. The text is erased in a day.', subject: id };
  },
};

export const messageOperations = {
  'resend-message': resend,
  'close-message': closeMessageOperation,
};

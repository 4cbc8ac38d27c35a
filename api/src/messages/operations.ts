import type { CommandContext, Subcommand } from '../console/command.ts';
import { type Implementation, inputOf, OperatorError } from '../console/operation.ts';
import { type Queries, sql } from '../platform/database/database.ts';
import { closeMessage, messagesInReview, resendMessage } from './outbox.ts';

async function listMessages({ deps, print }: CommandContext): Promise<void> {
  const messages = await messagesInReview(deps.database);
  for (const { id, kind, subject, createdAt } of messages)
    print(`${id}  ${kind} of withdrawal ${subject}  since ${createdAt.toISOString()}`);
  print(`${messages.length} waiting`);
}

/** The messages that need review, with the amount and reference of each withdrawal. */
export const amountsInReview = (db: Queries) =>
  db.many<{ id: string; kind: string; since: Date; amount: string | null; reference: string | null }>(sql`
    select m.id, m.kind, m.created_at as since, d.amount, d.reference
    from messages m left join withdrawals d on d.id = case when m.kind in ('voucher', 'withdrawal-returned') then m.subject::uuid end
    where m.state = 'needs-review' order by m.created_at`);

const NO_MESSAGE = 'No message with this id needs review.';

export const resend: Implementation = {
  async perform(run) {
    const id = inputOf(run, 'id');
    if (!(await resendMessage(run.tx, id, run.at))) throw new OperatorError(NO_MESSAGE);
    return { message: 'The message will be sent again.', subject: id };
  },
};

/** Needs two people, because closing a voucher's message loses the voucher for the panelist. */
export const closeMessageOperation: Implementation = {
  async facts(run) {
    const id = inputOf(run, 'id');
    const found = (await messagesInReview(run.tx)).find((message) => message.id === id);
    if (!found) throw new OperatorError(NO_MESSAGE);
    const worth = (await amountsInReview(run.tx)).find((message) => message.id === id);
    return {
      subject: id,
      amount: Number(worth?.amount ?? 0),
      facts: [
        { label: 'Message', value: { text: found.kind } },
        { label: 'Withdrawal', value: { text: found.subject } },
        { label: 'Since', value: { at: found.createdAt.toISOString() } },
      ],
    };
  },
  async perform(run) {
    const id = inputOf(run, 'id');
    if (!(await closeMessage(run.tx, id, run.at))) throw new OperatorError(NO_MESSAGE);
    return { message: 'Closed. The text is erased in a day.', subject: id };
  },
};

export const messageCommands: readonly Subcommand[] = [
  {
    name: 'messages list',
    description:
      'Lists the chat messages about money that need review: the chat gave no clear answer, accepted none for a day, or doesn’t know the recipient.',
    isAnonymous: true,
    run: listMessages,
  },
];

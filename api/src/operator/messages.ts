import { messagesInReview, resendMessage } from '../messages/outbox.ts';
import { insertAudit } from './audit.ts';
import { AS, type Context, OperatorError, REASON, requireOption, type Subcommand } from './command.ts';

async function listMessages({ deps, print }: Context): Promise<void> {
  const messages = await messagesInReview(deps.database);
  for (const { id, kind, subject, createdAt } of messages)
    print(`${id}  ${kind} of withdrawal ${subject}  since ${createdAt.toISOString()}`);
  print(`${messages.length} waiting`);
}

async function resend(context: Context): Promise<void> {
  const { database, clock } = context.deps;
  const id = requireOption(context, 'id');
  await database.transaction(async (tx) => {
    if (!(await resendMessage(tx, id, clock.now())))
      throw new OperatorError('No message of this id waits for a person.');
    const reason = requireOption(context, 'reason');
    await insertAudit(tx, context, { command: 'messages resend', subject: id, reason });
  });
  context.print('It is on its way again.');
}

export const messageCommands: readonly Subcommand[] = [
  {
    name: 'messages list',
    description:
      'The chat messages about money that need review: the chat did not say what became of them, or took none for a day.',
    run: listMessages,
  },
  {
    name: 'messages resend',
    description: 'Sends one of them again.',
    options: [AS, REASON, ['--id <id>', 'the message’s id']],
    run: resend,
  },
];

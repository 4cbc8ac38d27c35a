import { messagesInReview, resendMessage } from '../messages/outbox.ts';
import type { Context, Subcommand } from './command.ts';
import { type Implementation, inputOf, OperatorError } from './operation.ts';

async function listMessages({ deps, print }: Context): Promise<void> {
  const messages = await messagesInReview(deps.database);
  for (const { id, kind, subject, createdAt } of messages)
    print(`${id}  ${kind} of withdrawal ${subject}  since ${createdAt.toISOString()}`);
  print(`${messages.length} waiting`);
}

export const resend: Implementation = {
  async perform(run) {
    const id = inputOf(run, 'id');
    if (!(await resendMessage(run.tx, id, run.at)))
      throw new OperatorError('No message of this id waits for a person.');
    return { message: 'It is on its way again.', subject: id };
  },
};

export const messageCommands: readonly Subcommand[] = [
  {
    name: 'messages list',
    description:
      'The chat messages about money that need review: the chat did not say what became of them, or took none for a day.',
    isAnonymous: true,
    run: listMessages,
  },
];

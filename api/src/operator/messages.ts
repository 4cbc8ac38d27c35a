import { sql } from '../platform/database.ts';
import { audit, type Command, OperatorError, SIGNED, wanted } from './command.ts';

export const messages: Command = {
  usage: 'messages list | messages resend --id ID --as NAME --reason TEXT',
  about:
    'The chat messages about money that wait for a person: nobody heard what became of them, or the chat took none for a day. One is sent again, or else stays.',
  options: { ...SIGNED, id: { type: 'string' }, reason: { type: 'string' } },
  run: async (context) => {
    const { deps, words, say } = context;
    if (words[0] === 'list') {
      const rows = await deps.database.many<{ id: string; kind: string; subject: string; createdAt: Date }>(sql`
        select id, kind, subject, created_at as "createdAt" from messages where state = 'manual' order by created_at`);
      for (const { id, kind, subject, createdAt } of rows)
        say(`${id}  ${kind} of withdrawal ${subject}  since ${createdAt.toISOString()}`);
      return say(`${rows.length} waiting`);
    }
    if (words[0] !== 'resend') throw new OperatorError('messages list, or messages resend?');
    const id = wanted(context, 'id');
    const at = deps.clock.now();
    await deps.database.transaction(async (tx) => {
      const resent = await tx.one(sql`
        update messages set state = 'waiting', attempts = 0, unknowns = 0, created_at = ${at}, next_attempt_at = ${at}
        where id::text = ${id} and state = 'manual' returning id`);
      if (!resent) throw new OperatorError('No message of this id waits for a person.');
      await audit(tx, context, { command: 'messages resend', subject: id, reason: wanted(context, 'reason') });
    });
    say('It is on its way again.');
  },
};

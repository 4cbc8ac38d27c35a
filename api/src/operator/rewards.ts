import { formatRand } from '@panel/domain/rewards/money';
import { rewardFor } from '@panel/domain/rewards/rules';
import { correctSession } from '../partners/callbacks.ts';
import { withheldEvents } from '../partners/store.ts';
import { audit, type Command, OperatorError, SIGNED, secondName, wanted } from './command.ts';

export const rewards: Command = {
  usage: 'rewards list | rewards credit|reverse --event ID --as NAME --second NAME --reason TEXT',
  about:
    'The completions that were over the daily cap, and what two people decided about one, or about any event the log says needs a person: its reward is to be there, or is not.',
  options: { ...SIGNED, event: { type: 'string' }, second: { type: 'string' }, reason: { type: 'string' } },
  run: async (context) => {
    const { deps, words, say } = context;
    const { pricing } = deps.config;
    if (words[0] === 'list') {
      const withheld = await withheldEvents(deps.database);
      for (const { id, partner, usdMicros, receivedAt } of withheld)
        say(
          `${id}  ${partner}  ${formatRand(rewardFor(BigInt(usdMicros), pricing.sharePpm, pricing.zarPerUsdMicros))}  ${receivedAt.toISOString()}`,
        );
      return say(`${withheld.length} waiting`);
    }
    if (words[0] !== 'credit' && words[0] !== 'reverse')
      throw new OperatorError('rewards list, rewards credit, or rewards reverse?');
    const command = `rewards ${words[0]}`;
    const toBe = words[0] === 'credit' ? 'credited' : 'reversed';
    const second = secondName(context);
    const subject = wanted(context, 'event');
    const effect = await deps.database.transaction(async (tx) => {
      await audit(tx, context, { command, subject, reason: wanted(context, 'reason'), second });
      const settled = await correctSession(tx, pricing, subject, toBe, deps.clock.now());
      if (settled === 'no-session') throw new OperatorError('No event of this id belongs to a survey of ours.');
      if (settled === 'survey-already-credited') throw new OperatorError('This survey was credited to them already.');
      if (settled === 'no-credit' && toBe === 'credited')
        throw new OperatorError('No price was named for it, or the profile is gone: there is nothing to credit.');
      return settled;
    });
    say(effect === 'unchanged' ? `It is ${toBe} already.` : `Done: ${effect}.`);
  },
};

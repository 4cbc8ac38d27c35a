import { formatRand } from '@panel/domain/rewards/money';
import { rewardFor } from '@panel/domain/rewards/rules';
import { decideSession } from '../partners/callbacks.ts';
import { withheldCompletions } from '../partners/store.ts';
import { insertAudit } from './audit.ts';
import {
  AS,
  type Context,
  OperatorError,
  REASON,
  requireOption,
  SECOND,
  type Subcommand,
  secondApprover,
} from './command.ts';

async function listRewards({ deps, print }: Context): Promise<void> {
  const { sharePpm, zarPerUsdMicros } = deps.config.pricing;
  const withheld = await withheldCompletions(deps.database);
  for (const { id, partner, usdMicros, receivedAt, reason } of withheld) {
    const amount = rewardFor(BigInt(usdMicros), sharePpm, zarPerUsdMicros);
    print(`${id}  ${partner}  ${formatRand(amount)}  ${receivedAt.toISOString()}  ${reason}`);
  }
  print(`${withheld.length} waiting`);
}

async function decide(context: Context, command: string, decision: 'credited' | 'reversed'): Promise<void> {
  const { database, config, clock } = context.deps;
  const second = secondApprover(context);
  const subject = requireOption(context, 'event');
  const change = await database.transaction(async (tx) => {
    await insertAudit(tx, context, { command, subject, reason: requireOption(context, 'reason'), second });
    const decided = await decideSession(tx, config.pricing, subject, decision, clock.now());
    if (decided === 'no-session') throw new OperatorError('No event of this id belongs to a survey of ours.');
    if (decided === 'survey-already-credited') throw new OperatorError('This survey was credited to them already.');
    if (decided === 'no-credit' && decision === 'credited')
      throw new OperatorError('No price was named for it, or the profile is gone: there is nothing to credit.');
    return decided;
  });
  context.print(change === 'unchanged' ? `It is ${decision} already.` : `Done: ${change}.`);
}

const EVENT = ['--event <id>', 'the event, as rewards list or the log names it'] as const;

export const rewardCommands: readonly Subcommand[] = [
  {
    name: 'rewards list',
    description: 'The completions that broke a rule for review: too fast, too many, or over a daily cap.',
    run: listRewards,
  },
  {
    name: 'rewards credit',
    description: 'Two people decided that the reward of this event’s survey is to be there.',
    options: [AS, SECOND, REASON, EVENT],
    run: (context) => decide(context, 'rewards credit', 'credited'),
  },
  {
    name: 'rewards reverse',
    description: 'Two people decided that the reward of this event’s survey is not to be there.',
    options: [AS, SECOND, REASON, EVENT],
    run: (context) => decide(context, 'rewards reverse', 'reversed'),
  },
];

import { formatRand } from '@panel/domain/rewards/money';
import { rewardFor } from '@panel/domain/rewards/rules';
import { WITHHELD, WITHHELD_REASONS } from '@panel/domain/rewards/withheld';
import type { Context, Subcommand } from '../console/command.ts';
import { type Facts, type Implementation, inputOf, OperatorError, type Run } from '../console/operation.ts';
import { unreversedRewards } from '../rewards/review.ts';
import { correctAmount } from '../rewards/rewards.ts';
import { recordDecision } from './decisions.ts';
import { lockSession, type SessionEvent } from './locked-session.ts';
import type { PartnerDependencies } from './partner.ts';
import { currentOutcome, reportOf } from './session-report.ts';
import { sessionOfEvent, withheldCompletions } from './store.ts';

/** The completions that wait for two people: what each is worth, and what is there of it already. */
export async function withheldRewards({ database, config }: PartnerDependencies) {
  const { sharePpm, zarPerUsdMicros } = config.pricing;
  const withheld = await withheldCompletions(database);
  const kept = await unreversedRewards(
    database,
    withheld.map(({ sessionId }) => sessionId),
  );
  return withheld.map(({ sessionId, usdMicros, ...completion }) => ({
    ...completion,
    amount: rewardFor(BigInt(usdMicros), sharePpm, zarPerUsdMicros),
    standing: kept.get(sessionId) ?? null,
  }));
}

async function listRewards({ deps, print }: Context<PartnerDependencies>): Promise<void> {
  const withheld = await withheldRewards(deps);
  for (const { id, partner, amount, receivedAt, reason } of withheld)
    print(`${id}  ${partner}  ${formatRand(amount)}  ${receivedAt.toISOString()}  ${reason}`);
  print(`${withheld.length} waiting`);
}

type Decision = 'credited' | 'reversed';

/** What a session's events say, by who said it. */
export function factsOfEvents(events: readonly SessionEvent[]): Facts['facts'] {
  const [reported, decided] = [events.filter(({ isByHand }) => !isByHand), events.findLast(({ isByHand }) => isByHand)];
  return [
    { label: 'The partner said', value: { text: reported.length === 0 ? 'nothing' : currentOutcome(reported) } },
    ...(decided ? [{ label: 'Decided by hand', value: { text: decided.outcome } }] : []),
  ];
}

const NO_EVENT = 'No event of this id belongs to a survey of ours.';

async function factsOf({ tx, deps, values, at }: Run<PartnerDependencies>, decision: Decision): Promise<Facts> {
  const event = await sessionOfEvent(tx, inputOf({ values }, 'event'));
  const locked = event && (await lockSession(tx, event.id, at));
  if (!locked) throw new OperatorError(NO_EVENT);
  const { session, events, reward } = locked;
  const report = reportOf(session, events);
  const { usdMicros } = report;
  const { sharePpm, zarPerUsdMicros } = deps.config.pricing;
  const priced = usdMicros === null ? null : rewardFor(usdMicros, sharePpm, zarPerUsdMicros);
  // A reward that is there is brought to the price of its completion, unless it is released already.
  const credited = reward ? correctAmount(reward, report) : priced;
  const amount = decision === 'reversed' && reward ? reward.amount : credited;
  const isUnreversed = reward !== null && reward.state !== 'reversed';
  const reason = WITHHELD.find((one) => one === event.effect);
  return {
    subject: inputOf({ values }, 'event'),
    amount: amount === null ? null : Number(amount),
    facts: [
      { label: 'Event', value: { text: inputOf({ values }, 'event') } },
      { label: 'Session', value: { text: session.id } },
      { label: 'Partner', value: { text: session.partner } },
      ...factsOfEvents(events),
      { label: 'Reward', value: { text: reward?.state ?? 'none' } },
      ...(isUnreversed ? [{ label: 'There already', value: { cents: Number(reward.amount) } }] : []),
      ...(reason ? [{ label: 'Withheld because', value: { text: WITHHELD_REASONS[reason] } }] : []),
    ],
  };
}

const decide = (decision: Decision): Implementation<PartnerDependencies> => ({
  facts: (run) => factsOf(run, decision),
  async perform({ tx, deps, values, at }) {
    const subject = inputOf({ values }, 'event');
    const change = await recordDecision(tx, deps.config.pricing, subject, decision, at);
    if (change === 'no-session') throw new OperatorError(NO_EVENT);
    if (change === 'survey-already-credited') throw new OperatorError('This survey was credited to them already.');
    if (change === 'no-credit' && decision === 'credited')
      throw new OperatorError('No price was named for it, or the profile is gone: there is nothing to credit.');
    return { message: change === 'unchanged' ? `It is ${decision} already.` : `Done: ${change}.`, subject };
  },
});

export const creditReward = decide('credited');
export const reverseReward = decide('reversed');

export const rewardCommands: readonly Subcommand<PartnerDependencies>[] = [
  {
    name: 'rewards list',
    description: 'The completions that broke a rule for review: too fast, too many, or over a daily cap.',
    isAnonymous: true,
    run: listRewards,
  },
];

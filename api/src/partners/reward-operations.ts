import { OUTCOME_WORDS } from '@panel/domain/partners/outcomes';
import { PARTNER_NAMES } from '@panel/domain/partners/partners';
import { currentOutcome, priceOf } from '@panel/domain/partners/session-reward';
import { isWithheld, REWARD_STATE_WORDS, WITHHELD_REASONS, worthOf } from '@panel/domain/rewards/pricing';
import {
  type Implementation,
  inputOf,
  type OperationRun,
  OperatorError,
  type ProposalFacts,
} from '../console/operation.ts';
import { recordDecision } from './decisions.ts';
import type { PartnerDependencies } from './dependencies.ts';
import { type LockedSession, lockSession } from './locked-session.ts';
import { sessionOfEvent } from './store.ts';

type Decision = 'credited' | 'reversed';

/** The session, what the partner reported, and what operators decided. */
export function factsOfSession({ session, events, reward }: LockedSession): ProposalFacts['facts'] {
  const [reported, decided] = [events.filter(({ isByHand }) => !isByHand), events.findLast(({ isByHand }) => isByHand)];
  return [
    { label: 'Session', value: { text: session.id } },
    { label: 'Partner', value: { text: PARTNER_NAMES[session.partner] } },
    {
      label: 'The partner said',
      value: { text: reported.length === 0 ? 'Nothing' : OUTCOME_WORDS[currentOutcome(reported)] },
    },
    ...(decided ? [{ label: 'Decided by hand', value: { text: OUTCOME_WORDS[decided.outcome] } }] : []),
    { label: 'Reward', value: { text: reward ? REWARD_STATE_WORDS[reward.state] : 'None' } },
  ];
}

const NO_EVENT = 'No event with this id belongs to one of our surveys.';

async function factsOf(
  { tx, deps, values, at }: OperationRun<PartnerDependencies>,
  decision: Decision,
): Promise<ProposalFacts> {
  const event = await sessionOfEvent(tx, inputOf({ values }, 'event'));
  const locked = event && (await lockSession(tx, event.id, at));
  if (!locked) throw new OperatorError(NO_EVENT);
  const { events, reward, shownRates } = locked;
  const credited = worthOf(reward, shownRates ?? deps.config.pricing, priceOf(events));
  const amount = decision === 'reversed' && reward ? reward.amount : credited;
  const isUnreversed = reward !== null && reward.state !== 'reversed';
  return {
    subject: inputOf({ values }, 'event'),
    amount: amount === null ? null : Number(amount),
    facts: [
      { label: 'Event', value: { text: inputOf({ values }, 'event') } },
      ...factsOfSession(locked),
      ...(isUnreversed ? [{ label: 'Already credited', value: { cents: Number(reward.amount) } }] : []),
      ...(isWithheld(event.effect)
        ? [{ label: 'Withheld because', value: { text: WITHHELD_REASONS[event.effect] } }]
        : []),
    ],
  };
}

const decide = (decision: Decision): Implementation<PartnerDependencies> => ({
  facts: (run) => factsOf(run, decision),
  async perform({ tx, deps, values, at }) {
    const subject = inputOf({ values }, 'event');
    const change = await recordDecision(tx, deps.config.pricing, subject, decision, at);
    if (change === 'no-session') throw new OperatorError(NO_EVENT);
    if (change === 'survey-already-credited')
      throw new OperatorError('This survey was already credited to the panelist.');
    if (change === 'no-credit' && decision === 'credited')
      throw new OperatorError('There is nothing to credit: the partner gave no price, or the profile was deleted.');
    return { message: change === 'unchanged' ? `It was already ${decision}.` : `Done: ${change}.`, subject };
  },
});

const creditReward = decide('credited');
const reverseReward = decide('reversed');

export const rewardOperations = {
  'credit-reward': creditReward,
  'reverse-reward': reverseReward,
};

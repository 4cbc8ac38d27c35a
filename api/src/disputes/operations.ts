import { priceOf } from '@panel/domain/partners/session-reward';
import { formatRand } from '@panel/domain/rewards/amounts';
import { type Cents, cents } from '@panel/domain/rewards/money';
import { usdMicrosFor, worthOf } from '@panel/domain/rewards/pricing';
import { insertCardOpening } from '../console/cards.ts';
import { didEndOf } from '../console/find-panelist.ts';
import { type Implementation, inputOf, type OperationRun, OperatorError } from '../console/operation.ts';
import { creditSession } from '../partners/decisions.ts';
import type { PartnerDependencies } from '../partners/dependencies.ts';
import { type LockedSession, lockSession } from '../partners/locked-session.ts';
import { factsOfSession } from '../partners/reward-operations.ts';
import {
  answerDispute,
  assignDispute,
  findDispute,
  isPaid,
  lockOpenDispute,
  recordPartnerAsked,
  reopenDispute,
} from './store.ts';

const NO_DISPUTE = 'No open dispute has this name.';

async function lockDispute(run: OperationRun) {
  const dispute = await lockOpenDispute(run.tx, inputOf(run, 'dispute'));
  if (!dispute) throw new OperatorError(NO_DISPUTE);
  return dispute;
}

const showDisputedCard: Implementation = {
  async perform(run) {
    const { tx, deps, operator, at } = run;
    const dispute = await findDispute(tx, inputOf(run, 'dispute'));
    if (!dispute) throw new OperatorError('This dispute doesn’t exist.');
    const { panelistId } = dispute;
    const didEnd = await didEndOf(tx, deps.vault, panelistId);
    const reason = `${inputOf(run, 'dispute')}: ${inputOf(run, 'reason')}`;
    const card = await insertCardOpening(tx, operator, { panelistId, didEnd, reason }, at);
    return { message: 'The card is open.', subject: panelistId, data: { card } };
  },
};

type Credit = { readonly locked: LockedSession; readonly amount: Cents; readonly usdMicros: bigint | null };

/** A credit pays the partner's price or, if there is none, the amount that the operators decide. */
async function creditOf(run: OperationRun<PartnerDependencies>, sessionId: string): Promise<Credit> {
  const locked = await lockSession(run.tx, sessionId, run.at);
  if (!locked) throw new OperatorError('The session was deleted.');
  const { reward, events } = locked;
  if (reward && reward.state !== 'reversed') throw new OperatorError('This session has already been credited.');
  const rates = locked.shownRates ?? run.deps.config.pricing;
  const named = worthOf(reward, rates, priceOf(events));
  const given = run.values.amount;
  if (named !== null && given !== undefined)
    throw new OperatorError(`The partner’s price pays ${formatRand(named)}. Leave the amount empty.`);
  if (named !== null) return { locked, amount: named, usdMicros: null };
  if (given === undefined) throw new OperatorError('The partner gave no price. Enter the amount.');
  const amount = cents(Math.round(Number(given) * 100));
  return { locked, amount, usdMicros: usdMicrosFor(amount, rates) };
}

const creditDispute: Implementation<PartnerDependencies> = {
  async facts(run) {
    const { sessionId } = await lockDispute(run);
    const { locked, amount } = await creditOf(run, sessionId);
    return {
      subject: inputOf(run, 'dispute'),
      amount: Number(amount),
      facts: [
        { label: 'Dispute', value: { text: inputOf(run, 'dispute') } },
        ...factsOfSession(locked),
        { label: 'Amount', value: { cents: Number(amount) } },
        { label: 'Answer to the panelist', value: { text: inputOf(run, 'answer') } },
      ],
    };
  },
  async perform(run) {
    const { tx, deps, at } = run;
    const { id, sessionId } = await lockDispute(run);
    const { locked, amount, usdMicros } = await creditOf(run, sessionId);
    const change = await creditSession(tx, deps.config.pricing, locked, usdMicros, at);
    if (change === 'survey-already-credited')
      throw new OperatorError('This survey was already credited to the panelist.');
    if (change !== 'credited' && change !== 'reinstated') throw new OperatorError('There is nothing to credit.');
    await answerDispute(tx, id, 'credited', inputOf(run, 'answer'), at);
    return { message: `Done: ${formatRand(amount)} is ${change}.`, subject: inputOf(run, 'dispute') };
  },
};

const declineDispute: Implementation = {
  async perform(run) {
    const { id, sessionId } = await lockDispute(run);
    const answer = inputOf(run, 'answer');
    // A reopened dispute may have its credit.
    const outcome = (await isPaid(run.tx, sessionId)) ? 'credited' : 'declined';
    await answerDispute(run.tx, id, outcome, answer, run.at);
    return { message: 'The panelist can now read the answer.', subject: inputOf(run, 'dispute'), reason: answer };
  },
};

const assignDisputeOperation: Implementation = {
  async perform(run) {
    const { id } = await lockDispute(run);
    const isMine = inputOf(run, 'to') === 'me';
    await assignDispute(run.tx, id, isMine ? run.operator.account : null);
    return {
      message: isMine ? 'Assigned to you.' : 'Nobody is assigned now.',
      subject: inputOf(run, 'dispute'),
    };
  },
};

const reopenDisputeOperation: Implementation = {
  async perform(run) {
    const dispute = inputOf(run, 'dispute');
    if (!(await reopenDispute(run.tx, dispute, run.operator.account, run.at)))
      throw new OperatorError('No closed dispute has this name.');
    return { message: `${dispute} is open again and assigned to you.`, subject: dispute };
  },
};

const askPartner: Implementation = {
  async perform(run) {
    const { id } = await lockDispute(run);
    await recordPartnerAsked(run.tx, id, run.at);
    return { message: 'The dispute now waits for the partner.', subject: inputOf(run, 'dispute') };
  },
};

export const disputeOperations = {
  'open-disputed-card': showDisputedCard,
  'credit-dispute': creditDispute,
  'decline-dispute': declineDispute,
  'ask-partner': askPartner,
  'assign-dispute': assignDisputeOperation,
  'reopen-dispute': reopenDisputeOperation,
};

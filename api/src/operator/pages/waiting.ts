/** How many items need attention, by page. */
import type { PageName } from '@panel/domain/console/pages';
import type { AppDependencies } from '../../dependencies.ts';
import { openDisputes } from '../../disputes/store.ts';
import { isSamePerson } from '../names.ts';
import type { Operator } from '../operation.ts';
import { requireOperation } from '../operations.ts';
import { pendingReview } from '../pending-review.ts';
import { openProposalHeads } from '../proposal-lists.ts';
import { proposerOf } from '../proposals.ts';
import { lastWholeDay } from '../rollups.ts';
import { unknownCodes } from './codes.ts';

export async function waitingOn(
  { database, clock }: AppDependencies,
  operator: Operator,
): Promise<Partial<Record<PageName, number>>> {
  const [review, proposals, disputes, codes] = await Promise.all([
    pendingReview(database),
    openProposalHeads(database, clock.now()),
    openDisputes(database),
    unknownCodes(database, lastWholeDay(clock.now())),
  ]);
  const approvable = proposals.filter(
    (proposal) =>
      !isSamePerson(proposerOf(proposal), operator) &&
      requireOperation(proposal.operation).approvers?.includes(operator.role),
  );
  return {
    today: approvable.length,
    partners: codes.length,
    money: review.payouts + review.messages + review.rewards,
    disputes: disputes.count,
  };
}

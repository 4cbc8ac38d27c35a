/** How many items need attention, by page. */
import type { PageName } from '@panel/domain/console/pages';
import { isSamePerson } from '../console/names.ts';
import type { Operator } from '../console/operation.ts';
import { openProposalHeads } from '../console/proposal-lists.ts';
import { proposerOf } from '../console/proposals.ts';
import { requireOperation } from '../console/run-operation.ts';
import { openDisputes } from '../disputes/store.ts';
import { lastWholeDay } from '../figures/rollups.ts';
import { unknownCodes } from '../partners/codes-page.ts';
import { pendingReview } from '../pending-review.ts';
import type { Dependencies } from '../platform/dependencies.ts';

export async function waitingOn(
  { database, clock }: Dependencies,
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

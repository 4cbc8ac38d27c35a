/** What needs a person's attention: as Today lists it, and how many items there are by page. */

import { startOfDay } from '@panel/domain/calendar';
import type { PageName } from '@panel/domain/console/pages';
import { isOverdue } from '@panel/domain/console/today-page';
import { statementDueOn } from '@panel/domain/console/uploads';
import type { CentsNumber, Instant } from '@panel/domain/console/values';
import { isDisputeLate } from '@panel/domain/disputes/disputes';
import { WITHHELD, type WithheldReason } from '@panel/domain/rewards/pricing';
import { isSamePerson } from '../console/names.ts';
import type { SignedInOperator } from '../console/operation.ts';
import { openProposalHeads } from '../console/proposal-lists.ts';
import { proposerOf } from '../console/proposals.ts';
import { requireOperation } from '../console/run-operation.ts';
import { openDisputes } from '../disputes/store.ts';
import { messagesInReview } from '../messages/operations.ts';
import { codeSubject } from '../partners/code-mappings.ts';
import { unknownCodes } from '../partners/codes-page.ts';
import type { PartnerDependencies } from '../partners/dependencies.ts';
import { overdueStatements, waiverSubject } from '../partners/statement-waivers.ts';
import { withheldCompletions } from '../partners/store.ts';
import { failedItems } from '../platform/failed-items.ts';
import { withdrawalsToResolve } from '../rewards/review.ts';

export type Waiting = {
  kind: WaitingKind;
  count: number;
  oldest: Instant;
  overdue: boolean;
  amount: CentsNumber | null;
  /** Why rewards are withheld, the most frequent first. */
  reasons?: WithheldReason[];
};
export type WaitingKind =
  | 'proposals'
  | 'withdrawals'
  | 'disputes'
  | 'withheld-rewards'
  | 'unknown-codes'
  | 'messages'
  | 'statements'
  | 'failed-items';

type Item = { readonly id: string; readonly since: Date; readonly amount: number | null };

/** An item with an open proposal waits for a second person only, so it is listed once, among the proposals. */
export async function waitingItems(deps: PartnerDependencies, at: Date): Promise<Waiting[]> {
  const { database } = deps;
  const [proposals, withdrawals, withheld, messages, disputes, codes, statements, failed] = await Promise.all([
    openProposalHeads(database, at),
    withdrawalsToResolve(database, at, { isInReview: true }),
    withheldCompletions(database, deps.config.pricing),
    messagesInReview(database),
    openDisputes(database),
    unknownCodes(database),
    overdueStatements(database, at),
    failedItems(database),
  ]);
  const proposed = new Set(proposals.map(({ subject }) => subject));
  const isFree = ({ id }: { readonly id: string }) => !proposed.has(id);
  const entry = (kind: WaitingKind, items: readonly Item[], isLate = isOverdue): Waiting[] => {
    const [first, ...others] = items.filter(isFree);
    if (!first) return [];
    const oldest = others.reduce((before, { since }) => (since < before ? since : before), first.since).toISOString();
    const amounts = [first, ...others].flatMap(({ amount }) => amount ?? []);
    return [
      {
        kind,
        count: others.length + 1,
        oldest,
        overdue: isLate(oldest, at.toISOString()),
        amount: amounts.length > 0 ? amounts.reduce((sum, amount) => sum + amount, 0) : null,
      },
    ];
  };
  return [
    ...entry(
      'withdrawals',
      withdrawals.map(({ id, requestedAt, amount }) => ({ id, since: requestedAt, amount: Number(amount) })),
    ),
    ...entry(
      'withheld-rewards',
      withheld.map(({ id, receivedAt, amount, standing }) => ({
        id,
        since: receivedAt,
        amount: amount - (standing ?? 0),
      })),
    ).map((waiting) => ({ ...waiting, reasons: reasonsOf(withheld.filter(isFree)) })),
    ...entry(
      'unknown-codes',
      codes.map(({ partner, code, firstAt }) => ({
        id: codeSubject(partner, code),
        since: new Date(firstAt),
        amount: null,
      })),
    ),
    ...entry(
      'messages',
      messages.map(({ id, since }) => ({ id, since, amount: null })),
    ),
    ...entry(
      'disputes',
      disputes.map(({ name, openSince }) => ({ id: name, since: openSince, amount: null })),
      isDisputeLate,
    ),
    ...entry(
      'statements',
      statements.map(({ partner, month }) => ({
        id: waiverSubject(partner, month),
        since: startOfDay(statementDueOn(month)),
        amount: null,
      })),
    ),
    ...entry(
      'failed-items',
      failed.map(({ job, item, since }) => ({ id: `${job} ${item}`, since: new Date(since), amount: null })),
    ),
  ];
}

function reasonsOf(withheld: readonly { readonly reason: WithheldReason }[]): WithheldReason[] {
  const count = (reason: WithheldReason) => withheld.filter((one) => one.reason === reason).length;
  return WITHHELD.filter((reason) => count(reason) > 0).sort((a, b) => count(b) - count(a));
}

/** The page on which each kind is worked off. */
const PAGE_OF: Readonly<Record<Exclude<WaitingKind, 'proposals'>, PageName>> = {
  withdrawals: 'money',
  'withheld-rewards': 'money',
  messages: 'money',
  statements: 'money',
  'unknown-codes': 'partners',
  disputes: 'disputes',
  'failed-items': 'today',
};

export async function waitingOn(
  deps: PartnerDependencies,
  operator: SignedInOperator,
): Promise<Partial<Record<PageName, number>>> {
  const at = deps.clock.now();
  const [items, proposals] = await Promise.all([waitingItems(deps, at), openProposalHeads(deps.database, at)]);
  const approvable = proposals.filter(
    (proposal) =>
      !isSamePerson(proposerOf(proposal), operator) &&
      requireOperation(proposal.operation).approvers?.includes(operator.role),
  );
  const counts: Partial<Record<PageName, number>> = { today: approvable.length };
  for (const { kind, count } of items)
    if (kind !== 'proposals') counts[PAGE_OF[kind]] = (counts[PAGE_OF[kind]] ?? 0) + count;
  return counts;
}

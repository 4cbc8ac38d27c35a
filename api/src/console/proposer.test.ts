import { OPERATIONS } from '@panel/domain/console/all-operations';
import { expect, it } from 'vitest';
import { useKit } from '../../test/kit.ts';
import type { Action, Operations, Operator, SignedInOperator } from './operation.ts';
import { listedProposal } from './proposal-lists.ts';
import { approve, findProposal } from './proposals.ts';
import { propose } from './propose.ts';

const kit = useKit();

const SUPPORT: SignedInOperator = { subject: 'sub-support-1', account: 'support-1', role: 'support' };
const FINANCE: SignedInOperator = { subject: 'sub-finance-1', account: 'finance-1', role: 'finance' };

it('T27: an operation that finance approves is still that of the person in support who proposed it', async () => {
  const operators: Pick<Operator, 'account' | 'role'>[] = [];
  const see = ({ operator: { account, role } }: Action) => operators.push({ account, role });
  const operations: Operations = {
    async facts(_, action) {
      see(action);
      return { subject: 'about', amount: null, facts: [] };
    },
    async perform(_, action) {
      see(action);
      return { message: 'Done.' };
    },
  };
  const deps = { ...kit().deps, operations };
  const values = { panelist: '6e7f1b0a-3f77-4c39-9d61-0a3c5d0f8a11', reason: 'lost it' };
  const id = await propose(deps, SUPPORT, OPERATIONS['resend-voucher'], values);
  const row = await findProposal(deps.database, id);
  if (!row) throw new Error('no proposal');
  await listedProposal(deps, FINANCE, row, deps.clock.now());
  await approve(deps, FINANCE, id, null);
  const { account, role } = SUPPORT;
  // Proposed, listed for finance, checked again at the approval, and carried out.
  expect(operators).toEqual(Array(4).fill({ account, role }));
});

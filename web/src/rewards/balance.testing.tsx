/* Opens the balance screen and reads it. */
import { api } from '@panel/domain/paths';
import { screen, within } from '@testing-library/react';
import { type Answer, APPROVED, button, click, DID, openApp, QUERY, registrationCheck } from '../app.testing.tsx';

export const ACCEPTED =
  'Your withdrawal request has been submitted successfully! You will receive a confirmation once processed.';
export const FAILED = 'Oops! Something went wrong. Your withdrawal could not be processed. Please try again later.';
export const REFRESH_FAILED = 'Failed to update reward balance';
export const HISTORY_FAILED = 'Your history could not be loaded.';
export const CHECK = api.registrationCheck(DID);
export const WITHDRAW = `/api/v2/panelist/rewards/${DID}`;

export const withdrawal = (answer: Answer) => ({ [`GET ${WITHDRAW}`]: answer });
export const historyAnswer = (answer: Answer) => ({ [`GET ${api.history(DID)}`]: answer });
export const historyOf = (entries: object[]) => historyAnswer({ body: { entries } });

export const main = () => within(screen.getByRole('main'));
export const card = () => within(screen.getByRole('region', { name: 'My balance' }));
export const figure = (label: string) => card().getByText(label).nextElementSibling?.textContent;

export async function openBalance(
  rewards: { available?: number; pending?: number; total?: number; status?: string } = {},
  table: Record<string, Answer> = {},
) {
  const { available = 1275.5, pending = 24, total = 1361.5, status = 'approved' } = rewards;
  const body = { ...APPROVED, status, available_reward: available, pending_reward: pending, total_rewards: total };
  await openApp(`/balance${QUERY}`, { ...registrationCheck({ body }), ...table });
}

export async function confirmWithdrawal() {
  await click(button(/^Withdraw/));
  await click(button('Yes'));
}

export const WAITING = {
  id: 's_1',
  kind: 'finished',
  state: 'waiting',
  amount: 0,
  date: '2026-11-12T11:41:00Z',
  session: 's_1',
};

export const dialog = () => within(screen.getByRole('dialog', { name: 'Report a problem' }));
export const rowOf = (text: string) => within(main().getByText(text).closest('li') as HTMLElement);

export async function openReport(): Promise<void> {
  await click(button('Report a problem'));
  await screen.findByRole('dialog', {}, { timeout: 60_000 });
}

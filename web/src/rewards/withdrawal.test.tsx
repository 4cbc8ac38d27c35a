// @vitest-environment jsdom
import { MINIMUM_WITHDRAWAL_RAND, MINIMUM_WITHDRAWAL_SHOWN } from '@panel/domain/rewards/amounts';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  type Answer,
  APPROVED,
  button,
  click,
  deferred,
  link,
  openApp,
  QUERY,
  registrationCheck,
  requestCount,
  respondWith,
  toast,
  waitForAddress,
} from '../app.testing.tsx';
import {
  ACCEPTED,
  CHECK,
  card,
  confirmWithdrawal,
  FAILED,
  figure,
  openBalance,
  WITHDRAW,
  withdrawal,
} from './balance.testing.tsx';

const MINIMUM = MINIMUM_WITHDRAWAL_SHOWN / 100;

describe('the withdraw button', () => {
  it.each([MINIMUM, MINIMUM + 0.01, MINIMUM + 36.5])('B2: is shown at R%d', async (available) => {
    await openBalance({ available });
    expect(button(/^Withdraw/).disabled).toBe(false);
    expect(screen.queryByText(/to go/)).toBeNull();
  });

  it.each([
    [MINIMUM - 0.01, 'R0.01'],
    [MINIMUM - 18.5, 'R18.50'],
    [0, `R${MINIMUM_WITHDRAWAL_RAND}`],
  ])('B2: is not shown at R%d, with %s missing', async (available, missing) => {
    await openBalance({ available });
    expect(screen.queryByRole('button', { name: /^Withdraw/ })).toBeNull();
    expect(card().getByText(`${missing} to go. You can withdraw from R${MINIMUM_WITHDRAWAL_RAND}.`)).not.toBeNull();
    expect(card().getByRole('progressbar')).not.toBeNull();
    expect(requestCount('GET', WITHDRAW)).toBe(0);
  });

  it.each(['pending', 'suspended', 'blocked'])(
    'B2: is not shown to a panelist whose status is %s, who reads why',
    async (status) => {
      await openBalance({ status });
      expect(figure('Available')).toBe('R1275.50');
      expect(screen.queryByRole('button', { name: /^Withdraw/ })).toBeNull();
      expect(card().getByText('You can withdraw only while your membership is approved.')).not.toBeNull();
    },
  );

  it('B4: Yes withdraws, shows a toast and refreshes the balance', async () => {
    await openBalance({}, withdrawal({ body: true }));
    await click(button(/^Withdraw/));
    respondWith(registrationCheck({ body: { ...APPROVED, available_reward: 0 } }));
    await click(button('Yes'));
    expect(toast()).toBe(ACCEPTED);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(figure('Available')).toBe('R0');
    expect(card().getByText('R1275.50 is on its way to your chat as a 1Voucher.')).not.toBeNull();
    expect([requestCount('GET', WITHDRAW), requestCount('GET', CHECK)]).toEqual([1, 2]);
  });

  it.each<[string, Answer]>([
    ['false', { body: false }],
    ['null', { body: null }],
    ['0', { body: 0 }],
    ['500', { status: 500 }],
    ['409', { status: 409 }],
    ['a network error', 'network error'],
  ])('B4: a response of %s is a failure', async (_, answer) => {
    await openBalance({}, withdrawal(answer));
    await confirmWithdrawal();
    expect(toast()).toBe(FAILED);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(figure('Available')).toBe('R1275.50');
  });

  it('B4: the toast of a failure disappears on the next attempt', async () => {
    await openBalance({}, withdrawal({ body: false }));
    await confirmWithdrawal();
    expect(toast()).toBe(FAILED);
    respondWith(withdrawal('unanswered'));
    await confirmWithdrawal();
    expect(toast()).toBe('');
  });

  it('B4: the balance is refreshed after a lost response', async () => {
    await openBalance({}, withdrawal('network error'));
    await click(button(/^Withdraw/));
    respondWith(registrationCheck({ body: { ...APPROVED, available_reward: 0 } }));
    await click(button('Yes'));
    expect(toast()).toBe(FAILED);
    expect(figure('Available')).toBe('R0');
    expect(screen.queryByRole('button', { name: /^Withdraw/ })).toBeNull();
  });

  it('B6: the button is disabled after a withdrawal until a check has succeeded, even after leaving the screen', async () => {
    const refresh = deferred();
    await openBalance({}, withdrawal({ body: true }));
    await click(button(/^Withdraw/));
    respondWith(registrationCheck(refresh.promise));
    await click(button('Yes'));
    expect(button(/^Withdraw/).disabled).toBe(true);
    expect(button(/^Withdraw/).getAttribute('aria-busy')).toBe('true');
    await refresh.resolve({ status: 500 });
    expect(button(/^Withdraw/).disabled).toBe(true);
    expect(button(/^Withdraw/).getAttribute('aria-busy')).toBeNull();

    respondWith(registrationCheck('unanswered'));
    await click(button('Menu'));
    await click(link('How it Works!'));
    await waitForAddress(`/how-it-works${QUERY}`);
    await click(button('Menu'));
    await click(link('My balance'));
    await waitForAddress(`/balance${QUERY}`);
    expect(button(/^Withdraw/).disabled).toBe(true);
    expect(requestCount('GET', WITHDRAW)).toBe(1);
  });

  it('B6: a check from before the withdrawal does not enable the button', async () => {
    await openApp(`/${QUERY}`, { ...registrationCheck({ body: APPROVED }), ...withdrawal({ body: true }) });
    const before = deferred();
    respondWith(registrationCheck(before.promise));
    await click(link(/Available/));
    await waitForAddress(`/balance${QUERY}`);
    respondWith(registrationCheck('unanswered'));
    await confirmWithdrawal();
    expect(toast()).toBe(ACCEPTED);
    await before.resolve({ body: APPROVED });
    expect(button(/^Withdraw/).disabled).toBe(true);
  });
});

describe('the page of a withdrawal without script', () => {
  it('waits for a balance that comes late, and claims no failure', async () => {
    const late = deferred();
    await openApp(`/balance/withdraw${QUERY}`, registrationCheck(late.promise));
    expect(screen.getByRole('main').textContent).toBe('WithdrawLoading…Try again');
    await late.resolve({ body: APPROVED });
    expect(screen.getByText(/^You are withdrawing R1275\.50\./)).not.toBeNull();
  });
});

// @vitest-environment jsdom
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
  requests,
  respondWith,
  toast,
  waitForAddress,
} from '../app.testing.tsx';
import {
  ACCEPTED,
  CHECK,
  confirmWithdrawal,
  figure,
  historyAnswer,
  main,
  openBalance,
  REFRESH_FAILED,
  withdrawal,
} from './balance.testing.tsx';

describe('the balance', () => {
  it('B1: shows the available, pending and total earned amounts', async () => {
    await openBalance();
    expect([figure('Available'), figure('Pending'), figure('Total earned')]).toEqual(['R1275.50', 'R24', 'R1361.50']);
  });

  it.each([
    [75, 'R75'],
    [1275.5, 'R1275.50'],
    [0.1 + 0.2, 'R0.30'],
    [1250, 'R1250'],
    [19.99, 'R19.99'],
  ])('G9: %d rand is shown as %s', async (available, shown) => {
    await openBalance({ available });
    expect(figure('Available')).toBe(shown);
  });

  it('G9: an amount missing from the response is R0', async () => {
    await openApp(`/balance${QUERY}`, registrationCheck({ body: { status: 'approved' } }));
    expect([figure('Available'), figure('Pending'), figure('Total earned')]).toEqual(['R0', 'R0', 'R0']);
  });

  it('B1: is shown without a history if the server has none', async () => {
    await openBalance({}, historyAnswer({ status: 404 }));
    expect(figure('Available')).toBe('R1275.50');
    expect(screen.queryByText('History')).toBeNull();
    expect(toast()).toBe('');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});

describe('a balance that can’t be refreshed', () => {
  it('B4, B5: after a withdrawal a notice says so, the toast stays, and it can be retried', async () => {
    await openBalance({}, withdrawal({ body: true }));
    await click(button(/^Withdraw/));
    respondWith(registrationCheck({ status: 500 }));
    await click(button('Yes'));
    expect(toast()).toBe(ACCEPTED);
    expect(main().getByText(REFRESH_FAILED)).not.toBeNull();
    expect(figure('Available')).toBe('R1275.50');
    respondWith(registrationCheck({ body: { ...APPROVED, available_reward: 0 } }));
    await click(button('Try again'));
    expect(figure('Available')).toBe('R0');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('B4, B5: after a withdrawal an existing live region announces the failure, not the toast', async () => {
    await openBalance({}, withdrawal({ body: true }));
    const refresh = deferred();
    await click(button(/^Withdraw/));
    respondWith(registrationCheck(refresh.promise));
    await click(button('Yes'));
    const region = screen.getByRole('main').querySelector('[aria-live="polite"]');
    expect(region?.textContent).toBe('');
    await refresh.resolve({ status: 500 });
    expect(region?.textContent).toContain(REFRESH_FAILED);
    expect(toast()).toBe(ACCEPTED);
  });

  it('B5: on a first load the failure is announced once, by the toast', async () => {
    await openApp(`/balance${QUERY}`, registrationCheck({ status: 500 }));
    expect(toast()).toBe(REFRESH_FAILED);
    expect(
      main().getByText(REFRESH_FAILED).closest('[aria-live="polite"], [role="alert"], [role="status"]'),
    ).toBeNull();
  });

  it.each([
    [404, true],
    [500, false],
  ])('B5: %d offers to sign up: %j', async (status, offered) => {
    await openApp(`/balance${QUERY}`, registrationCheck({ status }));
    expect(toast()).toBe(REFRESH_FAILED);
    expect(screen.queryByRole('link', { name: 'Sign Up' })?.getAttribute('href')).toBe(
      offered ? `/apply${QUERY}` : undefined,
    );
  });

  it.each<[string, Answer]>([
    ['opening it', { body: true }],
    ['a withdrawal', { status: 404 }],
  ])(
    'B5: if the panelist is no longer registered after %s, neither amounts nor a menu are shown',
    async (after, answer) => {
      await openApp(`/${QUERY}`, { ...registrationCheck({ body: APPROVED }), ...withdrawal(answer) });
      if (after === 'opening it') respondWith(registrationCheck({ status: 404 }));
      await click(link(/Available/));
      await waitForAddress(`/balance${QUERY}`);
      if (after === 'a withdrawal') {
        respondWith(registrationCheck({ status: 404 }));
        await confirmWithdrawal();
      }
      expect(screen.queryByRole('region', { name: 'My balance' })).toBeNull();
      expect(screen.queryByRole('button', { name: /^(Withdraw|Menu)/ })).toBeNull();
      expect(link('Sign Up')).not.toBeNull();
    },
  );

  it('B5: shows no toast on another page', async () => {
    const check = deferred();
    await openApp(`/balance${QUERY}`, registrationCheck(check.promise));
    respondWith(registrationCheck({ status: 404 }));
    await click(link('Bua'));
    await waitForAddress(`/${QUERY}`);
    await check.resolve({ status: 500 });
    expect(toast()).toBe('');
  });

  it.each([{ status: 500 }, { status: 404 }, 'network error' as const])(
    'B5: a first load that ends in %j shows a toast and can be tried again',
    async (answer) => {
      await openApp(`/balance${QUERY}`, registrationCheck(answer));
      expect(toast()).toBe(REFRESH_FAILED);
      const check = deferred();
      respondWith(registrationCheck(check.promise));
      await click(button('Try again'));
      expect(toast()).toBe('');
      await check.resolve({ body: APPROVED });
      expect(figure('Available')).toBe('R1275.50');
      expect(document.activeElement).toBe(document.querySelector('.screen'));
    },
  );

  it('B1: shows neither amounts nor a failure while loading', async () => {
    await openApp(`/balance${QUERY}`, registrationCheck('unanswered'));
    expect(screen.queryByRole('region', { name: 'My balance' })).toBeNull();
    expect(toast()).toBe('');
    expect(requests().map(({ path }) => path)).toContain(CHECK);
  });
});

// @vitest-environment jsdom
import { api } from '@panel/domain/paths';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  type Answer,
  APPROVED,
  button,
  click,
  DID,
  deferred,
  link,
  openApp,
  QUERY,
  registrationCheck,
  requestCount,
  requests,
  respondWith,
  toast,
  waitForAddress,
} from '../app.testing.tsx';

const ACCEPTED =
  'Your withdrawal request has been submitted successfully! You will receive a confirmation once processed.';
const FAILED = 'Oops! Something went wrong. Your withdrawal could not be processed. Please try again later.';
const REFRESH_FAILED = 'Failed to update reward balance';
const HISTORY_FAILED = 'Your history could not be loaded.';
const CHECK = api.registrationCheck(DID);
const WITHDRAW = `/api/v2/panelist/rewards/${DID}`;

const withdraw = (answer: Answer) => ({ [`GET ${WITHDRAW}`]: answer });
const historyOf = (entries: object[]) => ({ [`GET ${api.history(DID)}`]: { body: { entries } } });
const main = () => within(screen.getByRole('main'));
const card = () => within(screen.getByRole('region', { name: 'My balance' }));
const figure = (label: string) => card().getByText(label).nextElementSibling?.textContent;

async function openBalance(
  rewards: { available?: number; pending?: number; total?: number } = {},
  table: Record<string, Answer> = {},
) {
  const { available = 75.5, pending = 24, total = 161.5 } = rewards;
  const body = { ...APPROVED, available_reward: available, pending_reward: pending, total_rewards: total };
  await openApp(`/balance${QUERY}`, { ...registrationCheck({ body }), ...table });
}

async function sayYes() {
  await click(button(/^Withdraw/));
  await click(button('Yes'));
}

describe('the balance', () => {
  it('B1: shows what is available, pending and earned in all', async () => {
    await openBalance();
    expect([figure('Available'), figure('Pending'), figure('Total earned')]).toEqual(['R75.50', 'R24', 'R161.50']);
  });

  it.each([
    [75, 'R75'],
    [75.5, 'R75.50'],
    [0.1 + 0.2, 'R0.30'],
    [1250, 'R1250'],
    [19.99, 'R19.99'],
  ])('G9: %d rand is shown as %s', async (available, shown) => {
    await openBalance({ available });
    expect(figure('Available')).toBe(shown);
  });

  it('G9: what is missing from the answer is R0', async () => {
    await openApp(`/balance${QUERY}`, registrationCheck({ body: { status: 'approved' } }));
    expect([figure('Available'), figure('Pending'), figure('Total earned')]).toEqual(['R0', 'R0', 'R0']);
  });

  it('B1: lists each reward and withdrawal by month, with its date, state and day', async () => {
    await openBalance(
      {},
      historyOf([
        { id: 6, kind: 'withdrawal', state: 'processing', amount: 62, date: '2025-12-01T08:00:00Z' },
        {
          id: 5,
          kind: 'reward',
          state: 'pending',
          amount: 12,
          date: '2025-11-30T23:00:00Z',
          available_on: '2025-12-14',
        },
        { id: 4, kind: 'reward', state: 'available', amount: 26.5, date: '2025-11-04T08:00:00Z' },
        { id: 3, kind: 'reward', state: 'reversed', amount: 5, date: '2025-11-03T08:00:00Z' },
        { id: 2, kind: 'withdrawal', state: 'paid', amount: 62, date: '2025-11-02T08:00:00Z' },
        { id: 1, kind: 'withdrawal', state: 'returned', amount: 62, date: '2025-11-01T08:00:00Z' },
      ]),
    );
    const history = screen.getByRole('region', { name: 'History' });
    const months = within(history)
      .getAllByRole('heading', { level: 3 })
      .map((month) => [
        month.textContent,
        ...within(month.parentElement as HTMLElement)
          .getAllByRole('listitem')
          .map((row) =>
            [...row.children]
              .flatMap((line) => [...line.children])
              .map((part) => part.textContent)
              .join(' | '),
          ),
      ]);
    expect(months).toEqual([
      [
        'December 2025',
        'Withdrawal, 1Voucher | −R62 | On its way | 1 Dec',
        'Survey completed | +R12 | Pending until 14 Dec | 1 Dec',
      ],
      [
        'November 2025',
        'Survey completed | +R26.50 | Available | 4 Nov',
        'Survey completed | +R5 | Taken back | 3 Nov',
        'Withdrawal, 1Voucher | −R62 | Paid | 2 Nov',
        'Withdrawal, 1Voucher | −R62 | Returned | 1 Nov',
      ],
    ]);
    expect(card().getByText('R62 is on its way to your chat as a 1Voucher.')).not.toBeNull();
  });

  it('B1: where nothing was earned yet, it leads to a survey', async () => {
    await openBalance({ available: 0, pending: 0, total: 0 }, historyOf([]));
    expect(screen.getByRole('heading', { name: 'Nothing here yet' })).not.toBeNull();
    await click(link('Find a survey'));
    await waitForAddress(`/${QUERY}`);
  });

  it('B1: where the server keeps no list, the balances stand alone', async () => {
    await openBalance({}, { [`GET ${api.history(DID)}`]: { status: 404 } });
    expect(figure('Available')).toBe('R75.50');
    expect(screen.queryByText('History')).toBeNull();
    expect(toast()).toBe('');
  });
});

describe('the withdraw button', () => {
  it.each([50, 50.01, 86.5])('B2: is there at R%d', async (available) => {
    await openBalance({ available });
    expect(button(/^Withdraw/).disabled).toBe(false);
    expect(screen.queryByText(/to go/)).toBeNull();
  });

  it.each([
    [49.99, 'R0.01'],
    [31.5, 'R18.50'],
    [0, 'R50'],
  ])('B2: is not there at R%d, and %s is said to be missing', async (available, missing) => {
    await openBalance({ available });
    expect(screen.queryByRole('button', { name: /^Withdraw/ })).toBeNull();
    expect(card().getByText(`${missing} to go. You can withdraw from R50.`)).not.toBeNull();
    expect(card().getByRole('progressbar')).not.toBeNull();
    expect(requestCount('GET', WITHDRAW)).toBe(0);
  });

  it('B3: asks first, and No closes without a call', async () => {
    await openBalance();
    await click(button('Withdraw R75.50'));
    const dialog = screen.getByRole('dialog', {
      name: 'You are withdrawing R75.50. Processing may take 24–48 hours. Do you want to continue?',
    });
    expect(
      within(dialog)
        .getAllByRole('button')
        .map((each) => each.textContent),
    ).toEqual(['Yes', 'No']);
    await click(button('No'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(requestCount('GET', WITHDRAW)).toBe(0);
    expect(document.activeElement).toBe(button('Withdraw R75.50'));
  });

  it('B3: Escape closes it as No does', async () => {
    await openBalance();
    await click(button('Withdraw R75.50'));
    const cancel = new Event('cancel', { cancelable: true });
    screen.getByRole('dialog').dispatchEvent(cancel);
    expect(cancel.defaultPrevented).toBe(true);
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(requestCount('GET', WITHDRAW)).toBe(0);
  });

  it('B4: Yes withdraws, says so and refreshes the balance', async () => {
    await openBalance({}, withdraw({ body: true }));
    await click(button(/^Withdraw/));
    respondWith(registrationCheck({ body: { ...APPROVED, available_reward: 0 } }));
    await click(button('Yes'));
    expect(toast()).toBe(ACCEPTED);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(figure('Available')).toBe('R0');
    expect(card().getByText('R75.50 is on its way to your chat as a 1Voucher.')).not.toBeNull();
    expect([requestCount('GET', WITHDRAW), requestCount('GET', CHECK)]).toEqual([1, 2]);
  });

  it.each<[string, Answer]>([
    ['false', { body: false }],
    ['null', { body: null }],
    ['0', { body: 0 }],
    ['500', { status: 500 }],
    ['409', { status: 409 }],
    ['no line', 'network error'],
  ])('B4: an answer of %s is a failure', async (_, answer) => {
    await openBalance({}, withdraw(answer));
    await sayYes();
    expect(toast()).toBe(FAILED);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(figure('Available')).toBe('R75.50');
  });

  it('B4: a failure’s words go when it is tried again', async () => {
    await openBalance({}, withdraw({ body: false }));
    await sayYes();
    expect(toast()).toBe(FAILED);
    respondWith(withdraw('unanswered'));
    await sayYes();
    expect(toast()).toBe('');
  });

  it('B4: after an answer that got lost, what the server says now is shown', async () => {
    await openBalance({}, withdraw('network error'));
    await click(button(/^Withdraw/));
    respondWith(registrationCheck({ body: { ...APPROVED, available_reward: 0 } }));
    await click(button('Yes'));
    expect(toast()).toBe(FAILED);
    expect(figure('Available')).toBe('R0');
    expect(screen.queryByRole('button', { name: /^Withdraw/ })).toBeNull();
  });

  it('B6: Yes can’t be pressed twice, nor can the dialog be left meanwhile', async () => {
    await openBalance({}, withdraw('unanswered'));
    await click(button(/^Withdraw/));
    await click(button('Yes'), 2);
    expect([button('Yes').disabled, button('No').disabled]).toEqual([true, true]);
    expect(button('Yes').querySelector('.spinner')).not.toBeNull();
    screen.getByRole('dialog').dispatchEvent(new Event('cancel', { cancelable: true }));
    expect(screen.getByRole('dialog')).not.toBeNull();
    expect(requestCount('GET', WITHDRAW)).toBe(1);
  });
});

describe('the history', () => {
  const ENTRY = { id: 1, kind: 'reward', state: 'available', amount: 12, date: '2025-11-04T08:00:00Z' };
  const listed = () => screen.queryAllByRole('listitem').length;

  it.each<Answer>([{ status: 500 }, { status: 503 }, 'network error'])(
    'B1: that ends in %j says so, and can be tried again',
    async (answer) => {
      await openBalance({}, { [`GET ${api.history(DID)}`]: answer });
      expect(main().getByText(HISTORY_FAILED)).not.toBeNull();
      expect(figure('Available')).toBe('R75.50');
      expect(toast()).toBe('');
      respondWith(historyOf([ENTRY]));
      await click(button('Try again'));
      expect(main().queryByText(HISTORY_FAILED)).toBeNull();
      expect(listed()).toBe(1);
    },
  );

  it('B1: of a server that keeps none is no failure', async () => {
    await openBalance({}, { [`GET ${api.history(DID)}`]: { status: 404 } });
    expect(main().queryByText(HISTORY_FAILED)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('B5: that fails with the balance is not said beside it: one line, one way to try again', async () => {
    await openApp(`/balance${QUERY}`, {
      ...registrationCheck('network error'),
      [`GET ${api.history(DID)}`]: 'network error',
    });
    expect(main().getByText(REFRESH_FAILED)).not.toBeNull();
    expect(main().queryByText(HISTORY_FAILED)).toBeNull();
  });

  it('B1: an older one does not take the place of a newer one', async () => {
    const older = deferred();
    await openBalance({}, { ...withdraw({ body: true }), [`GET ${api.history(DID)}`]: older.promise });
    respondWith(historyOf([ENTRY]));
    await sayYes();
    expect(listed()).toBe(1);
    await older.resolve({ body: { entries: [] } });
    expect(listed()).toBe(1);
    expect(screen.queryByText('Nothing here yet')).toBeNull();
  });
});

describe('a balance that can’t be refreshed', () => {
  it('B4, B5: after a withdrawal the page says so, the success stays readable, and it can be tried again', async () => {
    await openBalance({}, withdraw({ body: true }));
    await click(button(/^Withdraw/));
    respondWith(registrationCheck({ status: 500 }));
    await click(button('Yes'));
    expect(toast()).toBe(ACCEPTED);
    expect(main().getByText(REFRESH_FAILED)).not.toBeNull();
    expect(figure('Available')).toBe('R75.50');
    respondWith(registrationCheck({ body: { ...APPROVED, available_reward: 0 } }));
    await click(button('Try again'));
    expect(figure('Available')).toBe('R0');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('B6: what was withdrawn is not offered again until a check has succeeded, here or after leaving', async () => {
    const refresh = deferred();
    await openBalance({}, withdraw({ body: true }));
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

  it('B6: a check from before the withdrawal does not offer it again', async () => {
    await openApp(`/${QUERY}`, { ...registrationCheck({ body: APPROVED }), ...withdraw({ body: true }) });
    const before = deferred();
    respondWith(registrationCheck(before.promise));
    await click(link(/Available/));
    await waitForAddress(`/balance${QUERY}`);
    respondWith(registrationCheck('unanswered'));
    await sayYes();
    expect(toast()).toBe(ACCEPTED);
    await before.resolve({ body: APPROVED });
    expect(button(/^Withdraw/).disabled).toBe(true);
  });

  it('B5: says nothing on another page', async () => {
    const check = deferred();
    await openApp(`/balance${QUERY}`, registrationCheck(check.promise));
    respondWith(registrationCheck({ status: 404 }));
    await click(link('Bua'));
    await waitForAddress(`/${QUERY}`);
    await check.resolve({ status: 500 });
    expect(toast()).toBe('');
  });

  it.each([{ status: 500 }, { status: 404 }, 'network error' as const])(
    'B5: says so on a first load that ends in %j, with a way to try again',
    async (answer) => {
      await openApp(`/balance${QUERY}`, registrationCheck(answer));
      expect(toast()).toBe(REFRESH_FAILED);
      const check = deferred();
      respondWith(registrationCheck(check.promise));
      await click(button('Try again'));
      expect(toast()).toBe('');
      await check.resolve({ body: APPROVED });
      expect(figure('Available')).toBe('R75.50');
    },
  );

  it('B1: shows neither figures nor a failure while it is loading', async () => {
    await openApp(`/balance${QUERY}`, registrationCheck('unanswered'));
    expect(screen.queryByRole('region', { name: 'My balance' })).toBeNull();
    expect(toast()).toBe('');
    expect(requests().map(({ path }) => path)).toContain(CHECK);
  });
});

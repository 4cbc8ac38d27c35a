// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  type Answer,
  button,
  click,
  deferred,
  link,
  openApp,
  QUERY,
  registrationCheck,
  respondWith,
  toast,
  waitForAddress,
} from '../app.testing.tsx';
import {
  card,
  confirmWithdrawal,
  figure,
  HISTORY_FAILED,
  historyAnswer,
  historyOf,
  main,
  openBalance,
  REFRESH_FAILED,
  withdrawal,
} from './balance.testing.tsx';

describe('the history', () => {
  const ENTRY = { id: 1, kind: 'reward', state: 'available', amount: 12, date: '2025-11-04T08:00:00Z' };
  const listed = () => screen.queryAllByRole('listitem').length;

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

  it('B1: links to the surveys if nothing was earned yet', async () => {
    await openBalance({ available: 0, pending: 0, total: 0 }, historyOf([]));
    expect(screen.getByRole('heading', { name: 'Nothing here yet' })).not.toBeNull();
    await click(link('Find a survey'));
    await waitForAddress(`/${QUERY}`);
  });

  it.each<Answer>([{ status: 500 }, { status: 503 }, 'network error', { text: '<html>' }])(
    'B1: %j shows a notice and can be tried again',
    async (answer) => {
      await openBalance({}, historyAnswer(answer));
      expect(main().getByText(HISTORY_FAILED)).not.toBeNull();
      expect(figure('Available')).toBe('R1275.50');
      expect(toast()).toBe('');
      respondWith(historyOf([ENTRY]));
      await click(button('Try again'));
      expect(main().queryByText(HISTORY_FAILED)).toBeNull();
      expect(listed()).toBe(1);
    },
  );

  it('B1: a failure of only the history is announced by an existing live region', async () => {
    const history = deferred();
    await openBalance({}, historyAnswer(history.promise));
    const region = screen.getByRole('main').querySelector('[aria-live="polite"]');
    expect(region?.textContent).toBe('');
    await history.resolve({ status: 500 });
    expect(region?.getAttribute('aria-live')).toBe('polite');
    expect(region?.textContent).toContain(HISTORY_FAILED);
  });

  it('B5: shows one notice if both the balance and the history fail', async () => {
    await openApp(`/balance${QUERY}`, {
      ...registrationCheck('network error'),
      ...historyAnswer('network error'),
    });
    expect(main().getByText(REFRESH_FAILED)).not.toBeNull();
    expect(main().queryByText(HISTORY_FAILED)).toBeNull();
  });

  it.each([
    ['B4: one that is not listed yet', [ENTRY], 'R1275.50'],
    [
      'B4: one in addition to another that is listed',
      [{ ...ENTRY, kind: 'withdrawal', state: 'processing' }],
      'R1287.50',
    ],
  ])('%s is shown as on its way if the history can’t be reloaded', async (_, entries, sum) => {
    await openBalance({}, { ...withdrawal({ body: true }), ...historyOf(entries) });
    respondWith(historyAnswer('network error'));
    await confirmWithdrawal();
    expect(listed()).toBe(1);
    expect(card().getByText(`${sum} is on its way to your chat as a 1Voucher.`)).not.toBeNull();
    respondWith(historyOf([{ ...ENTRY, kind: 'withdrawal', state: 'paid', amount: 1275.5 }]));
    await click(button('Try again'));
    expect(card().queryByText(/on its way/)).toBeNull();
  });

  it('B5: is not shown if the panelist is no longer registered', async () => {
    await openBalance({}, { ...withdrawal({ body: false }), ...historyOf([ENTRY]) });
    respondWith({ ...registrationCheck({ status: 404 }), ...historyAnswer('network error') });
    await confirmWithdrawal();
    expect(listed()).toBe(0);
  });

  it('B1: an older response does not replace a newer one', async () => {
    const older = deferred();
    await openBalance({}, { ...withdrawal({ body: true }), ...historyAnswer(older.promise) });
    respondWith(historyOf([ENTRY]));
    await confirmWithdrawal();
    expect(listed()).toBe(1);
    await older.resolve({ body: { entries: [] } });
    expect(listed()).toBe(1);
    expect(screen.queryByText('Nothing here yet')).toBeNull();
  });
});

import type { TodayPageData } from '@panel/api/pages/today';
import type { PartyHealth } from '@panel/domain/console/today-page';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openConsole } from '../app.testing.tsx';
import { PAGE_DATA } from '../fixtures.testing.ts';
import { creditWith } from '../proposals/proposals.testing.ts';

const [FIRST, ...OTHERS] = PAGE_DATA.today.proposals;
const withToday = (change: Partial<TodayPageData>) => ({ pages: { today: { ...PAGE_DATA.today, ...change } } });
const withProposal = (change: object) =>
  withToday({ proposals: [{ ...FIRST, ...change } as typeof FIRST & object, ...OTHERS] });

describe('Today', () => {
  it('lists a proposal that the role has no part in', async () => {
    openConsole('/today', withProposal({ facts: null, reason: undefined, mayApprove: false }));
    const table = within(await screen.findByRole('table', { name: 'Open proposals' }));
    table.getByText('Credit a session');
    expect(table.queryByText(/s-19f2b4/)).toBeNull();
  });

  it('says before an export is approved that the file is saved here', async () => {
    openConsole('/proposal?id=P-318', {
      pages: { proposal: creditWith({ operation: 'export-person', amount: null }) },
    });
    await screen.findByText(/Approving saves a person’s data on this computer/);
  });

  it('doesn’t mention a file to the proposer', async () => {
    openConsole('/proposal?id=P-318', {
      pages: { proposal: creditWith({ operation: 'export-person', own: true, mayApprove: false }) },
    });
    await screen.findByText('You proposed it, so another person must approve it');
    expect(screen.queryByText(/saves a person’s data/)).toBeNull();
  });

  it('says on which day payouts were frozen', async () => {
    openConsole('/today', withToday({ payouts: { frozenSince: '2026-11-13T12:05:00Z', open: [] } }));
    await waitFor(() => screen.getByRole('heading', { name: /Payouts have been frozen since 13\sNov\s14:05/ }));
    expect(screen.getByRole('link', { name: 'Review settlement' }).getAttribute('href')).toBe('/settlement');
  });

  it('says since which day a connection is broken, and that it is only tested', async () => {
    const [first, ...others] = PAGE_DATA.today.connections as [PartyHealth, ...PartyHealth[]];
    const since = '2026-11-14T21:30:00Z';
    openConsole(
      '/today',
      withToday({ connections: [{ ...first, state: 'broken', since, breakerOpen: true }, ...others] }),
    );
    await screen.findByText(/since 14\sNov\s23:30 · Only a test call every 30 seconds$/);
  });

  it('lists open payouts by state, with their sum', async () => {
    openConsole('/today');
    const card = within(await screen.findByRole('region', { name: 'Payouts' }));
    const [states, amounts] = ['term', 'definition'].map((role) =>
      card.getAllByRole(role).map(({ textContent }) => textContent?.replace('\u202f', ' ')),
    );
    expect(states).toEqual(['Reserved', 'Needs review', 'All']);
    expect(amounts).toEqual(['35 · R2 655.92', '3 · R258.08', '38 · R2 914.00']);
  });

  it('R22: lists items that failed, each with its reason and what to do about it', async () => {
    const calls = openConsole('/today');
    const link = await screen.findByRole('link', { name: 'Items that could not be processed' });
    expect(link.getAttribute('href')).toBe('/today#failed-items');
    const [, ...rows] = within(screen.getByRole('table', { name: '2 items could not be processed' })).getAllByRole(
      'row',
    );
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/Reward to release.*23514 cents_held_check.*7 failures.*Try again/),
      expect.stringMatching(/Partner’s event.*TypeError in decide.*2 failures.*When it is sent again.*Close…/),
    ]);
    screen.getByRole('button', { name: 'Try again' }).click();
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'POST')).toMatchObject({
        path: '/api/console/operations/retry-item',
        body: { job: 'release', item: '4b0f7a52-6a0e-4d0e-9a51-0c1f1b5f6f0d' },
      }),
    );
  });

  it('lists overdue statements, with a link to them', async () => {
    openConsole('/today');
    const link = await screen.findByRole('link', { name: 'Overdue partner statements' });
    expect(link.getAttribute('href')).toBe('/money#statements');
  });

  it('says how many visits came from old browsers, and in how many the app did not start', async () => {
    openConsole('/today');
    await screen.findByText(
      '2.1% of visits came from browsers older than Chrome 80; the app did not start in 0.8% of visits.',
    );
  });

  it('shows no negative share if the app started more often than pages were sent', async () => {
    openConsole('/today', withToday({ visits: { total: 10, inOldBrowsers: 0, started: 11 } }));
    await screen.findByText(/did not start in 0.0% of visits/);
  });

  it('says nothing about visits if there were none', async () => {
    openConsole('/today', withToday({ visits: null }));
    await screen.findByRole('heading', { name: 'The last 30 days' });
    expect(screen.queryByText(/of visits/)).toBeNull();
  });
});

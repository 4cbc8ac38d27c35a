import type { PageData } from '@panel/api/pages';
import type { PageName } from '@panel/domain/console/pages';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openConsole } from './app.testing.tsx';
import { DISPUTE } from './disputes/disputes.testing.ts';
import { PAGE_DATA, SESSION } from './fixtures.testing.ts';

const heading = (name: string | RegExp, level = 2) => screen.findByRole('heading', { name, level });
/** A title as it begins; its spaces may be narrow or unbreakable. */
const beginning = (title: string) => new RegExp(`^${title.replaceAll('.', '\\.').replaceAll(' ', '\\s')}`);

const waitingItems = PAGE_DATA.today.waiting.reduce((sum, { count }) => sum + count, 0);

/** The headings of each page. */
const TITLES: readonly (readonly [PageName | `${PageName}?${string}`, readonly string[]])[] = [
  [
    'today',
    [
      `${waitingItems} items need attention`,
      'Books',
      '2 proposals need a second person',
      'Connections',
      'The last 30 days',
    ],
  ],
  ['panel', ['Panel size and activity', 'Panelists by Province', 'Province by Age', 'Sign-up cohorts']],
  ['sample', ['People who match now', 'Quotas']],
  ['sample?task=brd-109', ['Task brd-109', 'Rules of this task', 'Tasks']],
  [
    'partners',
    ['Cint Match', 'Conversion by week', 'Reversal rate by month earned', 'Callbacks', '1 unrecognised code'],
  ],
  [
    'money',
    [
      'Liability now',
      'Liability over time',
      'Partners’ debts, rewards and payouts',
      '38 payouts are open; 3 need review',
      '3 payouts need review, R260.00',
      'Issuer settlement, 14 Nov 2026',
    ],
  ],
  ['settlement', ['Payouts have been frozen since', 'Rows', 'Totals', 'Uploads']],
  ['statement', ['Cint Match reversed or left out 3 rewards', 'Totals', 'Rows', 'Partners’ statements']],
  ['people', ['did ends in c41e', 'Sessions: 1 of the last 3 paid, 2 are disputed', 'Disputes and notes']],
  ['disputes', ['Open disputes, oldest first']],
  ['audit', ['Who did, viewed or approved what']],
];

describe.each(TITLES)('the page %s', (page, titles) => {
  it('has a heading for each part, and shows every chart as a table', async () => {
    openConsole(`/${page}`);
    for (const title of titles) await heading(beginning(title));
    const toggles = screen.queryAllByRole('button', { name: 'Show as table' });
    const charts = screen.queryAllByRole('img').length;
    if (toggles.length === 0) return;
    const tables = () => screen.getAllByRole('table').length;
    const before = screen.queryAllByRole('table').length;
    for (const index of toggles.keys()) {
      const toggle = screen.getAllByRole('button', { name: 'Show as table' })[index] as HTMLElement;
      fireEvent.click(toggle);
      await waitFor(() =>
        expect(screen.getAllByRole('button', { name: 'Show as table' })[index]?.getAttribute('aria-pressed')).toBe(
          'true',
        ),
      );
    }
    expect(new URLSearchParams(window.location.search).getAll('view')).toHaveLength(toggles.length);
    expect(tables()).toBeGreaterThan(before);
    expect(screen.queryAllByRole('img').length).toBeLessThan(charts);
  });
});

describe('a panel on its first day', () => {
  it('says that data is missing instead of drawing an empty chart', async () => {
    const zero = (value: unknown): unknown => {
      if (typeof value === 'number') return 0;
      if (Array.isArray(value)) return value.map(zero);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, zero(each)]));
    };
    const partners = zero(PAGE_DATA.partners) as PageData['partners'];
    const money = zero({ ...PAGE_DATA.money, needsReview: [] }) as PageData['money'];
    openConsole('/partners', {
      pages: { partners, money, today: { ...PAGE_DATA.today, waiting: [], connections: [] } },
    });
    await heading('Cint Match');
    for (const title of ['Conversion by week', 'Reversal rate by month earned', 'Callbacks'])
      await heading(beginning(title));
    expect(screen.getAllByText('No data yet.')).toHaveLength(2);
    fireEvent.click(screen.getAllByRole('link', { name: /^Money/ })[0] as HTMLElement);
    for (const title of ['Liability over time', '0 payouts are open; none need', 'No payouts need review'])
      await heading(beginning(title));
    fireEvent.click(screen.getAllByRole('link', { name: /^Today/ })[0] as HTMLElement);
    await heading(beginning('Nothing needs attention'));
    expect(document.body.innerHTML).not.toMatch(/NaN|Infinity/);
  });
});

describe('the pages', () => {
  it('say that nothing is there, and keep the filters that led to it', async () => {
    const none = { ...PAGE_DATA.disputes, disputes: { rows: [], total: 0, newer: null, older: null } };
    openConsole('/disputes?partner=purespectrum', { pages: { disputes: none } });
    await screen.findByText(/No disputes match these filters/);
    fireEvent.change(screen.getByLabelText('Partner'), { target: { value: '' } });
    await waitFor(() => expect(window.location.search).toBe(''));
  });

  it('show a dispute with both sides and the list next to it', async () => {
    openConsole('/disputes?dispute=D-2041', { pages: { disputes: { ...PAGE_DATA.disputes, open: DISPUTE } } });
    await heading('D-2041: Finished, no reward', 1);
    await heading('Cint Match reported: complete');
    expect(screen.getByRole('link', { current: true }).textContent).toContain('D-2041');
  });

  it('say that a dispute of the address is not there, and that an old one is answered', async () => {
    openConsole('/disputes?dispute=D-7');
    await screen.findByText(/Dispute D-7 doesn’t exist/);
    cleanup();
    const answered = { ...DISPUTE, state: 'credited' as const, answeredAt: '2026-08-01T10:00:00.000Z' };
    openConsole('/disputes?dispute=D-2041', { pages: { disputes: { ...PAGE_DATA.disputes, open: answered } } });
    await screen.findByText(/answered 1\sAug\s12:00/);
  });

  it('count a sample again after each rule, and keep the rules in the address', async () => {
    const calls = openConsole('/sample');
    await heading('Include');
    fireEvent.change(screen.getByLabelText('Add a rule'), { target: { value: 'network' } });
    fireEvent.change(screen.getByLabelText('An answer to Network 1'), { target: { value: 'mtn' } });
    fireEvent.change(await screen.findByLabelText('Add an answer to Network 1'), { target: { value: 'vodacom' } });
    const age = screen.getByLabelText('Age from');
    fireEvent.change(age, { target: { value: '17' } });
    fireEvent.blur(age);
    screen.getByText('Enter a number from 18 to 120');
    fireEvent.change(age, { target: { value: '25' } });
    fireEvent.blur(age);
    await waitFor(() =>
      expect(calls.at(-1)?.path).toBe(
        '/api/console/pages/sample?answer=network%3Amtn&answer=network%3Avodacom&ageFrom=25',
      ),
    );
    fireEvent.click(screen.getByRole('link', { name: 'Remove rule Network 1' }));
    await waitFor(() => expect(window.location.search).toBe('?ageFrom=25'));
  });

  it('open the definition of a figure', async () => {
    openConsole('/money');
    await heading('Liability now');
    fireEvent.click(screen.getAllByRole('button', { name: 'What Liability means' })[0] as HTMLElement);
    const drawer = await screen.findByRole('dialog', { name: 'Definitions' });
    expect(document.activeElement?.textContent).toBe('Liability');
    fireEvent.click(within(drawer).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('the audit', () => {
  it('says where it stops counting, and how much an export has', async () => {
    const entries = { ...PAGE_DATA.audit.entries, total: 10_000 };
    const counts = { viewed: 9000, changed: 900, system: 100 };
    openConsole('/audit', { pages: { audit: { ...PAGE_DATA.audit, counts, entries } } });
    await screen.findByText(/^10\s000 or more entries since .+ an export has the newest 10\s000$/);
    screen.getByText(/^6 of 10\s000 or more$/);
  });
});

describe('a dispute', () => {
  it.each([
    ['', 'oldest first'],
    ['state=closed&', 'newest first'],
  ])('opened by ?%s has a list next to it that says its order: %s', async (query, order) => {
    openConsole(`/disputes?${query}dispute=${DISPUTE.dispute}`, {
      pages: { disputes: { ...PAGE_DATA.disputes, open: DISPUTE } },
    });
    within(await screen.findByRole('navigation', { name: 'Disputes' })).getByText(order);
  });

  it('is in a table that offers no order', async () => {
    openConsole('/disputes');
    await screen.findByRole('table', { name: 'Disputes' });
    expect(document.querySelector('[aria-sort]')).toBeNull();
  });
});

describe('a card', () => {
  it('links auditors to the audit of the person', async () => {
    const href = `/audit?search=${PAGE_DATA.people.card?.card}`;
    openConsole('/people');
    expect((await screen.findByRole('link', { name: 'the audit of this person' })).getAttribute('href')).toBe(href);
  });

  it('has no link to the audit for a role that can’t open it', async () => {
    const pages = SESSION.pages.filter(({ page }) => page !== 'audit');
    openConsole('/people', { session: { ...SESSION, role: 'support', pages } });
    await screen.findByText(/Your reason in the audit:/);
    expect(screen.queryByRole('link', { name: 'the audit of this person' })).toBeNull();
  });

  it('says of each purpose whether the panelist gave, declined or withdrew the consent', async () => {
    openConsole('/people');
    const card = within(await screen.findByRole('region', { name: 'Consents and preferences' }));
    const states = ['Membership', 'Storing ethnicity', 'Marketing messages', 'Messages from partners'].map(
      (label) => card.getByText(new RegExp(`^${label}`)).nextElementSibling?.textContent,
    );
    expect(states).toEqual([
      expect.stringMatching(/^Given/),
      expect.stringMatching(/^Given/),
      expect.stringMatching(/^Withdrawn/),
      expect.stringMatching(/^Declined/),
    ]);
  });
});

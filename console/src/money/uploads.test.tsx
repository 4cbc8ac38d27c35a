import type { SettlementPageData } from '@panel/api/rewards/settlement-page';
import type { ReadStatement, StatementOfMonth } from '@panel/domain/console/money-pages';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openConsole, press, type } from '../app.testing.tsx';
import { PAGE_DATA } from '../fixtures.testing.ts';

const dialogNamed = async (name: string) => within(await screen.findByRole('dialog', { name }));
const tableNamed = async (name: string) => within(await screen.findByRole('table', { name }));

/** Chooses a file in the dialog; jsdom's files have no text(). */
const choose = (dialog: Awaited<ReturnType<typeof dialogNamed>>, label: string, text: string) => {
  const file = new File([text], 'file.csv', { type: 'text/csv' });
  Object.defineProperty(file, 'text', { value: async () => text });
  return act(async () => {
    fireEvent.change(dialog.getByLabelText(label), { target: { files: [file] } });
  });
};

describe('the upload of the issuer’s file', () => {
  it('asks again if the file is implausible, and once more about another file', async () => {
    const message = 'This file has 2 rows; we expected about 1058. Nothing was stored. Upload it anyway?';
    const calls = openConsole('/money', {
      answer: ({ body }) =>
        (body as { anyway?: string }).anyway === 'yes'
          ? { status: 200, body: { done: true, message: 'Read.', page: '/settlement?file=8' } }
          : { status: 400, body: { code: 'invalid-inputs', errors: [{ field: 'anyway', message }] } },
    });
    await press('Upload…');
    const dialog = await dialogNamed('Upload the issuer’s file');
    expect(dialog.queryByLabelText('Upload it anyway')).toBeNull();
    await choose(dialog, 'The issuer’s settlement file', 'two rows');
    fireEvent.click(dialog.getByRole('button', { name: 'Upload the file' }));
    await dialog.findByText(message);
    fireEvent.click(dialog.getByLabelText('Upload it anyway'));
    await choose(dialog, 'The issuer’s settlement file', 'two other rows');
    fireEvent.click(dialog.getByRole('button', { name: 'Upload the file' }));
    await dialog.findByText(message);
    fireEvent.click(dialog.getByLabelText('Upload it anyway'));
    fireEvent.click(dialog.getByRole('button', { name: 'Upload the file' }));
    await waitFor(() => expect(window.location.search).toBe('?file=8'));
    expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { file: 'two rows' },
      { file: 'two other rows' },
      { file: 'two other rows', anyway: 'yes' },
    ]);
  });
});

describe('the issuer’s settlement', () => {
  it('counts the rows of the file, not those that only we have', async () => {
    const money = structuredClone(PAGE_DATA.money);
    for (const row of money.settlement?.rows ?? [])
      row.count = { matched: 1, 'ours-only': 43 }[row.verdict as string] ?? 0;
    openConsole('/money', { pages: { money } });
    await screen.findByText(/^1 of 1 rows match/);
    const foot = (await tableNamed('Rows of the issuer’s file')).getAllByRole('row').at(-1);
    expect(foot?.textContent).toMatch(/^In the file1R/);
  });

  it('has a banner, rows by filter, and totals that add up', async () => {
    openConsole('/settlement?file=7');
    await screen.findByText(/This file lists 2 vouchers \(R120\.50\) that we can’t account for/);
    screen.getByRole('button', { name: 'Propose resuming payouts…' });
    const link = screen.getByRole('link', { name: 'the vouchers that froze payouts' });
    expect(link.getAttribute('href')).toBe('/settlement?file=7&show=theirs#rows');
    screen.getByText('R193.58 · 2 froze payouts'.replace(/ (?=\d{3})/, '\u202f'));
    const foot = (await tableNamed('Totals')).getAllByRole('row').at(-1) as HTMLElement;
    expect(
      within(foot)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['1 056', 'R61 532.49', '1 058', 'R61 553.18'].map((text) => text.replace(/ /g, '\u202f')));
    await press(/^Only in our records/);
    expect(window.location.search).toBe('?file=7&show=ours');
    // The menu marks the page that this one belongs to.
    const menu = within(screen.getByRole('navigation', { name: 'Pages' }));
    expect(menu.getByRole('link', { current: 'page' }).textContent).toMatch(/^Money/);
    expect(menu.queryByRole('link', { name: /settlement/i })).toBeNull();
  });

  it('begins with what froze payouts, then the counts and the rows, and ends with the earlier uploads', async () => {
    openConsole('/settlement?file=7');
    const parts = [
      await screen.findByRole('heading', { name: /^Payouts have been frozen since/ }),
      screen.getByRole('link', { name: /^Show rows ?: Matched/ }),
      screen.getByRole('table', { name: 'Settlement rows' }),
      screen.getByRole('table', { name: 'Uploads' }),
    ];
    const inPage = parts.toSorted((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
    expect(inPage).toEqual(parts);
    const uploads = await tableNamed('Uploads');
    expect(uploads.getByRole('link', { name: '13\u00a0Nov' }).getAttribute('href')).toBe('/settlement?file=6');
    expect(uploads.queryByRole('link', { name: '14\u00a0Nov' })).toBeNull();
  });

  it('marks the counts of rows that need attention, and no others', async () => {
    const totals = PAGE_DATA.settlement.totals.map((each) => ({ ...each, open: each.result === 'theirs' ? 3 : 0 }));
    openConsole('/settlement?file=7', { pages: { settlement: { ...PAGE_DATA.settlement, totals } } });
    const links = await screen.findAllByRole('link', { name: /^Show rows/ });
    expect(links.map((link) => link.closest('div')?.className.includes('wait'))).toEqual([false, false, true, false]);
  });

  it('offers for each row what can be done about it', async () => {
    const calls = openConsole('/settlement', { answer: () => ({ status: 202, body: { proposal: 'P-400' } }) });
    const rows = (await tableNamed('Settlement rows')).getAllByRole('row').slice(1);
    const buttons = rows.map((row) =>
      [...row.querySelectorAll('button, a')].map((each) => each.textContent).filter((text) => text),
    );
    expect(buttons).toEqual([
      ['Ask issuer…', 'Write off…'],
      ['P-318 open'],
      ['Mark as issued…', 'Ask issuer…'],
      ['Ask issuer…', 'Write off…'],
      ['Ask again…'],
    ]);
    screen.getByText(/^Issuer asked by finance-1 on/);
    fireEvent.click(screen.getAllByRole('button', { name: 'Write off…' })[0] as HTMLElement);
    const dialog = await dialogNamed('Write off a voucher');
    type('Reason (for the audit log)', 'The issuer insists');
    fireEvent.click(dialog.getByRole('button', { name: 'Propose the write-off' }));
    await screen.findByText('Proposed as P-400. Another person must approve it.');
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      reference: 'W0123456789abcdef0123456789abcdef',
      transaction: 'T-88214',
      reason: 'The issuer insists',
    });
  });

  it.each([
    ['Payouts are frozen. P-13 to resume them is waiting for approval.', { proposal: 'P-13' }, {}],
    ['5 rows need attention', null, {}],
    ['Every difference is resolved', null, { open: 0 }],
  ] as const)('says: %s', async (title, frozen, counts) => {
    const settlement: SettlementPageData = {
      ...PAGE_DATA.settlement,
      frozen: frozen && PAGE_DATA.settlement.frozen && { ...PAGE_DATA.settlement.frozen, ...frozen },
      counts: { ...PAGE_DATA.settlement.counts, ...counts },
    };
    openConsole('/settlement', { pages: { settlement } });
    await screen.findByRole('heading', { name: title });
  });
});

const [FIRST, , OVERDUE] = PAGE_DATA.money.statements as [StatementOfMonth, StatementOfMonth, StatementOfMonth];

/** The page of a statement, which was read with R31.50 to take back. */
const openStatement = (change: Partial<ReadStatement>, more: Partial<StatementOfMonth> = {}) => {
  const shown = { ...FIRST, statement: { ...(FIRST.statement as ReadStatement), ...change }, ...more };
  openConsole('/statement?statement=12', { pages: { statement: { ...PAGE_DATA.statement, shown } } });
};

describe('a partner’s statement', () => {
  it('adds up in the list: ours without what is unknown to us, theirs without what the file lacks', async () => {
    openConsole('/money');
    const table = await tableNamed('Partners’ statements');
    const heads = table.getAllByRole('columnheader').map(({ textContent }) => textContent);
    const cells = within(table.getAllByRole('row')[2] as HTMLElement).getAllByRole('cell');
    const numbers = cells.map(({ textContent }) => Number(textContent?.replace(/\D/g, '')));
    const value = (head: string) => numbers[heads.indexOf(head) - 1] ?? Number.NaN;
    const inBoth = value('Confirmed') + value('Reversed by partner') + value('Reversed earlier');
    expect(value('Our completes')).toBe(inBoth + value('Not in the statement'));
    expect(value('In the statement')).toBe(inBoth + value('Unknown to us'));
  });

  it('has totals whose columns add up: a missing reward is in ours alone', async () => {
    openStatement({});
    const rows = (await tableNamed('Totals')).getAllByRole('row').slice(1);
    const columnOf = (index: number) =>
      rows.map((row) => Number(within(row).getAllByRole('cell')[index]?.textContent?.replace(/\D/g, '')));
    for (const index of [0, 1]) {
      const parts = columnOf(index);
      const total = parts.pop();
      expect(parts.reduce((all, part) => all + part, 0)).toBe(total);
    }
    expect(columnOf(0)).not.toEqual(columnOf(1));
  });

  it('offers to take back what it still takes back', async () => {
    openStatement({ toTakeBack: { count: 1, amount: 1_050 } });
    await screen.findByRole('button', { name: 'Take R10.50 back…' });
  });

  it('offers nothing to take back if the partner’s callbacks did it already', async () => {
    openStatement({ toTakeBack: { count: 0, amount: 0 } });
    await screen.findByRole('heading', { name: 'Nothing to take back' });
    expect(screen.queryByRole('button', { name: /Take/ })).toBeNull();
  });

  it('says what it has taken back, and how many it left because two people credited them', async () => {
    const rows = (FIRST.statement as ReadStatement).rows.map((row) =>
      row.verdict === 'by-hand' ? { ...row, count: 4 } : row,
    );
    openStatement({ approvedAt: PAGE_DATA.money.at, takenBack: 2_100, rows });
    await screen.findByRole('heading', { name: 'R21.00 taken back' });
    (await tableNamed('Totals')).getByRole('rowheader', { name: 'By hand' });
    screen.getByRole('button', { name: 'By hand 4' });
  });

  it('says from where the money comes, and shows the rows that are taken back before the others', async () => {
    openStatement({ toTakeBack: { count: 3, amount: 3_150 } });
    const card = within(await screen.findByRole('region', { name: 'Where the R31.50 comes from' }));
    card.getByText('3 rewards of 3 panelists, as of now');
    expect(card.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      'R10.50',
      'R15.00',
      'R6.00',
    ]);
    const tabs = within(screen.getByRole('group', { name: 'Filter rows' })).getAllByRole('button');
    expect(tabs[0]?.textContent).toMatch(/^Reversed by partner/);
    expect(tabs.at(-1)?.textContent).toMatch(/^All/);
  });

  it('is listed on Money while it is recent or open', async () => {
    const settled = { ...FIRST, month: '2026-08', proposal: null, statement: null, isOverdue: false };
    openConsole('/money', { pages: { money: { ...PAGE_DATA.money, statements: [FIRST, settled] } } });
    const table = await tableNamed('Partners’ statements');
    expect(table.getAllByRole('row')).toHaveLength(2);
    expect(screen.getByRole('link', { name: 'All statements' }).getAttribute('href')).toBe('/statement');
  });

  it('that is overdue says so, and can be uploaded or written off', async () => {
    openConsole('/statement?partner=purespectrum&month=2026-10', {
      pages: {
        statement: { ...PAGE_DATA.statement, shown: OVERDUE, rows: { rows: [], total: 0, newer: null, older: null } },
      },
    });
    await screen.findByRole('heading', { name: /^October 2026 statement not received; due 10/ });
    screen.getByRole('button', { name: 'Upload the statement…' });
    await press('Write off…');
    await dialogNamed('Write off an overdue statement');
    screen.getByText(/^Overdue since 10/);
  });
});

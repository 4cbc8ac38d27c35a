import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openConsole, press } from '../app.testing.tsx';
import { DISPUTE } from '../disputes/disputes.testing.ts';
import { PAGE_DATA } from '../fixtures.testing.ts';

const PROPOSED = { status: 202, body: { proposal: 'P-400' } };
const dialogNamed = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('a message in review', () => {
  it('says what it is and of which withdrawal, also before it is closed', async () => {
    openConsole('/money');
    const table = within(await screen.findByRole('table', { name: 'Messages that need review' }));
    table.getByText('Voucher');
    table.getByText('W5c1e7');
    fireEvent.click(table.getByRole('button', { name: 'Close…' }));
    (await dialogNamed('Close a message')).getByText('Voucher · W5c1e7 · R118.00');
  });
});

it('puts a freeze first, with its reason and the way out', async () => {
  const frozen = { since: '2026-11-13T12:05:00Z', reason: 'Two vouchers for one reference', proposal: null };
  openConsole('/money', { pages: { money: { ...PAGE_DATA.money, frozen } } });
  const banner = await screen.findByRole('region', { name: /^Payouts have been frozen since 13\sNov\s14:05$/ });
  within(banner).getByText(frozen.reason);
  within(banner).getByRole('button', { name: 'Resume payouts…' });
  cleanup();
  openConsole('/money', { pages: { money: { ...PAGE_DATA.money, frozen: { ...frozen, proposal: 'P-13' } } } });
  await screen.findByRole('link', { name: 'P-13 open' });
  expect(screen.queryByRole('button', { name: 'Resume payouts…' })).toBeNull();
});

it('asks about no vouchers if none froze payouts', async () => {
  const { frozen } = PAGE_DATA.settlement;
  const byHand = frozen && { ...frozen, reason: 'A doubt.' };
  openConsole('/settlement', {
    pages: { settlement: { ...PAGE_DATA.settlement, frozen: byHand, alarming: { count: 0, amount: 0 } } },
  });
  await screen.findByText('Reason: A doubt.');
  expect(screen.queryByText(/Write them off/)).toBeNull();
  await press('Propose resuming payouts…');
  expect((await screen.findByRole('dialog', { name: 'Resume payouts' })).textContent).not.toContain('0 vouchers');
});

describe('who proposes something from its row', () => {
  it('finds the focus on the proposal that replaced the button', async () => {
    const money = structuredClone(PAGE_DATA.money);
    const [message] = money.messages;
    openConsole('/money', {
      pages: { money },
      answer: () => {
        Object.assign(message as object, { proposal: 'P-400' });
        return PROPOSED;
      },
    });
    const button = within(await screen.findByRole('table', { name: 'Messages that need review' })).getByRole('button', {
      name: 'Close…',
    });
    fireEvent.click(button);
    const dialog = await dialogNamed('Close a message');
    fireEvent.change(dialog.getByLabelText('Reason (for the audit log)'), { target: { value: 'The number is gone' } });
    fireEvent.click(dialog.getByRole('button', { name: /^Propose/ }));
    // The browser does this when the dialog closes.
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    if (button.isConnected) button.focus();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('P-400 open'));
  });

  it('is led nowhere by a page that has a proposal already', async () => {
    openConsole(`/disputes?dispute=${DISPUTE.dispute}`, {
      pages: { disputes: { ...PAGE_DATA.disputes, open: { ...DISPUTE, proposal: 'P-400', proposedBy: 'support-1' } } },
    });
    await screen.findByRole('link', { name: 'P-400 open' });
    expect(document.activeElement).toBe(document.body);
  });
});

it('shows how often and after how many minutes each partner and survey drops people late', async () => {
  openConsole('/partners');
  const table = within(await screen.findByRole('table', { name: 'Late terminations by partner and survey' }));
  const rows = table.getAllByRole('row').map((row) => row.textContent);
  expect(rows).toContainEqual(
    expect.stringMatching(/^Cint Match, Survey 48\u202f213 \(771204\)31\D*19\D*61.*14 min.*Left out$/),
  );
  expect(rows).toContainEqual(expect.stringMatching(/^Cint Match1\u202f204.*96.*7 min.*Shown$/));
  screen.getByText('1 survey left out of the list');
});

it('names the steps of the reversal rate in whole percents, exactly', async () => {
  const months = PAGE_DATA.partners.months.map((each) => ({
    ...each,
    partners: each.partners.map((one) => ({ ...one, earned: 1_000, reversed: 120 })),
  }));
  openConsole('/partners', { pages: { partners: { ...PAGE_DATA.partners, months } } });
  const chart = within(await screen.findByRole('img', { name: 'Reversal rate by month earned' }));
  expect(chart.getAllByText(/%$/).map(({ textContent }) => textContent)).toEqual(['0%', '5%', '10%', '15%']);
});

it('shows no reversal rate for a month in which nothing was earned', async () => {
  const months = PAGE_DATA.partners.months.map((each, index) => ({
    ...each,
    partners: each.partners.map((one) => (index === 0 ? { ...one, earned: 0, reversed: 0 } : one)),
  }));
  openConsole('/partners?view=months', { pages: { partners: { ...PAGE_DATA.partners, months } } });
  const table = await screen.findByRole('table', { name: 'Reversal rate by month earned' });
  expect(within(table).getByRole('row', { name: /^Jun\s26/ }).textContent).toBe('Jun\u00a026–––');
});

it('says of a statement’s row that its reward was taken back only if the reward is reversed', async () => {
  const { rows } = PAGE_DATA.statement;
  const takenBackAt = PAGE_DATA.today.at;
  const [reversed, kept] = rows.rows.map((row) => ({ ...row, takenBackAt })).slice(0, 2);
  const shown = [{ ...reversed, state: 'reversed' }, kept] as typeof rows.rows;
  openConsole('/statement?statement=12', {
    pages: { statement: { ...PAGE_DATA.statement, rows: { ...rows, rows: shown } } },
  });
  expect(await screen.findAllByText(/^Taken back/)).toHaveLength(1);
});

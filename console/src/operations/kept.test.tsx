import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openConsole, press, type } from '../app.testing.tsx';
import { PAGE_DATA, SESSION } from '../fixtures.testing.ts';

const REASON = 'Reason (for the audit log)';
const field = (label: string) => screen.getByLabelText<HTMLTextAreaElement>(label);
const kept = () => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]);

async function openFreeze() {
  await press('Freeze payouts…');
  return within(await screen.findByRole('dialog', { name: 'Freeze payouts' }));
}

describe('what was typed into an operation', () => {
  it('is there again after Escape, a reload and a session that ended, until it was sent', async () => {
    openConsole('/money');
    await openFreeze();
    type(REASON, 'Two vouchers for one reference');
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await openFreeze();
    expect(field(REASON).value).toBe('Two vouchers for one reference');

    cleanup();
    openConsole('/money', { session: null });
    await screen.findByRole('heading', { name: 'Sign in' });
    cleanup();
    const calls = openConsole('/money');
    const dialog = await openFreeze();
    expect(field(REASON).value).toBe('Two vouchers for one reference');
    fireEvent.click(dialog.getByRole('button', { name: 'Freeze payouts' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'Two vouchers for one reference' });
    expect(kept()).not.toContain('Two vouchers');
    await openFreeze();
    expect(field(REASON).value).toBe('');
  });

  it('is not shown to another account in the same tab, nor for another payout', async () => {
    const review = async (index: number) => {
      await screen.findByText('W-88391');
      fireEvent.click(screen.getAllByRole('button', { name: 'Resolve…' })[index] as HTMLElement);
      await screen.findByRole('dialog', { name: 'Resolve a payout' });
    };
    openConsole('/money');
    await review(0);
    type(REASON, 'Ticket 55121');
    await press('Cancel');
    await review(1);
    expect(field(REASON).value).toBe('');
    cleanup();
    openConsole('/money', { session: { ...SESSION, account: 'finance-3' } });
    await review(0);
    expect(field(REASON).value).toBe('');
  });

  it('stays nowhere if it is a PIN or a did', async () => {
    openConsole('/money');
    await screen.findByText('W-88391');
    fireEvent.click(screen.getAllByRole('button', { name: 'Resolve…' })[0] as HTMLElement);
    fireEvent.click(await screen.findByRole('radio', { name: 'It issued the voucher' }));
    type('The voucher’s PIN', '1234567890123456');
    cleanup();
    openConsole('/people', { session: { ...SESSION, role: 'support' }, pages: { people: { card: null } } });
    await screen.findByLabelText('did');
    type('did', 'phone-1');
    type(REASON, 'She asked');
    expect(kept()).toContain('She asked');
    expect(kept()).not.toMatch(/1234567890123456|phone-1/);
  });
});

describe('a proposal that another one is open for', () => {
  it('links to the open one and keeps what was typed', async () => {
    const detail = 'P-317 for this is already waiting for approval, proposed by finance-1.';
    openConsole('/money', {
      answer: () => ({ status: 409, body: { code: 'duplicate-proposal', detail, proposal: 'P-317' } }),
    });
    await screen.findByText('W-88391');
    fireEvent.click(screen.getAllByRole('button', { name: 'Resolve…' })[0] as HTMLElement);
    const dialog = within(await screen.findByRole('dialog', { name: 'Resolve a payout' }));
    fireEvent.click(dialog.getByRole('radio', { name: 'It did not issue the voucher and will not' }));
    type(REASON, 'Ticket 55121');
    fireEvent.click(dialog.getByRole('button', { name: 'Propose how it ended' }));
    await dialog.findByText(detail);
    expect(field(REASON).value).toBe('Ticket 55121');
    fireEvent.click(dialog.getByRole('link', { name: 'Open P-317' }));
    await screen.findByRole('heading', { name: /^P-318/, level: 1 });
    expect(window.location.search).toBe('?id=P-317');
  });
});

describe('erasing a person', () => {
  it('shows the proposer what is forfeited and what still gets delivered, and its button is red', async () => {
    const { card } = PAGE_DATA.people;
    if (!card) throw new Error('The fixture has no card.');
    const wallet = { available: 4_300, pending: 3_100, reserved: 5_800, owed: 900 };
    openConsole('/people?card=card-1', {
      session: { ...SESSION, role: 'support' },
      pages: { people: { card: { ...card, wallet } } },
    });
    await press('Erase…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Erase a person' }));
    const table = within(dialog.getByRole('table', { name: 'Before and after' }));
    expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'AmountsBeforeAfterChange',
      'Available, forfeitedR43.00R0.00−R43.00',
      'Pending, forfeitedR31.00R0.00−R31.00',
      'Payout in progress, still deliveredR58.00R58.00none',
      'Owed, remembered if the person signs up againR9.00R9.00none',
    ]);
    expect(dialog.getByRole('button', { name: 'Propose the erasure' }).className).toContain('danger');
  });
});

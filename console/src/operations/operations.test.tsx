import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openConsole, press, type } from '../app.testing.tsx';
import { DISPUTE } from '../disputes/disputes.testing.ts';
import { PAGE_DATA, SESSION } from '../fixtures.testing.ts';

const dialogNamed = (name: string) => screen.findByRole('dialog', { name });

describe('an operation', () => {
  it('asks for what its definition asks for and the page doesn’t know, and is proposed', async () => {
    const calls = openConsole('/money', { answer: () => ({ status: 202, body: { proposal: 'P-319' } }) });
    await screen.findByText('W-88391');
    fireEvent.click(screen.getAllByRole('button', { name: 'Resolve…' })[0] as HTMLElement);
    const dialog = within(await dialogNamed('Resolve a payout'));
    dialog.getByText('W-88391 · R125.00');
    dialog.getByText(/sees the transaction and the end of the serial number.+Nobody is shown the PIN/);
    dialog.getByText('Another finance account must approve within 24 hours');
    expect(document.activeElement?.textContent).toBe('Cancel');

    // Nothing is sent while something is missing, and each field says what.
    fireEvent.click(dialog.getByRole('button', { name: 'Propose how it ended' }));
    expect(dialog.getAllByText(/^(Required|Choose one of|Enter an id)/).length).toBeGreaterThan(1);
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
    // The first one is read out with what is wrong.
    expect(document.activeElement).toBe(dialog.getByRole('radio', { name: 'It issued the voucher' }));

    // What depends on an answer is asked for after it.
    expect(dialog.queryByLabelText('The voucher’s PIN')).toBeNull();
    fireEvent.click(dialog.getByRole('radio', { name: 'It issued the voucher' }));
    expect(dialog.getByLabelText('The voucher’s PIN').getAttribute('type')).toBe('password');
    fireEvent.click(dialog.getByRole('radio', { name: 'It did not issue the voucher and will not' }));
    type('Reason (for the audit log)', ' The issuer’s ticket 55121 ');
    fireEvent.click(dialog.getByRole('button', { name: 'Propose how it ended' }));
    await screen.findByText('Proposed as P-319. Another person must approve it.');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(calls.find(({ method }) => method === 'POST')).toEqual({
      method: 'POST',
      path: '/api/console/operations/resolve-payout',
      body: { id: PAGE_DATA.money.needsReview[1]?.id, outcome: 'not-issued', reason: 'The issuer’s ticket 55121' },
    });
    // The page and what waits are asked for again.
    await waitFor(() => expect(calls.filter(({ path }) => path === '/api/console/pages/money')).toHaveLength(2));
    await waitFor(() => expect(calls.filter(({ path }) => path === '/api/console/session')).toHaveLength(2));
  });

  it('says how long a text can be, keeps a longer one whole, and refuses it', async () => {
    const calls = openConsole('/money');
    await press('Freeze payouts…');
    const dialog = within(await dialogNamed('Freeze payouts'));
    const reason = dialog.getByLabelText<HTMLTextAreaElement>('Reason (for the audit log)');
    dialog.getByText('0 of 500 characters');
    fireEvent.change(reason, { target: { value: 'x'.repeat(501) } });
    fireEvent.click(dialog.getByRole('button', { name: 'Freeze payouts' }));
    dialog.getByText('Use 500 characters or fewer.');
    expect(reason.value).toHaveLength(501);
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('rejects or credits a withheld reward, and says why it is withheld and what would be taken back', async () => {
    const calls = openConsole('/money', { answer: () => ({ status: 202, body: { proposal: 'P-321' } }) });
    const table = within(await screen.findByRole('table', { name: 'Withheld rewards' }));
    table.getByRole('cell', { name: 'Over what one panelist may earn in a day' });
    table.getByText('R9.00 already credited');
    screen.getByText(/^R87\.50 hidden from panelists/);
    table.getByRole('button', { name: 'Take it back…' });
    fireEvent.click(table.getByRole('button', { name: 'Reject…' }));
    const dialog = within(await dialogNamed('Reject or take back a reward'));
    dialog.getByText('Event 90211 · R65.00 · Over what one panelist may earn in a day');
    type('Reason (for the audit log)', 'The partner says so');
    fireEvent.click(dialog.getByRole('button', { name: 'Propose it' }));
    await screen.findByText('Proposed as P-321. Another person must approve it.');
    expect(calls.find(({ method }) => method === 'POST')).toMatchObject({
      path: '/api/console/operations/reverse-reward',
      body: { event: '90211', reason: 'The partner says so' },
    });
  });

  it('closes a message that can’t be delivered, or sends it again', async () => {
    const calls = openConsole('/money', { answer: () => ({ status: 202, body: { proposal: 'P-320' } }) });
    await screen.findByRole('button', { name: 'Send again…' });
    await press('Close…');
    const dialog = within(await dialogNamed('Close a message'));
    dialog.getByText(/PIN and the device are erased/);
    type('Reason (for the audit log)', 'The number is gone');
    fireEvent.click(dialog.getByRole('button', { name: 'Propose to close it' }));
    await screen.findByText('Proposed as P-320. Another person must approve it.');
    expect(calls.find(({ method }) => method === 'POST')).toMatchObject({
      path: '/api/console/operations/close-message',
      body: { id: PAGE_DATA.money.messages[0]?.message, reason: 'The number is gone' },
    });
  });

  it('shows its progress and, if it is refused, keeps what was typed and says why', async () => {
    openConsole('/money', {
      answer: () => ({ status: 409, body: { code: 'refused', detail: 'Payouts are frozen already.' } }),
    });
    await press('Freeze payouts…');
    const dialog = within(await dialogNamed('Freeze payouts'));
    dialog.getByText('No second approval needed');
    type('Reason (for the audit log)', 'Two vouchers for one reference');
    expect(dialog.queryByRole('progressbar')).toBeNull();
    fireEvent.click(dialog.getByRole('button', { name: 'Freeze payouts' }));
    dialog.getByRole('progressbar', { name: 'Freeze payouts: in progress' });
    expect((await dialog.findByRole('alert')).textContent).toBe('Payouts are frozen already.');
    expect((screen.getByLabelText('Reason (for the audit log)') as HTMLTextAreaElement).value).toBe(
      'Two vouchers for one reference',
    );
    expect(dialog.queryByRole('progressbar')).toBeNull();
  });

  it('is overdue after a day of waiting', async () => {
    openConsole('/money');
    const table = await screen.findByRole('table', { name: 'Payouts that need review' });
    expect([...table.querySelectorAll('[class*="late"]')].map(({ textContent }) => textContent)).toEqual([
      '2 d 4 h',
      '1 d 3 h',
    ]);
  });

  it.each(['Assign to me', 'Decline…'])('says on the page that an answer can’t be understood: %s', async (button) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    openConsole('/disputes?dispute=D-2041', {
      pages: { disputes: { ...PAGE_DATA.disputes, open: DISPUTE } },
      answer: () => ({ status: 200, body: null }),
    });
    await press(button);
    if (button === 'Decline…') {
      type('Answer to the panelist', 'No.');
      await press('Decline');
    }
    await screen.findByText('This page can’t be displayed.');
  });

  it('is hidden from a role that can’t run it', async () => {
    openConsole('/money', { session: { ...SESSION, role: 'auditor' } });
    await screen.findByText('W-88391');
    expect(screen.queryByRole('button', { name: /…$/ })).toBeNull();
  });

  it('opens a card with a reason, and never puts the did in an address', async () => {
    const calls = openConsole('/people', {
      session: { ...SESSION, role: 'support' },
      pages: { people: { card: null } },
      answer: () => {
        expect(screen.getByRole('button', { name: 'Open the card' }).ariaBusy).toBe('true');
        return { status: 200, body: { done: true, message: 'Opened.', card: 'card-7' } };
      },
    });
    await screen.findByText(/recorded in the audit log with your reason/);
    type('did', 'phone-1');
    await press('Open the card');
    screen.getByText('Required.');
    type('Reason (for the audit log)', 'She asked about a reward');
    await press('Open the card');
    await waitFor(() => expect(window.location.search).toBe('?card=card-7'));
    expect(calls.some(({ path }) => path.includes('phone-1'))).toBe(false);
    await waitFor(() => expect(calls.at(-1)?.path).not.toBe('/api/console/pages/people'));
    await screen.findByText('This card is closed. Open it again with a reason.');
  });

  it('stays open while it runs, and then shows each line of the result', async () => {
    const lines = ['12 rows match.', '4 rows need a person.'];
    openConsole('/money', { answer: () => ({ status: 200, body: { done: true, message: 'Read.', lines } }) });
    await press('Upload…');
    const dialog = within(await dialogNamed('Upload the issuer’s file'));
    const file = new File(['reference;amount\n'], 'settlement.csv', { type: 'text/csv' });
    // jsdom's files have no text().
    Object.defineProperty(file, 'text', { value: async () => 'reference;amount\n' });
    await act(async () => {
      fireEvent.change(dialog.getByLabelText('The issuer’s settlement file'), { target: { files: [file] } });
    });
    fireEvent.click(dialog.getByRole('button', { name: 'Upload the file' }));
    for (const name of ['Cancel', 'Close'])
      expect(dialog.getByRole('button', { name }).getAttribute('aria-disabled'), name).toBe('true');
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    await screen.findByText('4 rows need a person.');
  });

  it('keeps what is typed while a file is being read', async () => {
    openConsole('/money');
    await press('Upload a statement…');
    const dialog = within(await dialogNamed('Upload a partner’s statement'));
    const file = new File([''], 'statement.csv', { type: 'text/csv' });
    let read = (_: string) => {};
    Object.defineProperty(file, 'text', { value: () => new Promise<string>((resolve) => (read = resolve)) });
    fireEvent.change(dialog.getByLabelText('The partner’s statement'), { target: { files: [file] } });
    fireEvent.change(dialog.getByLabelText('Month'), { target: { value: '2026-10' } });
    await act(async () => read('session;status;amount\n'));
    expect((dialog.getByLabelText('Month') as HTMLInputElement).value).toBe('2026-10');
  });
});

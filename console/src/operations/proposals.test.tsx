import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openConsole, press, type } from '../app.testing.tsx';
import { ago } from '../fixtures/clock.testing.ts';
import { DISPUTE } from '../fixtures/people.testing.ts';
import { PAGE_DATA, SESSION } from '../fixtures.testing.ts';

const dialogNamed = (name: string) => screen.findByRole('dialog', { name });

describe('a proposal', () => {
  const proposal = (change: object) => {
    const [first, ...others] = PAGE_DATA.today.proposals;
    return { pages: { today: { ...PAGE_DATA.today, proposals: [{ ...first, ...change }, ...others] } } } as object;
  };

  it('is approved by another person, with everything in sight that was proposed', async () => {
    const calls = openConsole('/today?proposal=P-318');
    const dialog = within(await dialogNamed('Approve P-318?'));
    dialog.getByText('s-19f2b4, Cint Match');
    dialog.getByText('Over the cap by one; the partner confirms the complete.');
    dialog.getByText('You signed in 3 minutes ago');
    expect(document.activeElement?.textContent).toBe('Decide later');
    fireEvent.click(dialog.getByRole('button', { name: 'Approve R14.00' }));
    await screen.findByText('P-318 is approved and carried out.');
    expect(calls.find(({ method }) => method === 'POST')).toEqual({
      method: 'POST',
      path: '/api/console/proposals/P-318/approve',
      body: {},
    });
    expect(window.location.search).toBe('');
  });

  it('about a voucher shows which one it is and that a PIN was entered, without the PIN', async () => {
    const facts = [
      ['The issuer’s transaction', 'T-5512'],
      ['Serial number ends in', '4477'],
      ['PIN', 'entered, not shown'],
    ].map(([label, text]) => ({ label, proposed: { text }, now: { text } }));
    openConsole('/today?proposal=P-318', proposal({ operation: 'resolve-payout', title: 'Resolve a payout', facts }));
    const dialog = within(await dialogNamed('Approve P-318?'));
    for (const { label, proposed } of facts)
      expect(dialog.getByText(label as string).nextElementSibling?.textContent).toBe(proposed.text);
  });

  it('is refused with a remark, and not without', async () => {
    const calls = openConsole('/today?proposal=P-318');
    await dialogNamed('Approve P-318?');
    await press('Refuse');
    await screen.findByText('Say why you are refusing it. The proposer will read this.');
    const label = 'Remark for the proposer and the audit log (required to refuse)';
    type(label, 'Reversed twice');
    await press('Refuse');
    await screen.findByText('P-318 is refused.');
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'Reversed twice' });
  });

  it('is approved with a remark', async () => {
    const calls = openConsole('/today?proposal=P-318');
    await dialogNamed('Approve P-318?');
    type('Remark for the proposer and the audit log (required to refuse)', 'Not the last one');
    await press('Approve R14.00');
    await screen.findByText('P-318 is approved and carried out.');
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'Not the last one' });
  });

  it('that was decided shows what was said to it', async () => {
    openConsole('/today');
    const table = within(await screen.findByRole('table', { name: 'Recent decisions' }));
    table.getByText('finance-2: The session was already reversed twice');
  });

  it('can’t be approved by its proposer, nor after the facts changed', async () => {
    openConsole('/today?proposal=P-318', proposal({ own: true, mayApprove: false }));
    const own = within(await dialogNamed('P-318 is your own proposal'));
    expect((own.getByRole('button', { name: 'Approve R14.00' }) as HTMLButtonElement).disabled).toBe(true);
    own.getByRole('button', { name: 'Withdraw the proposal' });
    fireEvent.click(own.getByRole('button', { name: 'Decide later' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(screen.getByRole('link', { name: 'P-317' }));
    const changed = within(await dialogNamed('P-317 can no longer be approved'));
    expect(changed.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['needs-review', 'paid']);
    expect((changed.getByRole('button', { name: 'Approve R70.00' }) as HTMLButtonElement).disabled).toBe(true);
  });

  it('asks for a fresh sign-in, by its own clock or the server’s answer, and comes back to the dialog', async () => {
    openConsole('/today?proposal=P-318', { session: { ...SESSION, signedInAt: ago(6) } });
    await dialogNamed('Approve P-318?');
    const href = '/sign-in?return=%2Ftoday%3Fproposal%3DP-318&fresh=1';
    expect(screen.getByRole('link', { name: 'Sign in again' }).getAttribute('href')).toBe(href);
  });

  it('asks for a fresh sign-in when the server demands it', async () => {
    openConsole('/today?proposal=P-318', {
      answer: () => ({ status: 401, body: { code: 'fresh-sign-in-needed', detail: 'Sign in again.' } }),
    });
    await dialogNamed('Approve P-318?');
    await press('Approve R14.00');
    await screen.findByRole('link', { name: 'Sign in again' });
  });

  it('says what it is about, in the list too', async () => {
    openConsole('/today');
    const table = within(await screen.findByRole('table', { name: 'Open proposals' }));
    table.getByText('Session s-19f2b4, Cint Match');
  });

  it.each(['support', 'auditor'] as const)('gives %s no buttons to decide it, and says who approves', async (role) => {
    openConsole('/today?proposal=P-318', {
      ...proposal({ mayApprove: false }),
      session: { ...SESSION, account: `${role}-1`, role },
    });
    const dialog = within(await dialogNamed('P-318 needs a second person'));
    dialog.getByText('It must be approved by finance');
    expect(dialog.queryByRole('button', { name: /Refuse|Approve|Withdraw/ })).toBeNull();
    expect(dialog.queryByLabelText(/^Remark/)).toBeNull();
    fireEvent.click(dialog.getAllByRole('button', { name: 'Close' })[1] as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('closes with the reason if it was decided or changed in the meantime, and the page reloads', async () => {
    const detail = 'The facts have changed since the proposal, so it was closed.';
    const calls = openConsole('/today?proposal=P-318', {
      answer: () => ({ status: 409, body: { code: 'facts-changed', detail } }),
    });
    await dialogNamed('Approve P-318?');
    await press('Approve R14.00');
    await screen.findByText(`P-318: ${detail}`);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(calls.filter(({ path }) => path === '/api/console/pages/today')).toHaveLength(2));
  });

  it('is withdrawn by its proposer, which is not called a refusal', async () => {
    openConsole('/today?proposal=P-318', proposal({ own: true, mayApprove: false }));
    await dialogNamed('P-318 is your own proposal');
    type('Remark for the proposer and the audit log (required to withdraw)', 'Mistyped');
    await press('Withdraw the proposal');
    await screen.findByText('P-318 is withdrawn.');
  });

  it.each([
    ['P-316', /^P-316 is closed: carried out by finance-2, /],
    ['P-9', 'Proposal P-9 is not open. The audit log shows past decisions.'],
  ])('says that %s, named by a link, is not open', async (id, text) => {
    openConsole(`/today?proposal=${id}`);
    await screen.findByText(text);
  });

  it('says in its dialog that signing in again has failed, and keeps the remark until it is decided', async () => {
    openConsole('/today?proposal=P-318');
    await dialogNamed('Approve P-318?');
    const label = 'Remark for the proposer and the audit log (required to refuse)';
    type(label, 'Seen in their list');
    cleanup();
    openConsole('/today?proposal=P-318&sign-in=unavailable', { session: { ...SESSION, signedInAt: ago(6) } });
    const dialog = within(await dialogNamed('Approve P-318?'));
    dialog.getByText('The identity provider can’t be reached. Try again in a minute.');
    expect((dialog.getByLabelText(label) as HTMLInputElement).value).toBe('Seen in their list');
    expect(dialog.getByRole('link', { name: 'Sign in again' }).getAttribute('href')).not.toContain('unavailable');
    await press('Refuse');
    await screen.findByText('P-318 is refused.');
    expect(window.location.search).toBe('');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Seen in their list');
  });

  it('to credit a dispute is linked from the dispute', async () => {
    const open = { ...DISPUTE, state: 'proposed' as const, proposal: 'P-320', proposedBy: 'support-2' };
    openConsole('/disputes?dispute=D-2041', { pages: { disputes: { ...PAGE_DATA.disputes, open } } });
    await screen.findByRole('heading', { name: 'support-2 proposed a credit' });
    expect(screen.getByRole('link', { name: 'P-320 open' }).getAttribute('href')).toBe('/today?proposal=P-320');
    expect(screen.queryByRole('button', { name: /^Credit/ })).toBeNull();
    screen.getByRole('button', { name: 'Decline…' });
  });
});

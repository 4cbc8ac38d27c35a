import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openConsole, press, type } from '../app.testing.tsx';
import { ago } from '../clock.testing.ts';
import { DISPUTE } from '../disputes/disputes.testing.ts';
import { PAGE_DATA, SESSION } from '../fixtures.testing.ts';
import { creditWith, PROPOSAL, PROPOSALS } from './proposals.testing.ts';

const headingNamed = (name: string) => screen.findByRole('heading', { name, level: 1 });
const TITLE = 'P-318: Credit a session, R14.00';
const REMARK = 'Remark for the proposer and the audit log';
const showing = (change: object) => ({ pages: { proposal: creditWith(change) } });
const approveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Approve/ });

describe('a proposal', () => {
  it('has a page on which another person approves it, with everything in sight that was proposed', async () => {
    const calls = openConsole('/proposal?id=P-318');
    await headingNamed(TITLE);
    expect(calls.map(({ path }) => path)).toContain('/api/console/pages/proposal?id=P-318');
    screen.getByText('s-19f2b4, Cint Match');
    screen.getByText('Over the cap by one; the partner confirms the complete.');
    screen.getByText('You signed in 3 minutes ago');
    await press('Approve R14.00');
    await screen.findByText('P-318 is approved and carried out.');
    expect(calls.find(({ method }) => method === 'POST')).toEqual({
      method: 'POST',
      path: '/api/console/proposals/P-318/approve',
      body: {},
    });
  });

  it('about a voucher shows which one it is and that a PIN was entered, without the PIN', async () => {
    const facts = [
      { label: 'The issuer’s transaction', text: 'T-5512' },
      { label: 'Serial number ends in', text: '4477' },
      { label: 'PIN', text: 'entered, not shown' },
    ];
    const compared = facts.map(({ label, text }) => ({ label, proposed: { text }, now: { text } }));
    openConsole('/proposal?id=P-318', showing({ operation: 'resolve-payout', facts: compared }));
    await headingNamed(TITLE);
    for (const { label, text } of facts) expect(screen.getByText(label).nextElementSibling?.textContent).toBe(text);
  });

  it('is declined with a remark, and not without', async () => {
    const calls = openConsole('/proposal?id=P-318');
    await headingNamed(TITLE);
    await press('Decline');
    await screen.findByText('Say why you are declining it. The proposer will read this.');
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
    type(REMARK, 'Reversed twice');
    await press('Decline');
    await screen.findByText('P-318 is declined.');
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'Reversed twice' });
  });

  it.each([
    ['P-318', REMARK, ['Decline', 'Approve R14.00']],
    ['P-315', 'Reason (for the audit log)', ['Reopen the proposal']],
  ] as const)('keeps a remark on %s that is too long whole, and refuses it', async (id, label, buttons) => {
    const calls = openConsole(`/proposal?id=${id}`, { pages: { proposal: PROPOSALS[id] } });
    await screen.findByText('0 of 500 characters');
    type(label, 'x'.repeat(501));
    screen.getByText('501 of 500 characters');
    for (const button of buttons) {
      await press(button);
      await screen.findByText('Use 500 characters or fewer.');
    }
    expect(screen.getByLabelText<HTMLTextAreaElement>(label).value).toHaveLength(501);
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('is approved with a remark', async () => {
    const calls = openConsole('/proposal?id=P-318');
    await headingNamed(TITLE);
    type(REMARK, 'Not the last one');
    await press('Approve R14.00');
    await screen.findByText('P-318 is approved and carried out.');
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'Not the last one' });
  });

  it('that was decided shows what was said to it, on its page and on Today', async () => {
    openConsole('/today');
    const table = within(await screen.findByRole('table', { name: 'Recent decisions' }));
    table.getByText('finance-2: The session was already reversed twice');
    expect(table.getByRole('link', { name: 'P-315' }).getAttribute('href')).toBe('/proposal?id=P-315');
    cleanup();
    openConsole('/proposal?id=P-316', { pages: { proposal: PROPOSALS['P-316'] } });
    await screen.findByText('Approved by finance-2');
    expect(screen.queryByRole('button', { name: /Approve|Decline|Reopen/ })).toBeNull();
  });

  it('can’t be approved by its proposer, who can withdraw it', async () => {
    openConsole('/proposal?id=P-318', {
      ...showing({ own: true, mayApprove: false }),
      session: { ...SESSION, signedInAt: ago(6) },
    });
    await screen.findByText('This is your own proposal');
    expect(screen.queryByText(/sign in again/)).toBeNull();
    screen.getByText('You proposed it, so another person must approve it');
    expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
    screen.getByText('Required to withdraw.');
    type(REMARK, 'Mistyped');
    await press('Withdraw the proposal');
    await screen.findByText('P-318 is withdrawn.');
  });

  it('can’t be approved after the facts changed, and says which', async () => {
    openConsole('/proposal?id=P-317', { pages: { proposal: PROPOSALS['P-317'] } });
    await screen.findByText('Something changed after this was proposed.');
    const table = within(screen.getByRole('table', { name: 'What changed' }));
    expect(table.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['needs-review', 'paid']);
    expect(approveButton().disabled).toBe(true);
    screen.getByText(/Decline it, and propose it again/);
    cleanup();
    const { proposal } = PROPOSALS['P-317'];
    openConsole('/proposal?id=P-317', showing({ ...proposal, own: true, mayApprove: false }));
    await screen.findByText(/Withdraw it, and propose it again/);
  });

  it('asks for a fresh sign-in by its own clock, and comes back to the page', async () => {
    openConsole('/proposal?id=P-318', { session: { ...SESSION, signedInAt: ago(6) } });
    await headingNamed(TITLE);
    const href = '/sign-in?return=%2Fproposal%3Fid%3DP-318&fresh=1';
    expect(screen.getByRole('link', { name: 'Sign in again' }).getAttribute('href')).toBe(href);
  });

  it('asks for a fresh sign-in when the server demands it', async () => {
    openConsole('/proposal?id=P-318', {
      answer: () => ({ status: 401, body: { code: 'fresh-sign-in-needed', detail: 'Sign in again.' } }),
    });
    await headingNamed(TITLE);
    await press('Approve R14.00');
    await screen.findByRole('link', { name: 'Sign in again' });
  });

  it('says what it is about, in the list too', async () => {
    openConsole('/today');
    const table = within(await screen.findByRole('table', { name: 'Open proposals' }));
    table.getByText('Session s-19f2b4, Cint Match');
    fireEvent.click(table.getByRole('link', { name: 'P-318' }));
    await headingNamed(TITLE);
  });

  it.each(['support', 'auditor'] as const)('gives %s no buttons to decide it, and says who approves', async (role) => {
    openConsole('/proposal?id=P-318', {
      ...showing({ mayApprove: false }),
      session: { ...SESSION, account: `${role}-1`, role },
    });
    await screen.findByText('It needs a second person');
    screen.getByText('It must be approved by finance');
    expect(screen.queryByRole('button', { name: /Decline|Approve|Withdraw/ })).toBeNull();
    expect(screen.queryByLabelText(/^Remark/)).toBeNull();
  });

  it('says why if it was decided or changed in the meantime, and the page reloads', async () => {
    const detail = 'The facts have changed since the proposal, so it was closed.';
    const calls = openConsole('/proposal?id=P-318', {
      answer: () => ({ status: 409, body: { code: 'facts-changed', detail } }),
    });
    await headingNamed(TITLE);
    await press('Approve R14.00');
    await screen.findByText(detail);
    await waitFor(() => expect(calls.filter(({ path }) => path.includes('pages/proposal'))).toHaveLength(2));
  });

  it('that doesn’t exist, or that the role can’t read, says so', async () => {
    openConsole('/proposal?id=P-9', { pages: { proposal: { ...PROPOSAL, proposal: null } } });
    await screen.findByText(/No proposal has this number/);
    cleanup();
    openConsole('/proposal?id=P-318', showing({ facts: null, reason: undefined, mayApprove: false }));
    await screen.findByText('Your role can’t read the details of this proposal.');
  });

  it('keeps the remark while the operator signs in again, and drops it once it was sent', async () => {
    openConsole('/proposal?id=P-318');
    await headingNamed(TITLE);
    type(REMARK, 'Seen in their list');
    cleanup();
    openConsole('/proposal?id=P-318&sign-in=unavailable', { session: { ...SESSION, signedInAt: ago(6) } });
    await screen.findByText('The identity provider can’t be reached. Try again in a minute.');
    await headingNamed(TITLE);
    expect(screen.getByLabelText<HTMLTextAreaElement>(REMARK).value).toBe('Seen in their list');
    expect(screen.getByRole('link', { name: 'Sign in again' }).getAttribute('href')).not.toContain('unavailable');
    await press('Decline');
    await screen.findByText('P-318 is declined.');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Seen in their list');
  });

  it('to erase a person shows what is forfeited and what still gets delivered, and its button is red', async () => {
    openConsole('/proposal?id=P-313', { pages: { proposal: PROPOSALS['P-313'] } });
    const table = within(await screen.findByRole('table', { name: 'Before and after' }));
    expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'AmountsBeforeAfterChange',
      'Available, forfeitedR43.00R0.00−R43.00',
      'Pending, forfeitedR31.00R0.00−R31.00',
      'Payout in progress, still deliveredR58.00R58.00none',
    ]);
    expect(approveButton().className).toContain('danger');
  });

  it('to credit a dispute is linked from the dispute', async () => {
    const open = { ...DISPUTE, state: 'proposed' as const, proposal: 'P-320', proposedBy: 'support-2' };
    openConsole('/disputes?dispute=D-2041', { pages: { disputes: { ...PAGE_DATA.disputes, open } } });
    await screen.findByRole('heading', { name: 'support-2 proposed a credit' });
    expect(screen.getByRole('link', { name: 'P-320 open' }).getAttribute('href')).toBe('/proposal?id=P-320');
    expect(screen.queryByRole('button', { name: /^Credit/ })).toBeNull();
    screen.getByRole('button', { name: 'Decline…' });
  });
});

import { DECLINE_TEMPLATES } from '@panel/domain/disputes/templates';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { reload } from '../api.ts';
import { openConsole } from '../app.testing.tsx';
import { PAGE_DATA } from '../fixtures.testing.ts';
import { DISPUTE } from './disputes.testing.ts';

const open = (href = '/disputes?state=unassigned&dispute=D-2041', dispute = {}) =>
  openConsole(href, { pages: { disputes: { ...PAGE_DATA.disputes, open: { ...DISPUTE, ...dispute } } } });
const shown = () => new URLSearchParams(window.location.search).get('dispute');
const posted = (calls: ReturnType<typeof open>) =>
  calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path.split('/').at(-1), body]);
const rows = PAGE_DATA.disputes.disputes.rows.map(({ dispute }) => dispute);
const at = rows.indexOf('D-2041');

describe('a dispute', () => {
  it('names the colleague who works on it', async () => {
    open(undefined, { assignedTo: 'Thandi' });
    await screen.findByText('Assigned to Thandi');
  });

  it('that doesn’t exist stays named while the page is loaded again', async () => {
    let isHeld = false;
    openConsole('/disputes?dispute=D-1', {}, () => {
      const { fetch } = globalThis;
      vi.stubGlobal('fetch', (path: string, init?: RequestInit) =>
        isHeld ? new Promise(() => {}) : fetch(path, init),
      );
    });
    const missing = await screen.findByText(/^Dispute D-1 doesn’t exist/);
    isHeld = true;
    act(() => reload());
    await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).not.toBeNull());
    expect(missing.isConnected).toBe(true);
  });

  it('says whose it is, and can be given up', async () => {
    const calls = open(undefined, { assignedTo: 'finance-2' });
    await screen.findByText('Assigned to you');
    expect(screen.queryByRole('button', { name: 'Assign to me' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Unassign' }));
    await waitFor(() => expect(posted(calls)).toEqual([['assign-dispute', { dispute: 'D-2041', to: 'nobody' }]]));
  });

  it('that has a proposal is credited there, by the same key', async () => {
    open(undefined, { state: 'proposed', proposal: 'P-320', proposedBy: 'support-2' });
    await screen.findByRole('link', { name: 'P-320 open' });
    fireEvent.keyDown(document.body, { key: 'c' });
    await waitFor(() => expect(window.location.pathname).toBe('/proposal'));
  });

  it('is answered from a template that can be changed, and the next one of the list opens', async () => {
    const calls = open();
    fireEvent.click(await screen.findByRole('button', { name: 'Decline…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Decline a dispute' }));
    const [template] = DECLINE_TEMPLATES;
    const templates = dialog.getByLabelText<HTMLSelectElement>('Template for answer to the panelist');
    const answer = dialog.getByLabelText<HTMLTextAreaElement>('Answer to the panelist');
    for (const text of ['', `${template?.text} Thank you.`]) {
      fireEvent.change(templates, { target: { value: template?.text } });
      expect(answer.value).toBe(template?.text);
      fireEvent.change(answer, { target: { value: text } });
      // What was typed is not replaced. Once it is cleared, the same template can be chosen again.
      expect([templates.value, templates.disabled]).toEqual(['', text !== '']);
    }
    fireEvent.click(dialog.getByRole('button', { name: 'Answer and next' }));
    await waitFor(() => expect(shown()).toBe(rows[at + 1]));
    expect(posted(calls)).toEqual([['decline-dispute', { dispute: 'D-2041', answer: `${template?.text} Thank you.` }]]);
    expect(new URLSearchParams(window.location.search).get('state')).toBe('unassigned');
  });

  it('stays open if it is answered without going on', async () => {
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Decline…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Decline a dispute' }));
    fireEvent.change(dialog.getByLabelText('Answer to the panelist'), { target: { value: 'No.' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Decline' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(shown()).toBe('D-2041');
  });
});

describe('single keys', () => {
  afterEach(() => {
    if (!(screen.getByLabelText(/single-key/) as HTMLInputElement).checked)
      fireEvent.click(screen.getByLabelText(/single-key/));
  });
  const press = (key: string, target: Element = document.body) => fireEvent.keyDown(target, { key });

  it('open the next and the previous dispute and the credit, but not in a field or a dialog, and can be switched off', async () => {
    open();
    await screen.findByRole('button', { name: 'Assign to me' });
    press('j');
    expect(shown()).toBe(rows[at + 1]);
    press('k');
    await waitFor(() => expect(shown()).toBe(rows[at - 1]));
    press('c');
    const dialog = within(await screen.findByRole('dialog', { name: 'Credit a reported session' }));
    const before = shown();
    press('j', dialog.getByLabelText('Answer to the panelist'));
    press('j');
    expect(shown()).toBe(before);
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    press('?');
    const keys = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    keys.getByText('Credit, or open its proposal');
    fireEvent.click(keys.getByLabelText(/single-key/));
    fireEvent.click(keys.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    press('j');
    expect(shown()).toBe(before);
    fireEvent.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }));
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  });
});

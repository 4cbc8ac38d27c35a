import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openConsole, press, type } from '../app.testing.tsx';
import { SESSION } from '../fixtures.testing.ts';
import { AUDIT } from './audit.testing.ts';

it('filters the audit by a day once its year is typed, and Back undoes it at once', async () => {
  openConsole('/audit');
  const from = (await screen.findByLabelText('From')) as HTMLInputElement;
  const entries = window.history.length;
  for (const year of ['0002', '0020', '0202']) {
    fireEvent.change(from, { target: { value: `${year}-11-09` } });
    expect([from.value, window.location.search]).toEqual([`${year}-11-09`, '']);
  }
  fireEvent.change(from, { target: { value: '2026-11-09' } });
  expect(window.location.search).toBe('?from=2026-11-09');
  expect(window.history.length).toBe(entries + 1);
  window.history.back();
  await waitFor(() => expect(from.value).toBe(''));
});

it('keeps a day’s filter while a part of the day is deleted, and drops it once the day is gone', async () => {
  openConsole('/audit?from=2026-11-09');
  const from = await screen.findByLabelText<HTMLInputElement>('From');
  let badInput = true;
  Object.defineProperty(from, 'validity', { get: () => ({ badInput }) });
  fireEvent.change(from, { target: { value: '' } });
  expect(window.location.search).toBe('?from=2026-11-09');
  expect(from.getAttribute('aria-invalid')).toBe('true');
  fireEvent.change(from, { target: { value: '2026-11-10' } });
  badInput = false;
  fireEvent.change(from, { target: { value: '' } });
  expect(window.location.search).toBe('');
});

it('links an entry to its proposal and shows the amount', async () => {
  openConsole('/audit');
  const row = within((await screen.findByRole('link', { name: 'P-318' })).closest('tr') as HTMLElement);
  row.getByText('R14.00');
  expect(row.getByRole('link', { name: 'P-318' }).getAttribute('href')).toBe('/proposal?id=P-318');
});

it('has a tab for what was viewed and what was changed, each with its count, next to the other filters', async () => {
  const calls = openConsole('/audit?account=support-1&cursor=older-entries');
  const tabs = within(await screen.findByRole('group', { name: 'Filter by kind' }));
  const shown = () => tabs.getAllByRole('button').map((tab) => [tab.textContent, tab.getAttribute('aria-pressed')]);
  expect(shown()).toEqual([
    ['All 412', 'true'],
    ['Viewed 187', 'false'],
    ['Changed 205', 'false'],
    ['System 20', 'false'],
  ]);
  fireEvent.click(tabs.getByRole('button', { name: 'Viewed 187' }));
  expect(window.location.search).toBe('?account=support-1&kind=viewed');
  await waitFor(() => expect(calls.at(-1)?.path).toBe('/api/console/pages/audit?account=support-1&kind=viewed'));
  expect(shown()[1]).toEqual(['Viewed 187', 'true']);
  fireEvent.click(tabs.getByRole('button', { name: 'All 412' }));
  expect(window.location.search).toBe('?account=support-1');
});

it('says that there may be more of each kind if the server stopped counting', async () => {
  const counts = { viewed: 6_200, changed: 3_700, system: 100 };
  openConsole('/audit?kind=viewed', {
    pages: { audit: { ...AUDIT, counts, entries: { ...AUDIT.entries, total: 6_200 } } },
  });
  await screen.findByRole('button', { name: 'All 10\u202f000+' });
  screen.getByRole('button', { name: 'Viewed 6\u202f200+' });
  screen.getByText('6 of 6 200 or more');
});

it('exports the entries that the page is filtered for, after a reason', async () => {
  const answer = { status: 200, body: { done: true, message: 'Exported.' } };
  const calls = openConsole('/audit?account=support-1', {
    session: { ...SESSION, role: 'auditor' },
    answer: () => answer,
  });
  await press('Export…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Export the audit' }));
  expect(dialog.queryByLabelText(/Filters/)).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: 'Export' }));
  dialog.getByText('Required.');
  type('Reason (for the audit log)', 'Yearly check');
  fireEvent.click(dialog.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.find(({ method }) => method === 'POST')).toMatchObject({
    path: '/api/console/operations/export-audit',
    body: { filters: 'account=support-1', reason: 'Yearly check' },
  });
});

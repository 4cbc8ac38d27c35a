import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openConsole, press, type } from '../app.testing.tsx';
import { SESSION } from '../fixtures.testing.ts';

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

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openConsole } from '../app.testing.tsx';

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

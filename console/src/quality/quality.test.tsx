import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openConsole } from '../app.testing.tsx';

it('Quality shows how the panel scores, the completes of each month, and which partner took back too much', async () => {
  openConsole('/quality');
  const scores = within(await screen.findByRole('region', { name: 'Panelists by score' }));
  expect(scores.getByText('90 to 100').closest('li')?.textContent).toContain('76.0%');
  const months = within(screen.getByRole('table', { name: 'Completes by month' }));
  expect(months.getByRole('row', { name: /^PureSpectrum/ }).textContent).toContain('69 (3.7%)');
  const [router, match] = ['Cint router', 'Cint Match'].map(
    (name) => months.getAllByRole('row', { name: new RegExp(`^${name}`) })[0],
  );
  expect(router?.textContent).toContain('106 (12.2%)');
  expect(router?.className).not.toBe(match?.className);
  screen.getByText('Marked: over 10% taken back');
});

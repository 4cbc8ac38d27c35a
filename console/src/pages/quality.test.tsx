import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openConsole } from '../app.testing.tsx';

it('Quality shows who scores well, which partner takes back too much, and the completes of each month', async () => {
  openConsole('/quality');
  await screen.findByRole('heading', { name: '96.8% of scores are 60 or more' });
  screen.getByRole('heading', { name: '1 partner took back over 10%' });
  const rates = within(screen.getByRole('table', { name: 'Reconciliation by partner' }));
  expect(rates.getByRole('row', { name: /^Cint router/ }).textContent).toContain('12.1%');
  const months = within(screen.getByRole('table', { name: 'Quality of completes by month and partner' }));
  expect(months.getAllByRole('row', { name: /^PureSpectrum/ })[0]?.textContent).toContain('69 (3.7%)');
  expect(screen.getAllByRole('link', { name: /CSV/ })).toHaveLength(3);
});

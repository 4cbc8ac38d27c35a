import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openConsole, type } from '../app.testing.tsx';
import { SESSION } from '../fixtures.testing.ts';

it('lists each partner’s built-in codes with what they mean, without another call', async () => {
  const calls = openConsole('/codes');
  const table = within(await screen.findByRole('table', { name: 'Built-in codes' }));
  const rows = () => table.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(rows()).toEqual([
    ['Code', 'Means', 'From', 'Outcome'],
    ['40', 'Quota full', 'Marketplace', 'Over quota'],
    ['10', 'Complete', 'Client’s survey', 'Complete'],
    ['930', 'Fraud', 'Client’s survey', 'Reversed'],
  ]);
  const tabs = within(screen.getByRole('group', { name: 'Filter by partner' }));
  expect(tabs.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Cint Match 3',
    'Cint router 1',
    'PureSpectrum 1',
  ]);
  const before = calls.length;
  fireEvent.click(tabs.getByRole('button', { name: 'PureSpectrum 1' }));
  expect(rows()[1]).toEqual(['20', 'Buyer’s quality termination', '–', 'Failed a quality check']);
  expect([window.location.search, calls.length]).toEqual(['?view=purespectrum', before]);
});

it('lists the sessions with an unknown code first, and proposes an outcome for what was reported until then', async () => {
  const calls = openConsole('/codes?partner=purespectrum&code=21%3E47b', {
    answer: () => ({ status: 202, body: { proposal: 'P-401' } }),
  });
  const sessions = within(await screen.findByRole('table', { name: 'Sessions with PureSpectrum 21>47b' }));
  expect(sessions.getAllByRole('cell', { name: 'Technical failure' })).toHaveLength(3);
  expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  fireEvent.click(screen.getAllByRole('button', { name: 'Map to an outcome…' })[0] as HTMLElement);
  const dialog = within(await screen.findByRole('dialog', { name: 'Map a partner’s code' }));
  fireEvent.click(dialog.getByLabelText('Over quota'));
  type(/^How do you know/, 'Their release notes');
  fireEvent.click(dialog.getByRole('button', { name: 'Propose the mapping' }));
  await screen.findByText('Proposed as P-401. Another person must approve it.');
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    partner: 'purespectrum',
    code: '21>47b',
    event: '88123',
    outcome: 'overquota',
    reason: 'Their release notes',
  });
});

it.each([
  ['finance', 'Map… PureSpectrum 21>47b'],
  ['auditor', 'Sessions PureSpectrum 21>47b'],
] as const)('says what %s can do next about an unrecognised code', async (role, name) => {
  openConsole('/codes', { session: { ...SESSION, role } });
  const link = await screen.findByRole('link', { name });
  expect(link.getAttribute('href')).toBe('/codes?partner=purespectrum&code=21%3E47b');
});

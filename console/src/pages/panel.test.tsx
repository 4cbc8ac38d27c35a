import type { PanelPage } from '@panel/domain/console/panel-pages';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openConsole } from '../app.testing.tsx';
import { PANEL, PANEL_OF_BLOCKED, PANEL_OF_MANY } from '../fixtures/panel.testing.ts';

const open = (href: string, panel: PanelPage) => openConsole(href, { pages: { panel } });
const heads = (table: HTMLElement) =>
  within(table)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);

describe('the panel page', () => {
  it('tells shares of the people who answered, and sums nothing that counts people twice', async () => {
    open('/panel?view=composition', PANEL_OF_MANY);
    await screen.findByRole('heading', { name: '100% answered TV' });
    await screen.findByRole('heading', { name: 'Most are TV, Taxi: 80% of all' });
    screen.getByText(/^By Appliances, of 100 who answered/);
    const composition = screen.getByRole('table', { name: 'Panelists by Appliances' });
    expect(within(composition).getByRole('row', { name: 'Fridge 90 90.0%' })).toBeTruthy();
    const crossed = screen.getByRole('table', { name: 'Appliances by Transport' });
    expect(heads(crossed)).toEqual(['Appliances', 'Taxi', 'Bus']);
    expect(within(crossed).queryByRole('rowheader', { name: 'All' })).toBeNull();
  });

  it('sums a question with one answer', async () => {
    open('/panel', PANEL);
    const crossed = await screen.findByRole('table', { name: 'Province by Age' });
    expect(heads(crossed).at(-1)).toBe('All');
    expect(within(crossed).getByRole('rowheader', { name: 'All' })).toBeTruthy();
  });

  it('says nothing about who is active where the panelists shown are not approved', async () => {
    open('/panel?status=blocked&view=growth', PANEL_OF_BLOCKED);
    await screen.findByRole('heading', { name: 'Blocked: 12, 12 more than a year ago' });
    expect(screen.queryByText(/of the panel$/)).toBeNull();
    expect(screen.queryByText(/^Active in \d+ days/)).toBeNull();
    expect(heads(screen.getByRole('table', { name: 'Blocked panelists' }))).toEqual(['At the end of', 'Blocked']);
  });
});

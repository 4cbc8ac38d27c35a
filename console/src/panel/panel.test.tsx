import type { PanelPageData } from '@panel/domain/console/panel-pages';
import { cleanup, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openConsole, press, type } from '../app.testing.tsx';
import { PANEL, PANEL_BY_LSM, PANEL_OF_BLOCKED, PANEL_OF_MANY } from './panel.testing.ts';

const open = (href: string, panel: PanelPageData) => openConsole(href, { pages: { panel } });
const heads = (table: HTMLElement) =>
  within(table)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);

describe('the panel page', () => {
  it('shows shares of the people who answered, and no sums that would count people twice', async () => {
    open('/panel?view=composition', PANEL_OF_MANY);
    await screen.findByRole('heading', { name: 'Panelists by Appliances' });
    screen.getByText(/^100 people answered\. Each can give several answers/);
    const composition = screen.getByRole('table', { name: 'Panelists by Appliances' });
    expect(within(composition).getByRole('row', { name: 'Fridge 90 90.0%' })).toBeTruthy();
    expect(within(composition).getByRole('row', { name: 'Answered 100' })).toBeTruthy();
    const crossed = screen.getByRole('table', { name: 'Appliances by Transport' });
    expect(heads(crossed)).toEqual(['Appliances', 'Taxi', 'Bus']);
    expect(within(crossed).queryByRole('rowheader', { name: 'All' })).toBeNull();
  });

  it('draws the LSM groups in their order, and other answers by how many people gave them', async () => {
    const barsOf = async (title: string) =>
      within(await screen.findByRole('figure', { name: new RegExp(title) }))
        .getAllByRole('listitem')
        .map((item) => item.querySelector('b')?.textContent);
    open('/panel', PANEL_BY_LSM);
    expect(await barsOf('Panelists by LSM')).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
    screen.getByText('4 825');
    screen.getByText('Worked out for 20 138 people');
    cleanup();
    open('/panel', {
      ...PANEL,
      composition: { ...PANEL.composition, answers: PANEL.composition.answers.toReversed() },
    });
    expect((await barsOf('Panelists by Province'))[0]).toBe('Gauteng');
  });

  it.each([
    [{ size: 110, sizeBefore30Days: 100, joinedIn30Days: 13 }, /13 joined and 3 left\./],
    [{ size: 110, sizeBefore30Days: 100, joinedIn30Days: 8 }, /8 joined and 2 changed to Approved\./],
    [{ status: 'blocked' as const, size: 110, sizeBefore30Days: 100, joinedIn30Days: 8 }, /2 changed to Blocked\./],
  ])('says how the size changed, so that it adds up: %o', async (sizes, shown) => {
    open('/panel', { ...PANEL, ...sizes });
    await screen.findByText(shown);
    screen.getByText('+10');
    screen.getByText(/^All figures as of the end of /);
  });

  it('leaves a failed sign-in out of its link and its filters', async () => {
    const copied: string[] = [];
    vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void copied.push(text) } });
    open('/panel?question=lsm&sign-in=failed', PANEL_BY_LSM);
    await press('Copy link');
    expect(copied).toEqual([`${window.location.origin}/panel?question=lsm`]);
    type('Status', 'blocked');
    expect(window.location.search).toBe('?question=lsm&status=blocked');
  });

  it('goes back to a question before another one has loaded', async () => {
    open(`/panel?question=${PANEL.composition.id}`, PANEL);
    await screen.findByLabelText('Question');
    for (const question of ['network', PANEL.composition.id]) type('Question', question);
    expect(window.location.search).toBe(`?question=${PANEL.composition.id}`);
  });

  it('sums a question with one answer', async () => {
    open('/panel', PANEL);
    const crossed = await screen.findByRole('table', { name: 'Province by Age' });
    expect(heads(crossed).at(-1)).toBe('All');
    expect(within(crossed).getByRole('rowheader', { name: 'All' })).toBeTruthy();
  });

  it('shows 0.0% for a question without answers, not 100.0%', async () => {
    const answers = PANEL.composition.answers.map(({ label }) => ({ label, people: 0 }));
    open('/panel?view=composition', { ...PANEL, composition: { ...PANEL.composition, answered: 0, answers } });
    const composition = await screen.findByRole('table', { name: 'Panelists by Province' });
    expect(within(composition).getByRole('row', { name: 'All 0 0.0%' })).toBeTruthy();
  });

  it('shows no activity for panelists who aren’t approved', async () => {
    open('/panel?status=blocked&view=growth', PANEL_OF_BLOCKED);
    await screen.findByRole('heading', { name: 'Blocked panelists' });
    expect(screen.queryByText(/of the panel$/)).toBeNull();
    expect(screen.queryByText(/^Active in \d+ days/)).toBeNull();
    expect(heads(screen.getByRole('table', { name: 'Blocked panelists' }))).toEqual(['At the end of', 'Blocked']);
  });
});

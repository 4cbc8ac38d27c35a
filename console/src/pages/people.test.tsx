// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openConsole, press, type } from '../app.testing.tsx';
import { ago } from '../fixtures/clock.testing.ts';
import { DISPUTE, PEOPLE } from '../fixtures/people.testing.ts';
import { PAGE_DATA, SESSION } from '../fixtures.testing.ts';

const field = (label: string) => screen.getByLabelText(label) as HTMLInputElement;

describe('a card', () => {
  it('closes by itself, a note that was begun is there when it is open again, and nothing of the did stays', async () => {
    const card = PEOPLE.card as NonNullable<typeof PEOPLE.card>;
    const people = { card: { ...card, closesAt: ago(-0.02) } };
    openConsole('/people?card=card-1', {
      session: { ...SESSION, role: 'support' },
      pages: { people },
      answer: () => ({ status: 200, body: { done: true, message: 'Opened.', card: 'card-2' } }),
    });
    await press('Note…');
    type('Note', 'Wrote twice about a voucher');
    await screen.findByText('This card is closed. Open it again with a reason.');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.body.textContent).not.toContain('did ends in');

    people.card = { ...card, card: 'card-2' };
    type('did', 'phone-1');
    type('Reason, for the audit', 'To finish the note');
    await press('Open the card');
    await press('Note…');
    expect(field('Note').value).toBe('Wrote twice about a voucher');
    expect(field('did').value).toBe('');
    const dialog = within(screen.getByRole('dialog', { name: 'Add a note' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Add the note' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press('Note…');
    expect(field('Note').value).toBe('');
  });

  it('has no note that was begun on another person’s', async () => {
    const card = PEOPLE.card as NonNullable<typeof PEOPLE.card>;
    const people = { card };
    openConsole('/people?card=card-1', { session: { ...SESSION, role: 'support' }, pages: { people } });
    await press('Note…');
    type('Note', 'Wrote twice about a voucher');
    await press('Cancel');
    people.card = { ...card, card: 'card-2', didEnds: '02da' };
    type('did', 'phone-2');
    type('Reason, for the audit', 'Another one');
    await press('Open the card');
    await screen.findByText('02da');
    await press('Note…');
    expect(field('Note').value).toBe('');
  });
});

describe('a dispute', () => {
  it('that is opened or left gives the focus to its title', async () => {
    const disputes = { ...PAGE_DATA.disputes };
    openConsole('/disputes', { pages: { disputes } });
    const link = await screen.findByRole('link', { name: 'D-2041' });
    expect(document.activeElement).toBe(document.body);
    Object.assign(disputes, { open: DISPUTE });
    fireEvent.click(link);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('D-2041: finished, no reward'));
    Object.assign(disputes, { open: null });
    fireEvent.click(screen.getByRole('link', { name: 'All 14' }));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Disputes'));
  });
});

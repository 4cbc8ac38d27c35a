import { MESSAGE_STATES } from '@panel/domain/messages';
import type { Outcome } from '@panel/domain/partners/outcomes';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openConsole, press, type } from '../app.testing.tsx';
import { ago } from '../clock.testing.ts';
import { DISPUTE } from '../disputes/disputes.testing.ts';
import { PAGE_DATA, SESSION } from '../fixtures.testing.ts';
import { PEOPLE } from './people.testing.ts';

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
    type('Reason (for the audit log)', 'To finish the note');
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

  it('says how each session returned, next to what the partner reported', async () => {
    const { card } = PAGE_DATA.people;
    if (!card) throw new Error('The fixture has no card.');
    const returns = ['finished', 'not-finished', null] as const;
    const reported: Outcome[] = ['drop'];
    const rows = card.sessions.rows.map((row, index) => ({ ...row, returnedAs: returns[index] ?? null, reported }));
    const sessions = { ...card.sessions, rows };
    openConsole('/people?card=card-1', { pages: { people: { card: { ...card, sessions } } } });
    const table = await screen.findByRole('table', { name: 'Sessions' });
    const cellsOf = (head: string) =>
      [...table.querySelectorAll(`tbody [data-head="${head}"]`)].map(({ textContent }) => textContent);
    expect(cellsOf('Returned as')).toEqual(['Finished', 'Not finished', '–']);
    expect(cellsOf('Partner reported')).toEqual(['Dropped', 'Dropped', 'Dropped']);
  });

  it('names its messages in words', async () => {
    const { card } = PEOPLE;
    const messages = MESSAGE_STATES.map((state) => ({ kind: 'task-reminder' as const, state, at: ago(5) }));
    openConsole('/people?card=card-1', { pages: { people: { card: card && { ...card, messages } } } });
    const aside = within((await screen.findByRole('heading', { name: 'Messages' })).closest('section') as HTMLElement);
    expect(aside.getAllByText('Reminder of a task')).toHaveLength(messages.length);
    const states = aside.getAllByRole('definition').map(({ textContent }) => textContent?.replace(/^.*?, /, ''));
    expect(states).toEqual([
      'not sent yet',
      'being sent',
      'sent, no response yet',
      'sent',
      'given up',
      'waits for a decision',
    ]);
    cleanup();
    openConsole('/people?card=card-1', { pages: { people: { card: card && { ...card, messages: [] } } } });
    await screen.findByText('No messages.');
  });

  it.each([{ didEnds: '02da' }, { registeredOn: '2026-01-31' }])(
    'has no note that was begun on another person’s: %o',
    async (other) => {
      const card = PEOPLE.card as NonNullable<typeof PEOPLE.card>;
      const people = { card };
      openConsole('/people?card=card-1', { session: { ...SESSION, role: 'support' }, pages: { people } });
      await press('Note…');
      type('Note', 'Wrote twice about a voucher');
      await press('Cancel');
      people.card = { ...card, card: 'card-2', reason: 'Another one', ...other };
      type('did', 'phone-2');
      type('Reason (for the audit log)', 'Another one');
      await press('Open the card');
      await screen.findByText(/: Another one$/);
      await press('Note…');
      expect(field('Note').value).toBe('');
    },
  );

  it('names the terms that the panelist accepted', async () => {
    const card = PEOPLE.card as NonNullable<typeof PEOPLE.card>;
    const consents = card.consents.map((consent) => ({ ...consent, terms: '2024-11-26' }));
    openConsole('/people?card=card-1', { pages: { people: { card: { ...card, consents } } } });
    const label = await screen.findByText(/, terms /);
    expect(label.textContent?.replaceAll('\u00a0', ' ')).toContain('terms of 26 Nov 2024');
  });

  it.each([
    [7, 'LSM 7', 'group 7 of 10'],
    [null, null, 'not known'],
  ])('shows the LSM group %s', async (lsmGroup, pill, line) => {
    const card = PEOPLE.card as NonNullable<typeof PEOPLE.card>;
    openConsole('/people?card=card-1', { pages: { people: { card: { ...card, lsmGroup } } } });
    const profile = await screen.findByRole('region', { name: /^Profile/ });
    expect(within(profile).getByText('LSM').nextSibling?.textContent).toBe(line);
    expect(within(screen.getByRole('region', { name: 'Person' })).queryByText(/^LSM/)?.textContent ?? null).toBe(pill);
  });

  it('says where its ledger ends, and on later pages that the sessions are not the last ones', async () => {
    const card = PEOPLE.card as NonNullable<typeof PEOPLE.card>;
    const [entry] = card.ledger;
    if (!entry) throw new Error('The fixture has no entry.');
    const ledger = Array.from({ length: 100 }, () => entry);
    const faults = vi.spyOn(console, 'error');
    openConsole('/people', { pages: { people: { card: { ...card, ledger } } } });
    await screen.findByText('The last 100 entries, newest first. Export the person’s data to see all.');
    expect(faults).not.toHaveBeenCalled();
    cleanup();
    openConsole('/people?cursor=20', {
      pages: { people: { card: { ...card, sessions: { ...card.sessions, newer: '0' } } } },
    });
    await screen.findByRole('heading', { name: /^Sessions: 1 of these 3 paid/ });
    screen.getByText('Newest first');
  });
});

describe('the quality score of a panelist', () => {
  const card = PEOPLE.card as NonNullable<typeof PEOPLE.card>;
  const rowOf = (signal: string) => within(screen.getByRole('row', { name: new RegExp(`^${signal}`) }));

  it('has every signal in words, with points that add up to it', async () => {
    openConsole('/people?card=card-1', { session: { ...SESSION, role: 'support' }, pages: { people: { card } } });
    const section = within(await screen.findByRole('region', { name: 'Quality score' }));
    section.getByText('74');
    rowOf('Fast surveys').getByText(/2 of 41 surveys in less than a third of their usual length, last on/);
    rowOf('Answers that disagree').getByText('There is a motor car at home, but no motor vehicle in the household.');
    rowOf('Conflicting reports').getByText('Nothing seen yet');
    rowOf('Declined reports').getByText(/^Left out until/);
    const points = section
      .getAllByText(/^\d+ of \d+$/)
      .map(({ textContent }) => Number.parseInt(textContent ?? '', 10));
    expect(points.reduce((sum, each) => sum + each, 0)).toBe(74);
    section.getByRole('button', { name: 'Leave out a signal…' });
  });

  it('may be low, or not there yet', async () => {
    const quality = card.quality && { ...card.quality, score: 47 };
    openConsole('/people', { pages: { people: { card: { ...card, quality } } } });
    await screen.findByText('47');
    cleanup();
    openConsole('/people', { pages: { people: { card: { ...card, quality: null } } } });
    await screen.findByText('No score yet');
    expect(screen.queryByText('Leave out a signal…')).toBeNull();
  });
});

describe('a panelist whose key is lost', () => {
  it('has a card that says so', async () => {
    const card = { ...(PEOPLE.card as NonNullable<typeof PEOPLE.card>), didEnds: null };
    openConsole('/people?card=card-1', { session: { ...SESSION, role: 'support' }, pages: { people: { card } } });
    await screen.findByRole('heading', { name: 'The did is unreadable' });
  });

  it('has a dispute whose words can’t be read, which is not one without words', async () => {
    const open = { ...DISPUTE, words: null };
    openConsole('/disputes?dispute=D-2041', { pages: { disputes: { ...PAGE_DATA.disputes, open } } });
    await screen.findByText(/The text can’t be read/);
    expect(screen.queryByText('The panelist added no text.')).toBeNull();
  });
});

describe('the list of disputes', () => {
  it.each([
    [{ amount: 0, unknown: 2 }, /open, amount at stake unknown/],
    [{ amount: 1200, unknown: 2 }, /open, R12.00 at stake and 2 of unknown price/],
    [{ amount: 1200, unknown: 0 }, /open, R12.00 at stake ·/],
  ])('says what is at stake if %o', async (atStake, shown) => {
    openConsole('/disputes', { pages: { disputes: { ...PAGE_DATA.disputes, atStake } } });
    await screen.findByText(shown);
  });

  it('announces how many it has, without an amount that leaves out unknown prices', async () => {
    const { disputes } = PAGE_DATA;
    const rows = disputes.disputes.rows.slice(0, 1).map((row) => ({ ...row, amount: null }));
    openConsole('/disputes', {
      pages: { disputes: { ...disputes, disputes: { ...disputes.disputes, rows, total: 1 } } },
    });
    expect((await screen.findByText(/^1 dispute/)).textContent).toBe('1 dispute');
    expect(screen.getByRole('table', { name: 'Disputes' }).textContent).toContain('Unknown');
  });
});

describe('a dispute', () => {
  it('shows the partner’s own code, which the partner can look up', async () => {
    openConsole('/disputes?dispute=D-2041', { pages: { disputes: { ...PAGE_DATA.disputes, open: DISPUTE } } });
    expect(await screen.findByText('on the return page · code 3/10')).not.toBeNull();
  });

  it('says that its price is unknown instead of an amount', async () => {
    const open = { ...DISPUTE, amount: null, proposal: null };
    openConsole('/disputes?dispute=D-2041', { pages: { disputes: { ...PAGE_DATA.disputes, open } } });
    await screen.findByText(/ · price unknown$/);
    expect(document.body.textContent).not.toContain('R0.00');
  });

  it('moves the focus to the title when it is opened or left', async () => {
    const disputes = { ...PAGE_DATA.disputes };
    openConsole('/disputes', { pages: { disputes } });
    const link = await screen.findByRole('link', { name: 'D-2041' });
    expect(document.activeElement).toBe(document.body);
    Object.assign(disputes, { open: DISPUTE });
    fireEvent.click(link);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('D-2041: Finished, no reward'));
    Object.assign(disputes, { open: null });
    fireEvent.click(screen.getByRole('link', { name: 'All 14' }));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Disputes'));
  });

  it('that is opened keeps its page of the list', async () => {
    const disputes = { ...PAGE_DATA.disputes };
    openConsole('/disputes?cursor=>x_1', { pages: { disputes } });
    const link = await screen.findByRole('link', { name: 'D-2041' });
    Object.assign(disputes, { open: DISPUTE });
    fireEvent.click(link);
    const list = within(await screen.findByRole('navigation', { name: 'Disputes' }));
    for (const each of list.getAllByRole('link')) {
      const { searchParams } = new URL((each as HTMLAnchorElement).href);
      expect(searchParams.get('cursor')).toBe('>x_1');
    }
    expect(new URLSearchParams(window.location.search).get('cursor')).toBe('>x_1');
  });
});

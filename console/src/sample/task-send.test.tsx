import type { SamplePageData, TaskProgress } from '@panel/domain/console/sample-page';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { type Call, openConsole, press, type } from '../app.testing.tsx';
import { ago, HOUR } from '../clock.testing.ts';
import { SESSION } from '../fixtures.testing.ts';
import { SAMPLE } from './sample.testing.ts';
import { DRAWN_TASK } from './tasks.testing.ts';

const TIME = 'Send on: time, 24 hours';
const FIELDWORK = { ...SESSION, account: 'fieldwork-1', role: 'fieldwork' } as const;
const DRAWN = DRAWN_TASK as TaskProgress;
const withPeople = (people: number): SamplePageData => ({
  ...SAMPLE,
  task: { ...DRAWN, drawn: people, nextSend: { operation: 'invite-task', people } },
});
const open = (sample: SamplePageData, answer?: (call: Call) => { status: number; body: unknown }) =>
  openConsole(`/sample?task=${sample.task?.task}`, {
    session: FIELDWORK,
    pages: { sample },
    ...(answer && { answer }),
  });
const sends = (calls: readonly Call[]) => calls.filter(({ path }) => path.includes('/operations/'));
const dialog = (name: string) => within(screen.getByRole('dialog', { name }));

describe('sending to many', () => {
  it('shows the invitation as the chat does, and asks before it is sent to the number of people', async () => {
    const calls = open(withPeople(410));
    await screen.findByRole('heading', { name: 'Invite to brd-114' });
    type('Text', 'What is on your table? {link} Thank you!');
    screen.getByText('What is on your table? …/t/brd-114/k7Qm… Thank you!');
    type(/^Send on \(/, '2026-11-16');
    type(TIME, '9:00');
    await press('Review and send');
    const confirm = dialog('Send to 410 people on 16\u00a0Nov\u00a009:00?');
    expect(document.activeElement?.textContent).toBe('Cancel');
    confirm.getByText('Nobody gets more than 3 requests in seven days.');
    confirm.getByText('The last message is sent at about 16 Nov 09:00.');
    expect(sends(calls)).toEqual([]);
    fireEvent.click(confirm.getByRole('button', { name: 'Send to 410 people' }));
    await waitFor(() =>
      expect(sends(calls).at(-1)).toMatchObject({
        path: '/api/console/operations/invite-task',
        body: {
          task: 'brd-114',
          text: 'What is on your table? {link} Thank you!',
          at: '2026-11-16T09:00',
          people: '410',
        },
      }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('estimates the end by the server’s clock, and refuses at night', async () => {
    const review = async (date: string) => {
      openConsole('/sample?task=brd-114', { session: FIELDWORK, pages: { sample: withPeople(410) } }, () => {
        const { fetch } = globalThis;
        vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
          const { body, status } = await fetch(path, init);
          return new Response(body, { status, headers: { date } });
        });
      });
      await screen.findByRole('heading', { name: 'Invite to brd-114' });
      type('Text', 'Tap: {link}');
      await press('Review and send');
    };
    await review(ago(-HOUR));
    dialog('Send to 410 people now?').getByText('The last message is sent at about 15 Nov 13:40.');
    cleanup();
    await review(ago(-9 * HOUR));
    screen.getByText('Choose a time between 08:00 and 20:00.');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('above 1 000 people sends only after the number was typed; spaces and commas are ignored', async () => {
    const calls = open(withPeople(12_460));
    await screen.findByRole('heading', { name: 'Invite to brd-114' });
    type('Text', 'Tap: {link}');
    await press('Review and send');
    const confirm = dialog('Send to 12\u202f460 people now?');
    const button = confirm.getByRole<HTMLButtonElement>('button', { name: 'Send to 12\u202f460 people' });
    const field = 'Type 12 460 to confirm';
    for (const typed of ['', '1246', '12461', 'yes']) {
      type(field, typed);
      expect([typed, button.disabled]).toEqual([typed, true]);
      fireEvent.submit(button.closest('form') as HTMLFormElement);
    }
    expect(sends(calls)).toEqual([]);
    type(field, '12, 460');
    fireEvent.click(button);
    await waitFor(() => expect(sends(calls).at(-1)?.body).toMatchObject({ people: '12, 460' }));
  });

  it('keeps the text for the task, however many people it is for, and not the number that was typed', async () => {
    open(withPeople(12_460));
    await screen.findByRole('heading', { name: 'Invite to brd-114' });
    type('Text', 'Tap: {link}');
    await press('Review and send');
    type('Type 12 460 to confirm', '12460');
    for (const people of [410, 12_460]) {
      cleanup();
      open(withPeople(people));
      await screen.findByRole('heading', { name: 'Invite to brd-114' });
      expect(screen.getByLabelText<HTMLTextAreaElement>('Text').value).toBe('Tap: {link}');
    }
    await press('Review and send');
    expect(screen.getByLabelText<HTMLInputElement>('Type 12 460 to confirm').value).toBe('');
  });

  it('refuses a text without the link and a time at night next to their fields, and asks nothing', async () => {
    const calls = open(withPeople(410));
    await screen.findByRole('heading', { name: 'Invite to brd-114' });
    type('Text', 'Tap here');
    type(/^Send on \(/, '2026-11-16');
    type(TIME, '20:30');
    await press('Review and send');
    screen.getByText('Add {link}, which becomes each person’s own link.');
    expect(screen.getByLabelText(TIME)).toHaveProperty('ariaInvalid', 'true');
    screen.getByText('Choose a time between 08:00 and 20:00.');
    for (const [day, time] of [
      ['2026-11-16', ''],
      ['', '09:00'],
    ] as const) {
      type(/^Send on \(/, day);
      type(TIME, time);
      const form = screen.getByRole('button', { name: 'Review and send' }).closest('form') as HTMLFormElement;
      // Otherwise the browser sends the form itself.
      expect(fireEvent.submit(form)).toBe(false);
      screen.getByText(/^Enter a day and a time/);
    }
    expect([screen.queryByRole('dialog'), sends(calls)]).toEqual([null, []]);
  });

  it('shows a refusal of the server next to the field, and loads the number again if it has changed', async () => {
    let errors = [{ field: 'at', message: 'Nothing is sent now. Choose a time between 08:00 and 20:00.' }];
    const calls = open(withPeople(410), () => ({ status: 400, body: { detail: 'x', errors } }));
    await screen.findByRole('heading', { name: 'Invite to brd-114' });
    type('Text', 'Tap: {link}');
    const send = async () => {
      await press('Review and send');
      await press('Send to 410 people');
    };
    await send();
    await screen.findByText('Nothing is sent now. Choose a time between 08:00 and 20:00.');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    errors = [{ field: 'people', message: '409 people would get this. Confirm that number.' }];
    const loaded = () => calls.filter(({ path }) => path.includes('/pages/sample')).length;
    const before = loaded();
    await send();
    await screen.findByText('409 people would get this. Confirm that number.');
    await waitFor(() => expect(loaded()).toBeGreaterThan(before));
  });

  it('asks the same before a reminder', async () => {
    const task: TaskProgress = {
      ...DRAWN,
      state: 'sent',
      text: 'Tap: {link}',
      nextSend: { operation: 'remind-task', people: 7 },
    };
    const calls = open({ ...SAMPLE, task });
    await press('Remind 7 people…');
    type('Text', 'Still there? {link}');
    await press('Review and send');
    fireEvent.click(dialog('Send to 7 people now?').getByRole('button', { name: 'Send to 7 people' }));
    await waitFor(() =>
      expect(sends(calls).at(-1)).toMatchObject({
        path: '/api/console/operations/remind-task',
        body: { task: 'brd-114', text: 'Still there? {link}', people: '7' },
      }),
    );
  });
});

import { POLL_HEADER } from '@panel/domain/console/pages';
import type { TaskProgress } from '@panel/domain/console/sample-page';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Call, openConsole, type } from '../app.testing.tsx';
import { NOW } from '../clock.testing.ts';
import { SESSION } from '../fixtures.testing.ts';
import { SAMPLE } from './sample.testing.ts';
import { TASK_BEING_SENT } from './tasks.testing.ts';

afterEach(() => vi.useRealTimers());

const open = (href: string, sample = SAMPLE, answer?: (call: Call) => { status: number; body: unknown }) =>
  openConsole(href, {
    session: { ...SESSION, account: 'fieldwork-1', role: 'fieldwork' },
    pages: { sample },
    ...(answer && { answer }),
  });
const operations = (calls: readonly Call[]) => calls.filter(({ path }) => path.includes('/operations/'));

describe('the sample page', () => {
  it('sets how many are wanted in a cell, in the address', async () => {
    const calls = open('/sample?quotaRow=gender&quotaColumn=province&cell=male:gauteng:9');
    const cell = await screen.findByLabelText('Wanted: Male, Gauteng');
    fireEvent.change(cell, { target: { value: '200' } });
    fireEvent.keyDown(cell, { key: 'Enter' });
    await waitFor(() => expect(calls.at(-1)?.path).toContain('cell=male%3Agauteng%3A200'));
    expect(calls.at(-1)?.path).not.toContain('gauteng%3A9');
    screen.getByText('needs 356, has 342: 14 short');
    fireEvent.change(cell, { target: { value: '' } });
    fireEvent.blur(cell);
    await waitFor(() => expect(window.location.search).toBe('?quotaRow=gender&quotaColumn=province'));
  });

  it('ticks LSM groups in the address, in their order, and removes the whole rule', async () => {
    open('/sample?answer=province%3Agauteng&answer=lsm%3A6');
    const groups = within(await screen.findByRole('group', { name: 'LSM' }));
    const ticked = () =>
      groups.getAllByRole('checkbox', { checked: true }).map((box) => box.closest('label')?.textContent);
    const answers = () => new URLSearchParams(window.location.search).getAll('answer');
    expect(ticked()).toEqual(['6']);
    fireEvent.click(groups.getByLabelText('5'));
    await waitFor(() => expect(answers()).toEqual(['province:gauteng', 'lsm:5', 'lsm:6']));
    expect(ticked()).toEqual(['5', '6']);
    fireEvent.click(groups.getByLabelText('6'));
    await waitFor(() => expect(answers()).toEqual(['province:gauteng', 'lsm:5']));
    fireEvent.click(screen.getByRole('link', { name: 'Remove rule LSM' }));
    await waitFor(() => expect(answers()).toEqual(['province:gauteng']));
    expect(groups.getAllByRole('checkbox', { checked: false })).toHaveLength(10);
    const added = within(screen.getByLabelText('Add a rule')).getAllByRole('option');
    expect(added.map(({ textContent }) => textContent)).not.toContain('LSM');
    const by = within(screen.getByLabelText('Rows')).getAllByRole('option');
    expect(by.map(({ textContent }) => textContent)).toContain('LSM');
  });

  it('keeps the focus in a field whose number was entered, and follows back and forward', async () => {
    open('/sample?quotaRow=gender&quotaColumn=province');
    for (const name of ['Age from', 'Wanted: Male, Gauteng']) {
      const field = (await screen.findByLabelText(name)) as HTMLInputElement;
      field.focus();
      fireEvent.change(field, { target: { value: '33' } });
      fireEvent.keyDown(field, { key: 'Enter' });
      await waitFor(() => expect(window.location.search).toMatch(/33/));
      expect(document.activeElement).toBe(screen.getByLabelText(name));
      window.history.back();
      await waitFor(() => expect(window.location.search).not.toMatch(/33/));
    }
    expect((screen.getByLabelText('Age from') as HTMLInputElement).value).toBe('');
  });

  it('draws by the rules of the address, says why it can’t, and opens the task that was drawn', async () => {
    let refusal: string | null = 'The study’s address must begin with one of https://studies.example.';
    const calls = open('/sample?ageFrom=25&finishedWanted=600', SAMPLE, () =>
      refusal ? { status: 409, body: { detail: refusal } } : { status: 200, body: { done: true, message: 'Drawn.' } },
    );
    const button = await screen.findByRole('button', { name: 'Draw 1\u202f926 people' });
    fireEvent.click(button);
    expect(screen.getAllByText('Required.')).toHaveLength(2);
    expect(operations(calls)).toEqual([]);
    type('Task', 'brd-115 ');
    type('Link of the study', 'https://studies.example/115');
    fireEvent.click(button);
    await screen.findByText(refusal);
    refusal = null;
    fireEvent.click(screen.getByRole('button', { name: 'Draw 1\u202f926 people' }));
    await waitFor(() => expect(window.location.search).toBe('?ageFrom=25&finishedWanted=600&task=brd-115'));
    expect(operations(calls).at(-1)).toMatchObject({
      path: '/api/console/operations/draw-sample',
      body: { sample: 'ageFrom=25&finishedWanted=600', task: 'brd-115', study: 'https://studies.example/115' },
    });
  });

  it('can’t draw until the button shows the count for the current rules', async () => {
    const calls = open('/sample?finishedWanted=600');
    await screen.findByRole('button', { name: 'Draw 1\u202f926 people' });
    type('Task', 'brd-115');
    type('Link of the study', 'https://studies.example/115');
    let answer = (_: Response) => {};
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
    const wanted = screen.getByLabelText('Completed answers wanted');
    fireEvent.change(wanted, { target: { value: '6000' } });
    // The browser leaves the field before the button is clicked.
    fireEvent.blur(wanted);
    const button = screen.getByRole('button', { name: 'Counting …' });
    fireEvent.click(button);
    fireEvent.submit(button.closest('form') as HTMLFormElement);
    expect(operations(calls)).toEqual([]);
    await act(async () => answer(new Response(JSON.stringify({ detail: 'Too many at once.' }), { status: 503 })));
    await screen.findByText(/Too many at once/);
    expect(screen.getByRole('button', { name: 'Counting …' }).hasAttribute('disabled')).toBe(true);
    fireEvent.change(wanted, { target: { value: '6001' } });
    fireEvent.blur(wanted);
    const counted = { ...SAMPLE, draw: { everyone: 19_260, soft: 1_926 } };
    await act(async () => answer(new Response(JSON.stringify(counted))));
    const drawButton = await screen.findByRole('button', { name: 'Draw 19\u202f260 people' });
    expect(drawButton.hasAttribute('disabled')).toBe(false);
  });

  it('loads the task alone again while it is being sent, however slow the server is, and the page once it is sent', async () => {
    const sending = TASK_BEING_SENT as TaskProgress;
    let sent = 600;
    let [open, maxOpen] = [0, 0];
    const sample = { ...SAMPLE, task: sending };
    const calls = openConsole('/sample?task=brd-109', { pages: { sample } }, () => {
      const { fetch } = globalThis;
      vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
        if (!path.includes('/tasks/')) return fetch(path, init);
        open += 1;
        maxOpen = Math.max(maxOpen, open);
        await new Promise((resolve) => setTimeout(resolve, 4000));
        open -= 1;
        sent += 91;
        // Nobody has asked for it, so the session ends as if the page were not there.
        expect(new Headers(init.headers).has(POLL_HEADER)).toBe(true);
        const state = sent === 782 ? 'sent' : 'sending';
        sample.task = { ...sending, state, figures: { ...sending.figures, sent } };
        return new Response(JSON.stringify(sample.task));
      });
      vi.useFakeTimers({
        now: new Date(NOW),
        toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      });
    });
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    await pass(10);
    const counts = () => calls.filter(({ path }) => path.includes('/pages/sample')).length;
    expect([screen.getByRole('progressbar').getAttribute('value'), counts()]).toEqual(['800', 1]);
    await pass(7001);
    expect([screen.getByRole('progressbar').getAttribute('value'), counts()]).toEqual(['709', 1]);
    await pass(7001);
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect([maxOpen, counts()]).toEqual([1, 2]);
  });

  it('shows how many reminders of all are sent, and not how many invitations were', async () => {
    const reminded = { ...SAMPLE.task, state: 'sending' } as TaskProgress;
    open('/sample?task=brd-109', { ...SAMPLE, task: { ...reminded, figures: { ...reminded.figures, reminded: 12 } } });
    const bar = await screen.findByRole('progressbar', { name: 'Sending brd-109' });
    expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['12', '492']);
    screen.getByText('12 of 492 reminded');
  });

  it('finds a task that is older than those listed, and says if a task doesn’t exist', async () => {
    open('/sample?task=brd-1', { ...SAMPLE, task: null });
    await screen.findByText('Task brd-1 doesn’t exist.');
    type('Open', 'brd-104');
    await waitFor(() => expect(window.location.search).toBe('?task=brd-104'));
    fireEvent.click(screen.getByRole('link', { name: 'New sample' }));
    type('Was in task', 'brd-104');
    await waitFor(() => expect(window.location.search).toBe('?notInTask=brd-104'));
  });

  it('shows how far sending is, and can stop it', async () => {
    const calls = open('/sample?task=brd-109', { ...SAMPLE, task: TASK_BEING_SENT });
    const bar = await screen.findByRole('progressbar', { name: 'Sending brd-109' });
    expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['800', '800']);
    expect(calls.find(({ path }) => path.includes('/pages/sample'))).not.toHaveProperty('isPoll');
    fireEvent.click(screen.getByRole('button', { name: 'Stop…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Stop a task' });
    fireEvent.change(within(dialog).getByLabelText('Reason (for the audit log)'), { target: { value: 'a mistake' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(operations(calls).at(-1)?.body).toEqual({ task: 'brd-109', reason: 'a mistake' }));
  });

  it('explains what to do without tasks, and counts only after a rule is set', async () => {
    const [everybody] = SAMPLE.narrowing;
    const narrowing = everybody ? [everybody] : [];
    open('/sample', { ...SAMPLE, narrowing, draw: { everyone: 0, soft: 0 }, quota: null, tasks: [], task: null });
    await screen.findByText('Add a rule or enter how many answers you need to see a count.');
    expect(screen.getByRole('button', { name: 'Draw 0 people' }).hasAttribute('disabled')).toBe(true);
    fireEvent.click(screen.getByRole('link', { name: /^Tasks/ }));
    await screen.findByRole('heading', { name: 'No tasks yet' });
    screen.getByText(/^Choose rules under New sample,/);
  });

  it('says how many had opened their link before the reminder', async () => {
    open('/sample?task=brd-109', { ...SAMPLE, task: { ...(SAMPLE.task as TaskProgress), openedBeforeReminder: 431 } });
    await screen.findByText(/\(431 had opened the link before\)/);
  });
});

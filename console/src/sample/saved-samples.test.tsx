import type { SamplePageData, SavedSample, TaskProgress } from '@panel/domain/console/sample-page';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { type Call, openConsole, press, type } from '../app.testing.tsx';
import { NOW } from '../clock.testing.ts';
import { SESSION } from '../fixtures.testing.ts';
import { SAMPLE } from './sample.testing.ts';
import { DRAWN_TASK, SOFT_LAUNCHED_TASK } from './tasks.testing.ts';

const FIELDWORK = { ...SESSION, account: 'fieldwork-1', role: 'fieldwork' } as const;
const open = (href: string, sample: SamplePageData = SAMPLE) =>
  openConsole(href, {
    session: FIELDWORK,
    pages: { sample },
    answer: ({ path }) => ({
      status: 200,
      body: path.includes('/sample-count') ? { people: 5_318, at: NOW } : { done: true },
    }),
  });
const operated = (calls: readonly Call[]) => calls.filter(({ path }) => path.includes('/operations/')).at(-1);

describe('saved samples', () => {
  it('are listed with their rules in words, and opened, renamed and deleted', async () => {
    const calls = open('/sample?tab=saved');
    const table = within(await screen.findByRole('table', { name: 'Saved samples' }));
    table.getByText('Province: Gauteng; Age: 25 to 49');
    table.getByText('A rule names something that no longer exists.');
    fireEvent.click(table.getAllByRole('button', { name: 'Rename…' })[0] as HTMLElement);
    type('New name', 'Parents');
    await press('Rename');
    await waitFor(() => expect(operated(calls)?.body).toEqual({ name: 'Parents, Gauteng and KZN', to: 'Parents' }));
    fireEvent.click(table.getAllByRole('button', { name: 'Delete…' })[1] as HTMLElement);
    await press('Delete');
    await waitFor(() => expect(operated(calls)?.body).toEqual({ name: 'Old network' }));
    fireEvent.click(screen.getByRole('link', { name: 'Use Parents, Gauteng and KZN' }));
    await screen.findByRole('heading', { name: 'Include' });
    expect(window.location.search).toBe('?answer=province%3Agauteng&ageFrom=25&ageTo=49');
  });
});

describe('the people of each saved sample', () => {
  const PARENTS = SAMPLE.saved[0] as SavedSample;
  const YOUNG = { ...PARENTS, name: 'Young', query: 'ageTo=24' };
  const BROKEN = { ...PARENTS, name: 'Broken', query: 'answer=network%3Acellc', rules: null };
  const sample = { ...SAMPLE, saved: [PARENTS, BROKEN, YOUNG] };
  const people = () =>
    within(screen.getByRole('table', { name: 'Saved samples' }))
      .getAllByRole('row')
      .map((row) => row.querySelector('[data-head="Matching now"]')?.textContent);
  const countCalls = (calls: readonly Call[]) => calls.filter(({ path }) => path.includes('/sample-count'));

  it('are counted one after another while the page is shown', async () => {
    const answers: ((response: Response) => void)[] = [];
    const answerNext = (status: number, body: object) =>
      answers.shift()?.(new Response(JSON.stringify(body), { status }));
    const asked: string[] = [];
    openConsole('/sample?tab=saved', { session: FIELDWORK, pages: { sample } }, () => {
      const { fetch } = window;
      vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
        if (!path.includes('/sample-count')) return fetch(path, init);
        asked.push(path);
        return new Promise<Response>((resolve) => answers.push(resolve));
      });
    });
    await screen.findByRole('table', { name: 'Saved samples' });
    await waitFor(() => expect(asked).toEqual([`/api/console/sample-count?${PARENTS.query}`]));
    expect(people()).toEqual([undefined, 'Counting …', '–', 'Counting …']);
    answerNext(200, { people: 5_318, at: NOW });
    await waitFor(() => expect(asked.at(-1)).toBe('/api/console/sample-count?ageTo=24'));
    expect(people()).toEqual([undefined, '5\u202f318counted 12:40', '–', 'Counting …']);
    answerNext(503, {});
    await waitFor(() => expect(people()[3]).toBe('Not counted'));
    expect(asked).toHaveLength(2);
  });

  it('are not counted for the other tabs, and never keep the session open', async () => {
    const answer = () => ({ status: 200, body: { people: null, at: NOW } });
    const calls = openConsole('/sample', { pages: { sample }, answer });
    await screen.findByRole('heading', { name: 'Include' });
    expect(countCalls(calls)).toEqual([]);
    fireEvent.click(screen.getByRole('link', { name: /^Saved samples/ }));
    await waitFor(() => expect(people()[1]).toBe('Needs another rule'));
    expect(countCalls(calls).every(({ isPoll }) => isPoll)).toBe(true);
  });
});

describe('a task', () => {
  it('shows its own rules, which can be copied to a new sample', async () => {
    open('/sample?ageFrom=60&task=brd-109');
    await screen.findByRole('heading', { name: 'Rules of this task' });
    screen.getByText('Gauteng or Limpopo');
    screen.getByText('18 to 49');
    fireEvent.click(screen.getByRole('link', { name: 'Copy to new sample' }));
    await screen.findByRole('heading', { name: 'Include' });
    expect(window.location.search).toContain('ageTo=49');
  });

  it.each([
    ['2026-11-15T07:00:00.000Z', /Sending started 15\sNov\s09:00/],
    ['2026-11-16T07:00:00.000Z', /Sending starts 16\sNov\s09:00/],
  ])('says when sending starts, or started: %s', async (sendAt, said) => {
    open('/sample?task=brd-110', { ...SAMPLE, task: { ...(SOFT_LAUNCHED_TASK as TaskProgress), sendAt } });
    await screen.findByText(said);
  });

  it('that was drawn can be discarded', async () => {
    const calls = open('/sample?task=brd-114', { ...SAMPLE, task: DRAWN_TASK });
    await press('Discard task…');
    type('Reason (for the audit log)', 'wrong province');
    await press('Discard');
    await waitFor(() => expect(operated(calls)?.body).toEqual({ task: 'brd-114', reason: 'wrong province' }));
  });

  it('waits after a soft launch until its others are sent, with the same text', async () => {
    const calls = open('/sample?task=brd-110', { ...SAMPLE, task: SOFT_LAUNCHED_TASK });
    await screen.findByRole('heading', { name: 'Continue with brd-110' });
    screen.getByText('Five minutes about bread? …/t/brd-110/k7Qm…');
    screen.getByText('Soft launch: 80 of 800 people first');
    expect(screen.queryByLabelText('Text')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Remind/ })).toBeNull();
    screen.getByRole('button', { name: 'Stop…' });
    await press('Review and send');
    await press('Send to 720 people');
    await waitFor(() =>
      expect(operated(calls)).toMatchObject({
        path: '/api/console/operations/continue-task',
        body: { task: 'brd-110', people: '720' },
      }),
    );
  });

  it('being sent in a soft launch counts only the people of the soft launch', async () => {
    const task = { ...(SOFT_LAUNCHED_TASK as TaskProgress), state: 'sending' as const, nextSend: null };
    open('/sample?task=brd-110', {
      ...SAMPLE,
      task: { ...task, figures: { ...task.figures, sent: 30, 'left-out': 0 } },
    });
    await screen.findByText('30 of 80');
  });
});

it('a sample is drawn for everyone, or for a soft launch, and each says how many it invites', async () => {
  const calls = open('/sample?finishedWanted=600');
  const button = await screen.findByRole('button', { name: 'Draw 1\u202f926 people' });
  expect(screen.getByLabelText<HTMLInputElement>('Invite everyone (1 926 people)').checked).toBe(true);
  type('Task', 'brd-115');
  type('Link of the study', 'https://studies.example/115');
  fireEvent.click(screen.getByLabelText('Soft launch: invite 10% of every cell first (194 people)'));
  fireEvent.click(button);
  await waitFor(() => expect(operated(calls)?.body).toMatchObject({ task: 'brd-115', launch: 'soft' }));
});

it('quotas can be by age or by a question with one answer', async () => {
  const questions = SAMPLE.questions.map((each) => ({ ...each, hasOneAnswer: each.label !== 'Province' }));
  const calls = open('/sample', { ...SAMPLE, questions });
  await screen.findByRole('heading', { name: 'Include' });
  type('Rows', 'age');
  await waitFor(() => expect(calls.at(-1)?.path).toContain('quotaRow=age'));
  const columns = within(await screen.findByLabelText('Columns')).getAllByRole('option');
  expect(columns.map(({ textContent }) => textContent)).toEqual(['–', 'LSM', 'Network 1']);
});

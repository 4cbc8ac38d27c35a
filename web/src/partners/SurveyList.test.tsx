// @vitest-environment jsdom
import { PARTNER_BUTTONS, PARTNERS } from '@panel/domain/partners/partners';
import { api } from '@panel/domain/paths';
import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import {
  type Answer,
  APPROVED,
  button,
  click,
  DID,
  deferred,
  isOff,
  openApp,
  QUERY,
  registrationCheck,
  requestCount,
  requests,
  respondWith,
  toast,
} from '../app.testing.tsx';
import { openSurvey } from './open-survey.ts';

// jsdom can't leave the page.
vi.mock('./open-survey.ts', async (original) => ({ ...(await original<object>()), openSurvey: vi.fn() }));

const PATH = api.surveys(DID);
const LIST = {
  body: {
    surveys: [
      { number: 48_213, reward: 14.5, minutes: 12 },
      { number: 1002, reward: 9, minutes: 8 },
      { number: 1003, reward: 20, minutes: 20 },
      { number: 1004, reward: 11, minutes: 14 },
    ],
  },
};
const section = () => within(screen.getByRole('region', { name: 'Choose a survey' }));
const rows = () =>
  section()
    .queryAllByRole('listitem')
    .map((row) => row.textContent);
const [BEST, SECOND] = [/R14\.50/, /R9 /];

async function openList(answer: Answer, choice: Answer = 'unanswered') {
  await openApp(`/${QUERY}`, {
    ...registrationCheck({ body: APPROVED }),
    [`GET ${PATH}`]: answer,
    [`POST ${PATH}`]: choice,
  });
  return vi.mocked(openSurvey).mockClear();
}

describe('the list of surveys', () => {
  it('is fetched in one call, and shows three surveys with reward, length and number, then the others', async () => {
    const list = deferred();
    await openList(list.promise);
    section().getByText('Looking for surveys…');
    await list.resolve(LIST);
    expect(rows()).toEqual([
      'R14.50 · about 12 minSurvey 48\u202f213',
      'R9 · about 8 minSurvey 1\u202f002',
      'R20 · about 20 minSurvey 1\u202f003',
    ]);
    section().getByText('Best pay for your time first.');
    await click(button('Show more'));
    expect(rows()).toHaveLength(4);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    expect(requestCount('GET', PATH)).toBe(1);
  });

  it('opens the survey that is tapped, for the reward that is shown', async () => {
    const assign = await openList(LIST, { body: { url: 'https://survey.example/s?id=1' } });
    await click(button(BEST));
    expect(requests().at(-1)).toMatchObject({ method: 'POST', path: PATH, body: { number: 48_213, reward: 14.5 } });
    expect(assign.mock.calls).toEqual([['https://survey.example/s?id=1']]);
  });

  it('disables everything that opens a survey while one is opened', async () => {
    await openList(LIST);
    await click(button(SECOND), 2);
    section().getByText('Opening the survey…');
    for (const name of [BEST, SECOND]) expect(isOff(button(name))).toBe(true);
    for (const partner of PARTNERS) expect(button(PARTNER_BUTTONS[partner].title).disabled).toBe(true);
    expect(button(SECOND).querySelector('.spinner')).not.toBeNull();
    expect(requestCount('POST', PATH)).toBe(1);
  });

  it('says that a survey has filled up, and shows a new list without it', async () => {
    const assign = await openList(LIST, { body: { url: '' } });
    const again = deferred();
    respondWith({ [`GET ${PATH}`]: again.promise });
    await click(button(BEST));
    section().getByText('That survey just filled up. Here are others.');
    expect(rows()[0]).toContain('R9');
    await again.resolve({ body: { surveys: LIST.body.surveys.slice(2) } });
    expect(rows()).toEqual([expect.stringContaining('R20'), expect.stringContaining('R11')]);
    expect(assign).not.toHaveBeenCalled();
  });

  it('says that the only survey has filled up', async () => {
    const only = { body: { surveys: LIST.body.surveys.slice(0, 1) } };
    await openList(only, { body: { url: '' } });
    respondWith({ [`GET ${PATH}`]: { body: { surveys: [] } } });
    await click(button(BEST));
    section().getByText('That survey just filled up.');
    section().getByRole('heading', { name: 'No surveys to choose from now' });
  });

  it('names home’s buttons where they aren’t above', async () => {
    await openApp(`/surveys${QUERY}`, { [`GET ${PATH}`]: { body: { surveys: [] } } });
    screen.getByText(/^New ones come in all day. Home has (?!no)[a-z]+ more ways to find one.$/);
  });

  it('says that a survey could not be opened', async () => {
    await openList(LIST, { status: 503 });
    await click(button(BEST));
    expect(toast()).toBe('Error fetching survey link');
    expect(isOff(button(BEST))).toBe(false);
  });

  it.each<[string, Answer, string, string]>([
    ['nothing', { body: { surveys: [] } }, 'No surveys to choose from now', 'New ones come in all day. You can'],
    ['a failure', { status: 503 }, 'We could not load the list.', 'You can also try the buttons above.'],
    ['no list', { body: 7 }, 'You are offline', 'Your balance is safe.'],
    ['no connection', 'network error', 'You are offline', 'Your balance is safe.'],
  ])('after %s it says so, and can be loaded again', async (_, answer, title, text) => {
    await openList(answer);
    expect(section().getByRole('heading', { name: title }).nextElementSibling?.textContent).toMatch(RegExp(`^${text}`));
    respondWith({ [`GET ${PATH}`]: LIST });
    await click(section().getByRole('button', { name: 'Try again' }));
    expect(rows()).toHaveLength(3);
  });

  it('doesn’t delay the buttons of the partners', async () => {
    await openList('unanswered');
    for (const partner of PARTNERS) expect(button(PARTNER_BUTTONS[partner].title).disabled).toBe(false);
  });
});

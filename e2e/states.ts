/** Brings a screen into one of its states, with given responses of the server. */
import { GOLDEN_RESPONSES } from '@panel/domain/golden-responses';
import { api } from '@panel/domain/paths';
import { HISTORY_STATES } from '@panel/domain/rewards/history';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import {
  approvedCheck,
  type MockResponse,
  mockResponse,
  newDid,
  origin,
  partnerLinks,
  QUERY,
  useSharedPage,
  visit,
  withDid,
} from './browser.ts';
import { checkScreen } from './screen-checks.ts';

type ScreenState = { readonly name: string; show(page: Page): Promise<void> };

const LINK = 'https://links.example/';
const FULL_CHECK = approvedCheck({
  bua_second_round_survey_link: LINK,
  bua_quarterly_survey_link: LINK,
  bua_yearly_survey_link: LINK,
  ...partnerLinks(LINK),
  available_reward: 1275.5,
  pending_reward: 12.5,
  total_rewards: 12_345.65,
});
const FULL_HISTORY = {
  entries: [...GOLDEN_RESPONSES.history.body.entries, ...entriesOfEveryState()],
};

const FULL_LIST = {
  surveys: [12, 8, 20, 5].map((minutes, index) => ({ number: 1_048_213 + index, reward: 1234.5, minutes })),
};

/** An entry of every kind in every state. */
function entriesOfEveryState(): object[] {
  return Object.entries(HISTORY_STATES).flatMap(([kind, states]) =>
    states.map((entryState) => ({
      id: `${kind}:${entryState}`,
      kind,
      state: entryState,
      amount: /^(finished|started|ended)$/.test(kind) ? 0 : 1234.5,
      date: '2026-10-09T10:00:00Z',
      survey: 'Survey 48\u202f213',
      ...(kind === 'ended' && { minutes: 11, session: `s_${entryState}` }),
      ...(entryState === 'pending' && { available_on: '2026-11-15' }),
      ...(entryState === 'reported' && { answer_by: '2026-11-20' }),
    })),
  );
}

/** The server's responses; those of a full panelist by default. */
type Responses = {
  check?: MockResponse;
  history?: MockResponse;
  preference?: MockResponse;
  surveys?: MockResponse;
  yourData?: MockResponse;
};

/** Opens a screen and returns the did that it was opened with. */
export async function openScreen(page: Page, path: string, responses: Responses = {}): Promise<string> {
  const did = newDid();
  await mockResponse(page, api.registrationCheck(did), responses.check ?? FULL_CHECK);
  await mockResponse(page, api.history(did), responses.history ?? FULL_HISTORY);
  await mockResponse(page, api.preference(did), responses.preference ?? false);
  if (responses.yourData !== undefined) await mockResponse(page, api.yourData(did), responses.yourData);
  await mockResponse(page, api.surveys(did), responses.surveys ?? FULL_LIST);
  await visit(page, withDid(path, did, QUERY));
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('main[aria-busy="true"]').waitFor({ state: 'detached' });
  return did;
}

/** A state that is reached once the screen shows these sentences, after an action. */
export function state(
  name: string,
  path: string,
  responses: Responses,
  sentences: readonly (string | RegExp)[],
  act: (page: Page, did: string) => Promise<unknown> = async () => undefined,
): ScreenState {
  return {
    name,
    async show(page) {
      await act(page, await openScreen(page, path, responses));
      for (const sentence of sentences)
        await page
          .getByText(sentence, { exact: typeof sentence === 'string' })
          .last()
          .waitFor();
    },
  };
}

/** A test for each state: runs the checks for every screen. */
export function testStates(states: readonly ScreenState[]): void {
  const page = useSharedPage({});
  const elsewhere: string[] = [];
  beforeAll(() => {
    page().on('request', (request) => {
      if (!request.url().startsWith(`${origin()}/`)) elsewhere.push(request.url());
    });
  });
  it.each(states.map(({ name, show }) => [name, show] as const))(
    '%s: accessible in light and dark, whole on the narrowest phone and in the largest letters, from our origin alone',
    async (_, show) => {
      await show(page());
      await checkScreen(page());
      expect(elsewhere.splice(0), 'requests to another origin').toEqual([]);
    },
  );
}

/** Your data: its states, and one visit with the code from the chat. */
import { GOLDEN } from '@panel/domain/golden';
import { api, screens } from '@panel/domain/paths';
import { expect, it } from 'vitest';
import {
  button,
  expectToast,
  link,
  mockResponse,
  newDid,
  origin,
  QUERY,
  registerPanelist,
  useBrowser,
  visit,
  waitForApp,
  withDid,
} from '../browser.ts';
import { codeInChat, withSandboxAlone } from '../sandbox.ts';
import { state, testStates } from '../states.ts';

const { firstname } = GOLDEN.registration.answers;
const SINCE = '2026-03-03T10:00:00.000Z';
const LOCK = { unlockedUntil: null, secondsLeft: 0, codeUntil: null, triesLeft: 5, nextCodeAt: null };
const LOCKED = {
  acceptedTermsAt: SINCE,
  choices: [
    { choice: 'research', isOn: true, since: SINCE },
    { choice: 'marketing', isOn: false, since: SINCE },
    { choice: 'partner_comms', isOn: false, since: null },
    { choice: 'transfer_abroad', isOn: true, since: SINCE },
    { choice: 'special:ethnicity', isOn: true, since: SINCE },
  ],
  openings: [
    { act: 'opened-report', role: 'support', at: SINCE },
    { act: 'opened', role: 'auditor', at: SINCE },
  ],
  lock: LOCK,
  topics: null,
};
const SENT = { ...LOCKED, lock: { ...LOCK, codeUntil: SINCE, triesLeft: 4 } };
const WAITING = { ...LOCKED, openings: [], lock: { ...LOCK, triesLeft: 0, nextCodeAt: SINCE } };
const OPEN = {
  ...LOCKED,
  lock: { ...LOCK, unlockedUntil: SINCE, secondsLeft: 900 },
  topics: [
    {
      title: 'Work, school and income',
      answeredAt: SINCE,
      answers: [{ question: 'Income of your whole household in a month', answer: 'R 8 001 to R 11 000' }],
      corrections: ['yearly', 'contact'],
    },
  ],
};

testStates([
  state('Y2: your data, locked', screens.yourData, { yourData: LOCKED }, ['Your answers are locked.']),
  state(
    'Y2: your data, a wrong code',
    screens.yourData,
    { yourData: SENT },
    ['That is not the code.', /4 tries left/],
    async (page, did) => {
      await mockResponse(page, api.dataUnlock(did), SENT.lock);
      await page.getByLabel('Enter the 6 numbers from your chat').fill('123456');
      await button(page, 'Show my data').click();
    },
  ),
  state('Y2, Y4: your data, too many codes, nobody looked', screens.yourData, { yourData: WAITING }, [
    'That was too many for one day.',
    'Nobody has opened your profile.',
  ]),
  state('Y1, Y5: your data, open', screens.yourData, { yourData: OPEN }, ['R 8 001 to R 11 000', 'Download my data']),
  state('Y7: your data, not registered', screens.yourData, { yourData: 404 }, ['Bua does not recognise your number.']),
  state('Y7: your data, no connection', screens.yourData, { yourData: 'lost' }, ['We could not load your data.']),
]);

const open = useBrowser();

it('Y1, Y2, Y3, Y5: a panelist opens their data with the code from the chat, takes a copy and locks it again', () =>
  withSandboxAlone(async () => {
    const did = await registerPanelist(newDid());
    const page = await open();
    await visit(page, withDid(screens.home, did, QUERY));
    await link(page, 'Your data').click();
    await button(page, 'Send me a code').click();
    await page.getByLabel('Enter the 6 numbers from your chat').fill(await codeInChat(did));
    await button(page, 'Show my data').click();
    await page.getByText(firstname, { exact: true }).waitFor();
    const stored = () =>
      page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
    expect(await stored()).not.toContain(firstname);
    expect(await stored()).not.toContain('data-unlock');

    await page.getByRole('switch', { name: 'Marketing' }).click();
    await expectToast(page, 'Your choice is saved.');
    const [download] = await Promise.all([page.waitForEvent('download'), link(page, 'Download my data').click()]);
    expect(download.suggestedFilename()).toBe('my-bua-data.txt');

    // It stays open over a reload, which the server renders, and nothing of it is kept on the phone.
    await page.reload();
    await waitForApp(page);
    await page.getByText(firstname, { exact: true }).waitFor();
    expect(await stored()).not.toContain(firstname);
    await button(page, 'Lock it now').click();
    await expectToast(page, 'Your data is locked again.');
    expect(await page.content()).not.toContain(firstname);
    expect((await page.request.get(`${origin()}${api.dataCopy('json')(did)}`)).status()).toBe(403);
  }));

/** What the server's first response shows, and what a panelist can do with it before the script has loaded. */
import { api, screens } from '@panel/domain/paths';
import { PROFILING_SURVEYS } from '@panel/domain/profiling/surveys';
import { MINIMUM_WITHDRAWAL_RAND } from '@panel/domain/rewards/amounts';
import { BALANCE } from '@panel/domain/wording/balance';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  button,
  heading,
  link,
  newDid,
  origin,
  QUERY,
  recordApiCalls,
  registerPanelist,
  useBrowser,
  waitForApp,
  withDid,
} from '../browser.ts';

const open = useBrowser();
const HUB = 'Welcome to your BuaApp Research hub!';

/** Holds the app's script until the test releases it. */
async function withoutScriptYet(page: Page): Promise<() => void> {
  let letIn = () => {};
  const allowed = new Promise<void>((resolve) => {
    letIn = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await allowed;
    await route.continue();
  });
  return letIn;
}

/**
 * Opens a page with the panelist's data in it, and returns its HTML. The server waits 300 ms for the data; if a busy machine
 * exceeds that, the page is opened again. `calls` has those since the last opening.
 */
async function openWithAnswers(
  page: Page,
  address: string,
  { waitUntil = 'commit', calls = [] }: { waitUntil?: 'commit' | 'networkidle'; calls?: string[] } = {},
): Promise<string> {
  let html = '';
  const hasAnswers = async () => {
    calls.length = 0;
    html = (await (await page.goto(address, { waitUntil }))?.text()) ?? '';
    return html.includes('id="answers"');
  };
  await expect.poll(hasAnswers).toBe(true);
  return html;
}

describe('the first response', () => {
  it('R13: is a page even for a device id with a line break', async () => {
    for (const screen of [screens.dateOfBirth, screens.firstLanguage, ...PROFILING_SURVEYS.map(screens.profiling)])
      for (const lineBreak of ['%0a', '%0d', '%e2%80%a8', '%e2%80%a9', '%0d%0a']) {
        const path = `${screen}/x${lineBreak}`;
        expect([path, (await fetch(origin() + path)).status]).toEqual([path, 200]);
      }
  });

  it('H2, H3, B1: contains a panelist’s own home and balance, which are not fetched again', async () => {
    const did = await registerPanelist();
    for (const [path, text, later] of [
      // The surveys to choose from are fetched after the first paint.
      [screens.home, HUB, [`GET ${api.surveys(did)}`]],
      [screens.balance, BALANCE.toGo(`R${MINIMUM_WITHDRAWAL_RAND}`), []],
    ] as const) {
      const page = await open();
      const calls = recordApiCalls(page);
      const html = await openWithAnswers(page, withDid(path, did, QUERY), { waitUntil: 'networkidle', calls });
      expect(html).toContain(text);
      await button(page, 'Menu').click();
      await link(page, 'How it Works!').waitFor();
      expect(calls, path).toEqual(later);
    }
  });

  it('H6: contains the sign-up of a new visitor, and is checked again on the way back', async () => {
    const did = newDid();
    const page = await open();
    const calls = recordApiCalls(page);
    await openWithAnswers(page, withDid(screens.home, did), { waitUntil: 'networkidle', calls });
    await link(page, 'Terms and Conditions').click();
    expect(calls).toEqual([]);
    await link(page, 'Go back!').click();
    await link(page, 'Sign Up').waitFor();
    await expect.poll(() => calls).toEqual([`GET ${api.registrationCheck(did)}`]);
  });

  it('W1, W2, B1, G3: can be read without any script, and its links work', async () => {
    const did = await registerPanelist();
    const page = await open({ javaScriptEnabled: false });
    await openWithAnswers(page, withDid(screens.home, did, QUERY));
    await heading(page, HUB).waitFor();
    await page.getByRole('link', { name: /^Available/ }).click();
    await expect.poll(() => page.url()).toBe(origin() + withDid(screens.balance, did, QUERY));
    await openWithAnswers(page, page.url());
    await heading(page, 'My balance').waitFor();
    expect(await page.getByRole('region', { name: 'My balance' }).textContent()).toContain('R0');
    await page.goto(withDid(screens.terms, did));
    await page.getByText(/effective 15 May 2022/i).waitFor();
    await page.goto(withDid(screens.howItWorks, did));
    await page.getByText(/Sign Up on Discover/).waitFor();
  });
});

describe('before the script has loaded', () => {
  it('H2: the menu opens, and is still open when the script loads', async () => {
    const did = await registerPanelist();
    const page = await open();
    const letScriptIn = await withoutScriptYet(page);
    await openWithAnswers(page, withDid(screens.home, did));
    await page.locator('summary').click();
    await link(page, 'My balance').waitFor();
    letScriptIn();
    await waitForApp(page);
    expect(await button(page, 'Menu').getAttribute('aria-expanded')).toBe('true');
    expect(await link(page, 'My balance').isVisible()).toBe(true);
  });

  it('H4: a survey button opens a survey, once', async () => {
    const did = await registerPanelist();
    const page = await open();
    await withoutScriptYet(page);
    const calls = recordApiCalls(page);
    await openWithAnswers(page, withDid(screens.home, did), { calls });
    await button(page, 'Find Available Surveys').click();
    await expect.poll(() => page.url().startsWith(origin())).toBe(false);
    expect(calls).toEqual([]);
  });

  it('Q6, Q7: Submit is an ordinary submit', async () => {
    const did = await registerPanelist();
    const page = await open();
    await withoutScriptYet(page);
    await page.goto(`${screens.firstLanguage}/${did}`, { waitUntil: 'commit' });
    await page.getByText('isiZulu', { exact: true }).click();
    await button(page, 'Submit').click();
    await link(page, 'Go to Homepage').waitFor();
    expect(new URL(page.url()).pathname).toBe(screens.result('panelist-first-language'));
  });

  it('Q10: what is entered before the script loads, or after a plain submit with missing answers, is kept as a draft', async () => {
    const did = await registerPanelist();
    const page = await open();
    const letScriptIn = await withoutScriptYet(page);
    await page.goto(`${screens.profiling('quarterly')}/${did}`, { waitUntil: 'commit' });
    await page.getByText('No formal employment but I have a side hustle', { exact: true }).click();
    await button(page, 'Submit').click();
    await page.getByText('9 answers are missing.').first().waitFor();
    await page.getByText('Suburban', { exact: true }).click();
    letScriptIn();
    await page.getByText(/^2 of \d+/).waitFor();
    expect(await button(page, 'Submit').isDisabled()).toBe(true);
    await page.goto(`${screens.profiling('quarterly')}/${did}`);
    await page.getByText(/^2 of \d+/).waitFor();
  });

  it('A1: ticking the box enables Proceed, which opens the questions', async () => {
    const page = await open();
    const letScriptIn = await withoutScriptYet(page);
    await page.goto(withDid(screens.apply, newDid()), { waitUntil: 'commit' });
    const proceed = button(page, 'Proceed');
    await page.getByRole('checkbox').check();
    expect(await proceed.isEnabled()).toBe(true);
    await page.getByRole('checkbox').uncheck();
    expect(await proceed.isEnabled()).toBe(false);
    await page.getByRole('checkbox').check();
    await proceed.click();
    await heading(page, 'Tell us about yourself').waitFor();
    await page.getByLabel('First name', { exact: true }).fill('Thandi');
    letScriptIn();
    await page.getByText(/^1 of \d+/).waitFor();
    expect(await page.getByLabel('First name', { exact: true }).inputValue()).toBe('Thandi');
  });

  it('A1: accepted terms enable Proceed', async () => {
    const page = await open();
    const letScriptIn = await withoutScriptYet(page);
    await page.goto(withDid(screens.apply, newDid()), { waitUntil: 'commit' });
    await page.getByRole('checkbox').check();
    letScriptIn();
    await button(page, 'Proceed').click();
    await heading(page, 'Tell us about yourself').waitFor();
  });

  it('G3: a link on a page that is the same for everyone keeps the query', async () => {
    const did = newDid();
    const page = await open();
    await withoutScriptYet(page);
    await page.goto(withDid(screens.terms, did, QUERY), { waitUntil: 'commit' });
    await link(page, 'Go back!').click();
    await expect.poll(() => page.url()).toBe(origin() + withDid(screens.home, did, QUERY));
  });

  it('G4: the page stays where it was scrolled to when the script loads', async () => {
    const page = await open();
    const letScriptIn = await withoutScriptYet(page);
    await page.goto(withDid(screens.terms, newDid()), { waitUntil: 'commit' });
    await page.getByText(/effective 15 May 2022/i).waitFor();
    await page.evaluate(() => window.scrollTo(0, 400));
    letScriptIn();
    await waitForApp(page);
    // Two frames: a position is set in the next one.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    expect(await page.evaluate(() => window.scrollY)).toBe(400);
  });

  it('S6, G3: after a partner’s return, a link opens the panelist’s own balance', async () => {
    const did = await registerPanelist();
    const page = await open();
    await page.goto(withDid(screens.home, did, QUERY));
    await button(page, 'Find Available Surveys').click();
    await expect.poll(() => page.url().startsWith(origin())).toBe(false);
    await withoutScriptYet(page);
    await page.goto(`${screens.surveyResult('thanks')}?partner=cint-router`, { waitUntil: 'commit' });
    await link(page, 'My balance').click();
    await expect.poll(() => page.url()).toBe(origin() + withDid(screens.balance, did, QUERY));
  });

  it('G1: a form’s logo opens the home of the device in its address', async () => {
    const did = newDid();
    const page = await open();
    await withoutScriptYet(page);
    await page.goto(`${screens.profiling('yearly')}/${did}?a=1`, { waitUntil: 'commit' });
    await link(page, 'Bua').click();
    await expect.poll(() => page.url()).toBe(`${origin()}${screens.home}?a=1&x-binu-did=${did}`);
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILD_HEADER } from '@panel/domain/page';
import { api, screens } from '@panel/domain/paths';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DIST } from '../../scripts/build-web.ts';
import {
  approvedCheck,
  button,
  heading,
  link,
  mockResponse,
  newDid,
  origin,
  pauseResponse,
  QUERY,
  registerPanelist,
  toast,
  useBrowser,
  visit,
  waitForApp,
  withDid,
} from '../browser.ts';

const open = useBrowser();
const LOW = { width: 360, height: 400 };
const WELCOME = 'Welcome to your BuaApp Research hub!';

/** Scrolls, and waits until the app has stored the position in the history. */
async function scrollTo(page: Page, to: number): Promise<number> {
  const place = await page.evaluate((y) => {
    window.scrollTo(0, y);
    return window.scrollY;
  }, to);
  await page.waitForFunction((y) => window.history.state?.y === y, place);
  return place;
}
const scrolledTo = (page: Page) => page.evaluate(() => Math.round(scrollY));
const expectScrolledTo = (page: Page, y: number) => page.waitForFunction((to) => Math.round(scrollY) === to, y);

it('G6: a screen is complete even if the styles of all screens were lost', async () => {
  const page = await open();
  await page.route('**/assets/*.css', (route) => route.abort());
  await visit(page, withDid(screens.home, await registerPanelist()));
  await button(page, 'Menu').click();
  await link(page, 'Opt-In/Out to communications').click();
  const toggle = page.getByRole('switch');
  await toggle.waitFor();
  expect(await toggle.evaluate((one) => getComputedStyle(one).appearance)).toBe('none');
});

describe('the scroll position', () => {
  it('G3, G4: is the top after every navigation, and is restored by Back and Forward', async () => {
    const did = await registerPanelist();
    const page = await open({ viewport: LOW });
    await visit(page, withDid(screens.home, did, QUERY));
    await heading(page, WELCOME).waitFor();
    const onHome = await scrollTo(page, 10_000);
    expect(onHome).toBeGreaterThan(200);
    await link(page, 'Terms and Conditions').click();
    await heading(page, 'Terms and Conditions').waitFor();
    await expectScrolledTo(page, 0);
    expect(page.url()).toBe(origin() + withDid(screens.terms, did, QUERY));

    // Only so far that the link stays visible. It is tapped in place, because Locator.click would scroll first.
    await scrollTo(page, 50);
    const box = await link(page, 'Go back!').boundingBox();
    await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
    await heading(page, WELCOME).waitFor();
    await expectScrolledTo(page, 0);
    expect(page.url()).toBe(origin() + withDid(screens.home, did, QUERY));

    await page.goBack();
    await heading(page, 'Terms and Conditions').waitFor();
    await expectScrolledTo(page, 50);
    await page.goBack();
    await heading(page, WELCOME).waitFor();
    await expectScrolledTo(page, onHome);
    await page.goForward();
    await heading(page, 'Terms and Conditions').waitFor();
    await expectScrolledTo(page, 50);
    await page.goForward();
    await heading(page, WELCOME).waitFor();
    await expectScrolledTo(page, 0);
  });

  it('G4: is restored on a page that loads slowly, unless the panelist scrolls in the meantime', async () => {
    const did = newDid();
    const page = await open({ viewport: LOW });
    const entries = Array.from({ length: 40 }, (_, id) => ({
      ...{ id, kind: 'reward', state: 'available', amount: 1, date: '2026-10-09T10:00:00Z' },
    }));
    await mockResponse(page, api.registrationCheck(did), approvedCheck({ available_reward: 20 }));
    await mockResponse(page, api.history(did), { entries });
    await visit(page, withDid(screens.home, did));
    await page.getByRole('link', { name: /^Available/ }).click();
    const list = page.getByRole('region', { name: 'History', exact: true });
    await list.waitFor();
    await scrollTo(page, 1200);
    /** Reloads the balance while its list is still loading; returns a function that lets the list arrive. */
    const reloadSlowly = async () => {
      await page.unroute(`**${api.history(did)}`);
      const history = await pauseResponse(page, api.history(did));
      await page.reload();
      await heading(page, 'My balance').waitFor();
      return async () => {
        history.respond({ entries });
        await list.waitFor();
      };
    };

    const arrive = await reloadSlowly();
    expect(await scrolledTo(page)).toBeLessThan(1000);
    await arrive();
    await expectScrolledTo(page, 1200);

    const arriveAgain = await reloadSlowly();
    await page.mouse.wheel(0, 20);
    await page.waitForFunction(() => scrollY > 0);
    await arriveAgain();
    // The app would look for the position in every frame until it exists.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    expect(await scrolledTo(page)).toBeLessThan(1000);
  });
});

describe('unknown addresses', () => {
  it('G5: redirect to home with the query, and Back does not return to them', async () => {
    const did = newDid();
    const page = await open();
    const home = origin() + withDid(screens.home, did, QUERY);
    for (const path of ['/constructor', '/redirect-page/constructor', '/Terms', '/%E0%A4%A']) {
      await page.goto(withDid(path, did, QUERY));
      await link(page, 'Sign Up').waitFor();
      await expect.poll(() => page.url(), { message: path }).toBe(home);
    }
    await page.goto(withDid(screens.howItWorks, did, QUERY));
    await heading(page, 'How it Works!').waitFor();
    await page.goto(withDid('/nowhere', did, QUERY));
    await link(page, 'Sign Up').waitFor();
    await page.goBack();
    await heading(page, 'How it Works!').waitFor();
  });
});

it('a screen is shown even if each of its files was lost once', async () => {
  const did = await registerPanelist();
  const page = await open();
  await visit(page, withDid(screens.howItWorks, did));
  const lost = new Set<string>();
  await page.route('**/assets/*.js', (route, request) => {
    if (lost.has(request.url())) return route.continue();
    lost.add(request.url());
    return route.abort();
  });
  await link(page, 'Bua').click();
  await heading(page, WELCOME).waitFor();
  expect(lost.size).toBeGreaterThan(0);
});

/** Opens a page whose first load doesn't get the app's files, or one of them, as during a rollout. */
async function openWithoutFiles(page: Page, address: string, files = 'assets/*.js'): Promise<void> {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await page.route(`**/${files}`, (route) => (loads > 1 ? route.continue() : route.fulfill({ status: 404 })));
  await page.goto(address);
}

it('H2: a page whose files are missing reloads itself once', async () => {
  const page = await open();
  await openWithoutFiles(page, withDid(screens.home, await registerPanelist()));
  await waitForApp(page);
  await button(page, 'Menu').click();
  await link(page, 'My balance').waitFor();
});

/** The file that a source was built into. */
const fileOf = (source: string): string =>
  JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'))[source].file;

it.each([
  ['files are', () => 'assets/*.js'],
  ['own code is', () => fileOf('src/panelists/FirstLanguageScreen.tsx')],
])('Q10: a form whose %s missing stays as it is and can be sent', async (_, files) => {
  const page = await open();
  await openWithoutFiles(page, `${screens.firstLanguage}/${await registerPanelist()}`, files());
  await page.getByText('isiZulu', { exact: true }).click();
  await expect.poll(() => page.evaluate(() => document.documentElement.classList.contains('js'))).toBe(false);
  await button(page, 'Submit').click();
  await link(page, 'Go to Homepage').waitFor();
});

it('G1, D2: a form that is sent after a new release keeps the device in its address', async () => {
  const did = await registerPanelist();
  const page = await open();
  await page.route(`**${api.firstLanguage}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), [BUILD_HEADER]: 'a-later-build' } });
  });
  await visit(page, `${screens.firstLanguage}/${did}`);
  await page.getByText('isiZulu', { exact: true }).click();
  await button(page, 'Submit').click();
  await toast(page, 'You have successfully submitted your date of birth').waitFor();
  await link(page, 'Go to Homepage').click();
  await heading(page, WELCOME).waitFor();
});

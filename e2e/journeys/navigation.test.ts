import { api, screens } from '@panel/domain/paths';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { at, callsOf, hold, member, newDid, origin, registered, script, useBrowser } from '../browser.ts';

const open = useBrowser();
/** Everything that a router which reads and writes a query anew would write in another way. */
const QUERY = '&lang=en%20ZA&note=a+b&flag&empty=&e=%c3%A9&twice=1&twice=2&path=/a%2Fb?c&quote=%27"~*';
const written = (query: string) => query.replace('"', '%22');
const DID_ROUTES = [
  'profiling-second-round',
  'profiling-quarterly',
  'profiling-yearly',
  'user-dob',
  'user-first-language',
];
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const scrollDown = (page: Page, y: number) =>
  page.evaluate(
    (to) =>
      new Promise<void>((done) => {
        addEventListener('scrollend', () => done(), { once: true });
        window.scrollTo(0, to);
      }),
    y,
  );
const scrolledTo = (page: Page) => page.evaluate(() => Math.round(scrollY));

/** Every link of ours on the screen as it stands, the menu's among them. */
async function linksOf(page: Page): Promise<string[]> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('main[aria-busy="true"]').waitFor({ state: 'detached' });
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  if ((await menu.count()) > 0 && (await menu.getAttribute('aria-expanded')) === 'false') await menu.click();
  const links = page.getByRole('link').and(page.locator('[href^="/"]'));
  return links.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
}

describe('the query', () => {
  it.each([
    ['a member', true, 6],
    ['somebody new', false, 3],
  ] as const)('G3: stays byte for byte on every link of every screen, for %s', async (_, isMember, byLinks) => {
    const did = isMember ? await registered() : newDid();
    const search = `?x-binu-did=${did}${written(QUERY)}`;
    const page = await open();
    await page.goto(at(screens.home, did, QUERY));
    const waiting: string[] = [screens.home];
    const walked = new Set<string>();
    const way = new Map<string, string[]>([[screens.home, []]]);
    // By click, from screen to screen, until no screen is left that a link leads to.
    for (let here = waiting.shift(); here !== undefined; here = waiting.shift()) {
      if (walked.has(here)) continue;
      walked.add(here);
      await page.goto(at(here, did, QUERY));
      const hrefs = await linksOf(page);
      expect(hrefs.length, here).toBeGreaterThan(0);
      for (const href of new Set(hrefs)) {
        expect(href.slice(href.indexOf('?')), `${href} on ${here}`).toBe(search);
        const to = href.slice(0, href.indexOf('?'));
        if (!walked.has(to) && !waiting.includes(to)) {
          waiting.push(to);
          way.set(to, [here, href]);
        }
      }
    }
    expect(walked.size, [...walked].join()).toBe(byLinks);
    for (const [to, [from, href]] of way) {
      if (from === undefined || href === undefined) continue;
      await page.goto(at(from, did, QUERY));
      await linksOf(page);
      await page
        .locator(`a[href="${href.replaceAll('"', '\\"')}"]`)
        .last()
        .click();
      await page.waitForURL((url) => url.pathname === to);
      expect(await page.evaluate(() => location.search), `from ${from} to ${to}`).toBe(search);
    }
    const onlyByHand = [
      ...DID_ROUTES.map((route) => `/${route}/${did}`),
      ...(['profile-deleted', 'no-information-found', 'panelist-dob', 'panelist-first-language'] as const).map(
        screens.result,
      ),
    ];
    for (const path of onlyByHand) {
      await page.goto(at(path, did, QUERY));
      for (const href of await linksOf(page)) expect(href.slice(href.indexOf('?')), `${href} on ${path}`).toBe(search);
    }
  });
});

describe('the scroll position', () => {
  it('G4: is the top after every navigation; Back and Forward find it where it was', async () => {
    const did = await registered();
    const page = await open({ viewport: { width: 360, height: 400 } });
    await page.goto(at(screens.home, did));
    await heading(page, 'Welcome to your BuaApp Research hub!').waitFor();
    await scrollDown(page, 10_000);
    const onHome = await scrolledTo(page);
    expect(onHome).toBeGreaterThan(200);
    await page.getByRole('link', { name: 'Terms and Conditions', exact: true }).click();
    await heading(page, 'Terms and Conditions').waitFor();
    expect(await scrolledTo(page)).toBe(0);

    // As far as the link stays in sight; it is tapped where it is, for Locator.click would scroll first.
    await scrollDown(page, 50);
    const box = await page.getByRole('link', { name: 'Go back!', exact: true }).boundingBox();
    await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
    await heading(page, 'Welcome to your BuaApp Research hub!').waitFor();
    expect(await scrolledTo(page)).toBe(0);

    const restored = (y: number) => expect.poll(() => scrolledTo(page), { timeout: 5000 }).toBe(y);
    await page.goBack();
    await heading(page, 'Terms and Conditions').waitFor();
    await restored(50);
    await page.goBack();
    await heading(page, 'Welcome to your BuaApp Research hub!').waitFor();
    await restored(onHome);
    await page.goForward();
    await heading(page, 'Terms and Conditions').waitFor();
    await restored(50);
    await page.goForward();
    await heading(page, 'Welcome to your BuaApp Research hub!').waitFor();
    await restored(0);
  });

  it('G4: is found again on a page that comes in slowly, unless the panelist scrolls meanwhile', async () => {
    const did = newDid();
    const page = await open({ viewport: { width: 360, height: 400 } });
    const entries = Array.from({ length: 40 }, (_, id) => ({
      ...{ id, kind: 'reward', state: 'available', amount: 1, date: '2026-10-09T10:00:00Z' },
    }));
    await script(page, api.registrationCheck(did), member({ available_reward: 20 }));
    await script(page, api.history(did), { entries });
    await page.goto(at(screens.home, did));
    await page.getByRole('link', { name: /^Available/ }).click();
    const list = page.getByRole('region', { name: 'History', exact: true });
    await list.waitFor();
    await scrollDown(page, 1200);
    const comeBackSlowly = async () => {
      await page.waitForFunction(() => history.state?.y === 1200);
      await page.goBack();
      await heading(page, 'Welcome to your BuaApp Research hub!').waitFor();
      await page.unroute(`**${api.history(did)}`);
      const slow = await hold(page, api.history(did));
      await page.goForward();
      await heading(page, 'My balance').waitFor();
      return async () => {
        slow.answer({ entries });
        await list.waitFor();
      };
    };

    const arrive = await comeBackSlowly();
    await page.waitForTimeout(2500);
    await arrive();
    await expect.poll(() => scrolledTo(page), { timeout: 5000 }).toBe(1200);

    const arriveAgain = await comeBackSlowly();
    await page.mouse.wheel(0, -10);
    await expect.poll(() => scrolledTo(page)).toBeLessThan(1000);
    await arriveAgain();
    await page.waitForTimeout(500);
    expect(await scrolledTo(page)).toBeLessThan(1000);
  });

  it('G4: the logo pressed at home shows home afresh, and Back still leads to the page before', async () => {
    const did = await registered();
    const page = await open();
    await page.goto(at(screens.terms, did));
    await page.getByRole('link', { name: 'Go back!', exact: true }).click();
    const welcome = heading(page, 'Welcome to your BuaApp Research hub!');
    await welcome.waitFor();
    const calls = callsOf(page);
    for (let times = 1; times <= 3; times++) {
      await page.getByRole('link', { name: 'Bua', exact: true }).click();
      await expect.poll(() => calls.length).toBe(times);
      await welcome.waitFor();
    }
    await page.goBack();
    await heading(page, 'Terms and Conditions').waitFor();
  });

  it('G4: is the top after Proceed on Apply', async () => {
    const page = await open({ viewport: { width: 360, height: 400 } });
    await page.goto(at(screens.apply, newDid()));
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Proceed', exact: true }).click();
    await heading(page, 'Tell us about yourself').waitFor();
    expect(await scrolledTo(page)).toBe(0);
  });

  it('G4: Back and Forward go through the screens in the order they were seen', async () => {
    const did = newDid();
    const page = await open();
    await script(page, api.registrationCheck(did), member({ available_reward: 20 }));
    await page.goto(at(screens.home, did));
    await page.getByRole('link', { name: /^Available/ }).click();
    await heading(page, 'My balance').waitFor();
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('link', { name: 'How it Works!', exact: true }).click();
    await heading(page, 'How it Works!').waitFor();
    await page.goBack();
    await heading(page, 'My balance').waitFor();
    await page.goBack();
    await heading(page, 'Welcome to your BuaApp Research hub!').waitFor();
    await page.goForward();
    await page.goForward();
    await heading(page, 'How it Works!').waitFor();
  });
});

describe('a did in the route', () => {
  it.each(DID_ROUTES)('G1: /%s/{did} takes it along to home, unless the query has it', async (route) => {
    const did = await registered();
    const page = await open();
    const logo = page.getByRole('link', { name: 'Bua', exact: true });
    for (const [query, kept] of [
      ['', `?x-binu-did=${did}`],
      ['?lang=en%20ZA&a=b+c', `?lang=en%20ZA&a=b+c&x-binu-did=${did}`],
      [`?x-binu-did=${did}&lang=en`, `?x-binu-did=${did}&lang=en`],
    ] as const) {
      await page.goto(`/${route}/${did}${query}`);
      await page.getByRole('button', { name: 'Submit', exact: true }).waitFor();
      expect(await logo.getAttribute('href')).toBe(`/${kept}`);
    }
    await page.goto(`/${route}/${did}`);
    await logo.click();
    await heading(page, 'Welcome to your BuaApp Research hub!').waitFor();
    expect(page.url()).toBe(`${origin()}/?x-binu-did=${did}`);
  });

  it('G1: it is still known on the result page, whose way home leads to the panelist’s own', async () => {
    const did = await registered();
    const page = await open();
    await page.goto(`/user-first-language/${did}`);
    await page.getByRole('radio', { name: 'isiZulu', exact: true }).check();
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await heading(page, 'Profile updated').waitFor();
    await page.reload();
    await heading(page, 'Profile updated').waitFor();
    await page.getByRole('link', { name: 'Go to Homepage', exact: true }).click();
    await heading(page, 'Welcome to your BuaApp Research hub!').waitFor();
  });
});

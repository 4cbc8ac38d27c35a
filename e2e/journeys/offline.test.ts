/** Without a connection: what the service worker and the phone have stored. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RESULT_PAGES, screens, taskLink } from '@panel/domain/paths';
import { PROFILING_SURVEYS } from '@panel/domain/profiling/surveys';
import { MINIMUM_WITHDRAWAL_RAND } from '@panel/domain/rewards/amounts';
import { BALANCE } from '@panel/domain/wording/balance';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { button, hasFocus, heading, link, QUERY, registerPanelist, useBrowser, withDid } from '../browser.ts';

const open = useBrowser();
const HUB = 'Welcome to your BuaApp Research hub!';
const OFFLINE = 'You are offline.';

/*
 * The phones' way to the server is a proxy that can be closed: Chromium's own offline mode affects a restarted service worker
 * only after the worker's first call.
 */
let connected = true;
let isServerUp = true;
const proxy = createServer((incoming, answer) => {
  if (!connected) return incoming.socket.destroy();
  if (!isServerUp) return answer.writeHead(503, { 'content-type': 'application/problem+json' }).end('{"status":503}');
  const { method, headers } = incoming;
  const forwarded = request(incoming.url ?? '', { method: method ?? 'GET', headers }, (received) => {
    answer.writeHead(received.statusCode ?? 502, received.rawHeaders);
    received.pipe(answer);
  });
  forwarded.on('error', () => incoming.socket.destroy());
  incoming.pipe(forwarded);
});
beforeAll(() => new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  proxy.close();
  proxy.closeAllConnections();
});

async function setConnected(page: Page, isConnected: boolean): Promise<void> {
  connected = isConnected;
  await page.context().setOffline(!isConnected);
}

/** A phone that has been at home once, and whose service worker has stored the app. */
async function openOnce(did: string): Promise<Page> {
  connected = isServerUp = true;
  const { port } = proxy.address() as AddressInfo;
  const page = await open({ serviceWorkers: 'allow', proxy: { server: `http://127.0.0.1:${port}` } });
  await page.goto(withDid(screens.home, did, QUERY));
  await heading(page, HUB).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return page;
}

/** The responses that the phone has stored: the server's page shows them before its script has run and stored them. */
const seen = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('seen:')));

it('every screen opens without a connection; home and balance show what was last seen, and since when', async () => {
  const did = await registerPanelist();
  const page = await openOnce(did);
  await page.goto(withDid(screens.balance, did, QUERY));
  await page.getByText(BALANCE.toGo(`R${MINIMUM_WITHDRAWAL_RAND}`)).waitFor();
  await expect.poll(() => seen(page)).toHaveLength(2);
  await setConnected(page, false);

  await page.goto(withDid(screens.home, did, QUERY));
  await heading(page, HUB).waitFor();
  await page.getByText(/^You are offline\. This is what you last saw, on \d+ \w+ at \d\d:\d\d\.$/).waitFor();
  await page.goto(withDid(screens.balance, did, QUERY));
  await page.getByText(BALANCE.toGo(`R${MINIMUM_WITHDRAWAL_RAND}`)).waitFor();
  await page.getByText('This is what you last saw').waitFor();

  for (const path of [
    withDid(screens.apply, did),
    withDid(screens.terms, did),
    withDid(screens.howItWorks, did),
    withDid(screens.optOut, did),
    withDid(screens.deleteProfile, did),
    ...PROFILING_SURVEYS.map((survey) => `${screens.profiling(survey)}/${did}`),
    `${screens.dateOfBirth}/${did}`,
    `${screens.firstLanguage}/${did}`,
    ...RESULT_PAGES.map((name) => withDid(screens.result(name), did)),
  ]) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByText(OFFLINE).first().waitFor();
  }
});

it('Q10: answers given without a connection stay as a draft, and are sent once there is one', async () => {
  const did = await registerPanelist();
  const page = await openOnce(did);
  await setConnected(page, false);
  await page.goto(`${screens.firstLanguage}/${did}`);
  await page.getByText('isiZulu', { exact: true }).click();
  await setConnected(page, true);
  await page.getByText(OFFLINE).waitFor({ state: 'detached' });
  await expect.poll(() => page.getByRole('radio', { name: 'isiZulu' }).isChecked()).toBe(true);
  await button(page, 'Submit').click();
  await link(page, 'Go to Homepage').waitFor();
});

it('if the connection comes back while another screen is loading, that screen is shown', async () => {
  const did = await registerPanelist();
  const page = await openOnce(did);
  for (const delay of [0, 5, 20]) {
    connected = false;
    await page.goto(withDid(screens.home, did));
    // After a reload the page checks the server a minute later, and not in the middle of this.
    await page.reload();
    await page.getByText(OFFLINE).first().waitFor();
    connected = true;
    await page.evaluate(
      ([path, ms]) => {
        setTimeout(() => {
          window.location.assign(path);
          setTimeout(() => window.dispatchEvent(new Event('online')), ms);
        });
      },
      [withDid(screens.howItWorks, did), delay] as const,
    );
    await page.waitForURL((url) => url.pathname === screens.howItWorks);
  }
});

/** Cuts the connection behind the phone's own: the browser sends no `online` event when it comes back. */
async function openUnnoticed(did: string, path: string): Promise<Page> {
  const page = await openOnce(did);
  connected = false;
  await page.goto(path);
  await page.getByText(OFFLINE).waitFor();
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  connected = true;
  return page;
}

it('a form that is being filled in is not reloaded when there is a connection again', async () => {
  const did = await registerPanelist();
  const page = await openUnnoticed(did, `${screens.dateOfBirth}/${did}`);
  const field = page.getByRole('textbox');
  await field.pressSequentially('2704');
  await page.getByText(OFFLINE).waitFor({ state: 'detached' });
  expect(await hasFocus(field)).toBe(true);
  await page.keyboard.type('1994');
  expect(await field.inputValue()).toBe('27/04/1994');
  await button(page, 'Submit').click();
  await link(page, 'Go to Homepage').click();
  await heading(page, HUB).waitFor();
});

it('a screen that is opened from an offline page is loaded, and has no offline notice', async () => {
  const did = await registerPanelist();
  const page = await openUnnoticed(did, withDid(screens.home, did));
  await link(page, 'Terms and Conditions').click();
  await heading(page, 'Terms and Conditions').waitFor();
  await page.getByText(OFFLINE).waitFor({ state: 'detached' });
});

it('while the server is unavailable home shows what was last seen, and later by itself current data', async () => {
  const did = await registerPanelist();
  const page = await openOnce(did);
  await expect.poll(() => seen(page)).toHaveLength(1);
  isServerUp = false;
  await page.goto(withDid(screens.home, did));
  await heading(page, HUB).waitFor();
  await page.getByText('This is what you last saw').waitFor();
  isServerUp = true;
  await page.getByText(OFFLINE).waitFor({ state: 'detached' });
});

it('a link that leads away keeps its address without a connection: the browser’s own error page can reload it', async () => {
  const page = await openOnce(await registerPanelist());
  connected = false;
  for (const path of [taskLink('none', 'none'), '/partners/purespectrum/return/done'])
    await expect(page.goto(path), path).rejects.toThrow('ERR_');
});

it('X3: deleting the profile deletes what was last seen', async () => {
  const did = await registerPanelist();
  const page = await openOnce(did);
  await expect.poll(() => seen(page)).toHaveLength(1);
  await page.goto(withDid(screens.deleteProfile, did));
  await button(page, 'Delete Profile').click();
  await button(page, 'Delete').click();
  await heading(page, 'Profile deleted').waitFor();
  await expect.poll(() => seen(page)).toEqual([]);
  await setConnected(page, false);
  await page.goto(withDid(screens.home, did));
  await link(page, 'Sign Up').waitFor();
  expect(await heading(page, HUB).count()).toBe(0);
});

/** A cheap phone on a slow connection: Chromium with a throttled processor and network. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { installProbe, type ProbeOptions, type ProbeResult } from './probe.ts';

type Line = { readonly kilobits: number; readonly latencyMs: number };
type Phone = { readonly line: Line; readonly cpuSlowdown: number };

const SLOW_PHONE: Phone = { line: { kilobits: 400, latencyMs: 400 }, cpuSlowdown: 6 };
const FAST_PHONE: Phone = { line: { kilobits: 0, latencyMs: 0 }, cpuSlowdown: 1 };

const GIVE_UP_MS = 60_000;
/** A page may still shift for a while after its content is shown. */
const SETTLE_MS = 1000;

/** A new phone: nothing is cached. */
export const newPhone = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 2,
    locale: 'en-ZA',
  });

const networkConditions = ({ kilobits, latencyMs }: Line) => ({
  offline: false,
  latency: latencyMs,
  downloadThroughput: kilobits > 0 ? (kilobits * 1000) / 8 : -1,
  uploadThroughput: kilobits > 0 ? (kilobits * 1000) / 8 : -1,
});

/** Throttles the service workers too, which have their own network. Returns a function that stops it. */
async function slowServiceWorkers(session: CDPSession, line: Line): Promise<() => Promise<void>> {
  const slow = async ({ targetInfo }: { targetInfo: { targetId: string; type: string } }) => {
    if (targetInfo.type !== 'service_worker') return;
    // Not flattened, because Playwright has no sessions of workers.
    const { sessionId } = await session.send('Target.attachToTarget', {
      targetId: targetInfo.targetId,
      flatten: false,
    });
    for (const [id, method, params] of [
      [1, 'Network.enable', {}],
      [2, 'Network.emulateNetworkConditions', networkConditions(line)],
    ])
      await session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) });
  };
  const onTarget = (event: Parameters<typeof slow>[0]) => void slow(event).catch(() => undefined);
  session.on('Target.targetCreated', onTarget);
  await session.send('Target.setDiscoverTargets', { discover: true });
  return async () => {
    session.off('Target.targetCreated', onTarget);
    await session.detach();
  };
}

async function slowDown(page: Page, { line, cpuSlowdown }: Phone): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', networkConditions(line));
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
}

/** The TypeScript loader names inner functions with a helper that the page doesn't have. */
const probeSource = (options: ProbeOptions) =>
  `{ const __name = (value) => value; (${installProbe})(${JSON.stringify(options)}); }`;

type Visit = ProbeOptions & { readonly url: string };

/** Opens an address in a new tab, and uses it as soon as possible. */
export async function visit(context: BrowserContext, { url, ...options }: Visit): Promise<ProbeResult> {
  const browser = context.browser() as Browser;
  const stopSlowing = await slowServiceWorkers(await browser.newBrowserCDPSession(), SLOW_PHONE.line);
  const page = await context.newPage();
  await page.addInitScript({ content: probeSource(options) });
  await slowDown(page, SLOW_PHONE);
  const giveUpAt = performance.now() + GIVE_UP_MS;
  const read = () => page.evaluate(() => window.benchProbe.result).catch(() => null);
  // An error shows as missing content.
  page.goto(url, { waitUntil: 'commit', timeout: GIVE_UP_MS }).catch(() => undefined);

  let result = await read();
  const isDone = () =>
    result !== null && result.content !== null && (!options.hasForm || (result.tap !== null && result.submit !== null));
  while (!isDone() && performance.now() < giveUpAt) {
    if (options.hasForm && result?.content != null && result.tap === null) {
      const target = await page.evaluate(() => window.benchProbe.tapTarget()).catch(() => null);
      if (target) await page.touchscreen.tap(target.x, target.y);
    }
    await sleep(20);
    result = await read();
  }
  await sleep(SETTLE_MS);
  result = (await read()) ?? result;
  await page.close();
  await stopSlowing();
  return result ?? { content: null, tap: null, submit: null, shift: 0, tapKept: false };
}

/** Visits once at full speed, until everything is cached that a first visit leaves on the phone. */
export async function warmUp(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage();
  await slowDown(page, FAST_PHONE);
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker?.getRegistration();
    if (registration) await navigator.serviceWorker.ready;
  });
  await page.waitForLoadState('networkidle');
  await page.close();
}

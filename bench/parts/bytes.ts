/** What a first visit of each screen downloads, compressed, with everything counted. */
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../e2e/chromium.ts';
import type { Part } from '../part.ts';
import { newPhone } from '../phone/browser.ts';
import { type Contestant, startContestants } from '../phone/contestants.ts';
import { kilobytes, table } from '../report.ts';
import { sum } from '../statistics.ts';

const KINDS = ['page', 'styles', 'script', 'data', 'other', 'service worker'] as const;
type Kind = (typeof KINDS)[number];
type Sizes = Readonly<Record<Kind, number>>;

const kindOf = (resourceType: string): Kind =>
  (({ Document: 'page', Stylesheet: 'styles', Script: 'script', Fetch: 'data', XHR: 'data' }) as const)[resourceType] ??
  'other';

/** A service worker fills its cache after the page has loaded: that counts too. */
const SETTLE_MS = 2000;

async function measureVisit(browser: Browser, { url, screen }: Contestant): Promise<Sizes> {
  const context = await newPhone(browser);
  const sizes: Record<Kind, number> = { page: 0, styles: 0, script: 0, data: 0, other: 0, 'service worker': 0 };
  const page: Page = await context.newPage();
  const session = await context.newCDPSession(page);
  const kinds = new Map<string, Kind>();
  await session.send('Network.enable');
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, kindOf(type)));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sizes[kinds.get(requestId) ?? 'other'] += encodedDataLength;
  });
  const fromWorker: Promise<void>[] = [];
  context.on('requestfinished', (request) => {
    if (!request.serviceWorker()) return;
    fromWorker.push(
      request.sizes().then(({ responseBodySize, responseHeadersSize }) => {
        sizes['service worker'] += responseBodySize + responseHeadersSize;
      }),
    );
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.getByText(screen.text).first().waitFor();
  await page.waitForTimeout(SETTLE_MS);
  await page.waitForLoadState('networkidle');
  await Promise.all(fromWorker);
  await context.close();
  return sizes;
}

export const part: Part = {
  title: 'What a first visit downloads',
  async run({ progress }) {
    const browser = await launchChromium();
    try {
      const { contestants, close } = await startContestants(browser);
      const rows: (string | number)[][] = [];
      for (const contestant of contestants) {
        progress(`bytes: ${contestant.screen.name}, ${contestant.name}`);
        const sizes = await measureVisit(browser, contestant);
        const each = KINDS.map((kind) => sizes[kind]);
        rows.push([contestant.screen.name, contestant.name, ...each.map(kilobytes), kilobytes(sum(each))]);
      }
      await close();
      return `
In KB of 1,000 bytes, with brotli and with the responses' headers: everything that a new phone downloads until the connection is idle
again. _Data_ is what the page asks the API for, _service worker_ what is fetched in advance for later screens.

${table(['screen', 'shown by', ...KINDS, 'all'], rows)}`;
    } finally {
      await browser.close();
    }
  },
};

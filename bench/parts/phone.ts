/** How long a panelist waits on a cheap phone and a slow connection, next to plain HTML. */
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../e2e/chromium.ts';
import type { Context, Part } from '../part.ts';
import { newPhone, visit, warmUp } from '../phone/browser.ts';
import type { ProbeResult } from '../phone/probe.ts';
import { type ServedScreen, serveScreens } from '../phone/screens.ts';
import { ratio, seconds, table } from '../report.ts';
import { medianOf } from '../statistics.ts';

/** How much later than on the static page a first visit may be used. */
const MAX_RATIO = 1.3;

/** A first visit, one with everything cached, and a first visit of the static page. */
type Round = { readonly first: ProbeResult; readonly second: ProbeResult; readonly static: ProbeResult };
type Figure = 'content' | 'tap' | 'submit' | 'shift';

/** Visits with a new phone: a used one would have a draft of the form. */
async function visitOnce(browser: Browser, url: string, { text, hasForm }: ServedScreen, isWarm: boolean) {
  const context = await newPhone(browser);
  if (isWarm) await warmUp(context, url);
  const result = await visit(context, { url, text, hasForm });
  await context.close();
  return result;
}

type Measured = { readonly screen: ServedScreen; readonly rounds: readonly Round[] };

async function measureAll({ rounds, count, progress }: Context, browser: Browser, screens: readonly ServedScreen[]) {
  const measured: Measured[] = [];
  for (const screen of screens) {
    progress(`phone: ${screen.name}`);
    const round = async () => ({
      first: await visitOnce(browser, screen.panelUrl, screen, false),
      static: await visitOnce(browser, screen.staticUrl, screen, false),
      second: await visitOnce(browser, screen.panelUrl, screen, true),
    });
    measured.push({ screen, rounds: await rounds.measure(count(5, 1), round) });
  }
  return measured;
}

/** The median; infinite if it didn't happen in half of the rounds. */
const figureOf = (rounds: readonly Round[], visit: keyof Round, what: Figure): number =>
  medianOf(rounds, (round) => round[visit][what] ?? Number.POSITIVE_INFINITY);

function visitTable(measured: readonly Measured[], visit: 'first' | 'second'): string {
  const rows = measured.map(({ screen: { name, hasForm }, rounds }) => {
    const ifForm = (what: Figure) => (hasForm ? seconds(figureOf(rounds, visit, what)) : '');
    const lost = rounds.filter((round) => round[visit].tap !== null && !round[visit].tapKept);
    return [
      name,
      seconds(figureOf(rounds, visit, 'content')),
      ifForm('tap'),
      ifForm('submit'),
      lost.length,
      figureOf(rounds, visit, 'shift').toFixed(2),
    ];
  });
  return table(['screen', 'content', 'tap', 'submit', 'taps lost', 'layout shift'], rows);
}

/** How much later than the static page a first visit may be used: a form once it can be filled in and sent. */
function staticTable({ allow }: Context, measured: readonly Measured[]): string {
  const rows = measured.map(({ screen: { name, hasForm }, rounds }) => {
    const toStatic = (what: Figure) => {
      const [panel, copy] = [figureOf(rounds, 'first', what), figureOf(rounds, 'static', what)];
      allow(`${name}, ${what} at most ${MAX_RATIO}× static`, panel / copy <= MAX_RATIO);
      return ratio(panel, copy);
    };
    allow(`${name}, no layout shift`, Number(figureOf(rounds, 'first', 'shift').toFixed(2)) === 0);
    return hasForm ? [name, '', toStatic('tap'), toStatic('submit')] : [name, toStatic('content'), '', ''];
  });
  return table(['screen', 'content', 'tap', 'submit'], rows);
}

export const part: Part = {
  title: 'On a cheap phone',
  async run(context) {
    const browser = await launchChromium();
    try {
      const { served, close } = await serveScreens(browser);
      const measured = await measureAll(context, browser, served);
      await close();
      return `
Chromium on a line of 400 kbit/s with 400 ms of latency, its processor slowed down six times. The static page is the same markup
and styles without any script, from a plain server.

- _content_: the person's own balance, or the first question, is visible
- _tap_: a tap on the first option ticks it; _taps lost_: how many of those ticks were lost later
- _submit_: the form can be sent: before the script has loaded as an ordinary form

First visit:

${visitTable(measured, 'first')}

Second visit, with a warm cache:

${visitTable(measured, 'second')}

The first visit, divided by the static page's. At most ${MAX_RATIO}× is allowed:

${staticTable(context, measured)}`;
    } finally {
      await browser.close();
    }
  },
};

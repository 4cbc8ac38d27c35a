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

/** A first visit, and one with everything cached. */
type Visits = { readonly cold: ProbeResult; readonly warm: ProbeResult };
type Round = { readonly panel: Visits; readonly static: Visits };
type Figure = 'content' | 'tap' | 'submit' | 'shift';

/** Visits with a new phone: a used one would have a draft of the form. */
async function visitOnce(browser: Browser, url: string, { text, hasForm }: ServedScreen, isWarm: boolean) {
  const context = await newPhone(browser);
  if (isWarm) await warmUp(context, url);
  const result = await visit(context, { url, text, hasForm });
  await context.close();
  return result;
}

const measureVisits = async (browser: Browser, url: string, screen: ServedScreen): Promise<Visits> => ({
  cold: await visitOnce(browser, url, screen, false),
  warm: await visitOnce(browser, url, screen, true),
});

type Measured = { readonly screen: ServedScreen; readonly rounds: readonly Round[] };

async function measureAll({ rounds, count, progress }: Context, browser: Browser, screens: readonly ServedScreen[]) {
  const measured: Measured[] = [];
  for (const screen of screens) {
    progress(`phone: ${screen.name}`);
    const round = async () => ({
      panel: await measureVisits(browser, screen.panelUrl, screen),
      static: await measureVisits(browser, screen.staticUrl, screen),
    });
    measured.push({ screen, rounds: await rounds.measure(count(5, 1), round) });
  }
  return measured;
}

function visitTable({ allow }: Context, measured: readonly Measured[], when: keyof Visits): string {
  const rows = measured.flatMap(({ screen: { name, hasForm }, rounds }) => {
    /** Infinite if it didn't happen in half of the rounds. */
    const figure = (shownBy: keyof Round, what: Figure): number =>
      medianOf(rounds, (round) => round[shownBy][when][what] ?? Number.POSITIVE_INFINITY);
    const toStatic = (shownBy: keyof Round, what: Figure) => figure(shownBy, what) / figure('static', what);
    // What counts: when a form can be filled in, or when other content is visible.
    const main = hasForm ? 'tap' : 'content';
    if (when === 'cold') {
      for (const what of hasForm ? (['tap', 'submit'] as const) : (['content'] as const))
        allow(`${name}, ${what} at most ${MAX_RATIO}× static`, toStatic('panel', what) <= MAX_RATIO);
      allow(`${name}, no layout shift`, Number(figure('panel', 'shift').toFixed(2)) === 0);
    }
    return (['panel', 'static'] as const).map((shownBy) => {
      const ifForm = (text: string) => (hasForm ? text : '');
      const lost = rounds.filter((round) => round[shownBy][when].tap !== null && !round[shownBy][when].tapKept);
      return [
        name,
        shownBy === 'panel' ? 'Panel' : 'static HTML',
        seconds(figure(shownBy, 'content')),
        ifForm(seconds(figure(shownBy, 'tap'))),
        ifForm(seconds(figure(shownBy, 'submit'))),
        ratio(toStatic(shownBy, main), 1),
        ifForm(ratio(toStatic(shownBy, 'submit'), 1)),
        lost.length,
        figure(shownBy, 'shift').toFixed(2),
      ];
    });
  });
  const head = [
    'screen',
    'shown by',
    'content',
    'tap',
    'submit',
    'vs static',
    'submit vs static',
    'taps lost',
    'layout shift',
  ];
  return table(head, rows);
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
- _vs static_: the tap (or the content, if there is no form) divided by the static page's, and the same for the submit. On a first visit
  at most ${MAX_RATIO}× is allowed

First visit:

${visitTable(context, measured, 'cold')}

Second visit, with a warm cache:

${visitTable(context, measured, 'warm')}`;
    } finally {
      await browser.close();
    }
  },
};

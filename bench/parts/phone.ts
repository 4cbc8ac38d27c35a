/** How long a panelist waits on a cheap phone and a slow connection, next to plain HTML. */
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../e2e/chromium.ts';
import type { Context, Part } from '../part.ts';
import { newPhone, visit, warmUp } from '../phone/browser.ts';
import { type Contestant, SCREENS, STATIC, startContestants } from '../phone/contestants.ts';
import type { ProbeResult } from '../phone/probe.ts';
import { ratio, seconds, table } from '../report.ts';
import { medianOf } from '../statistics.ts';

/** How much later than on the static page a first visit may be used. */
const MAX_RATIO = 1.3;

type Round = { readonly cold: ProbeResult; readonly warm: ProbeResult };
type Figure = 'content' | 'tap' | 'submit' | 'shift';

/** Visits with a new phone: a used one would have a draft of the form. */
async function visitOnce(browser: Browser, contestant: Contestant, { isWarm }: { isWarm: boolean }) {
  const { url, screen } = contestant;
  const context = await newPhone(browser);
  if (isWarm) await warmUp(context, url);
  const result = await visit(context, { url, text: screen.text, hasForm: screen.hasForm });
  await context.close();
  return result;
}

/** A first visit, and one with everything cached. */
const measureVisits = async (browser: Browser, contestant: Contestant): Promise<Round> => ({
  cold: await visitOnce(browser, contestant, { isWarm: false }),
  warm: await visitOnce(browser, contestant, { isWarm: true }),
});

type Measured = { readonly contestant: Contestant; readonly rounds: readonly Round[] };

async function measureAll({ rounds, count, progress }: Context, browser: Browser, contestants: readonly Contestant[]) {
  const measured: Measured[] = [];
  for (const screen of SCREENS) {
    const side = contestants.filter((contestant) => contestant.screen === screen);
    progress(`phone: ${screen.name}`);
    const visits = await rounds.measure(count(5, 1), async () => {
      const round: Round[] = [];
      for (const contestant of side) round.push(await measureVisits(browser, contestant));
      return round;
    });
    for (const [index, contestant] of side.entries())
      measured.push({
        contestant,
        rounds: visits.map((round) => round[index] as Round),
      });
  }
  return measured;
}

/** Infinite if it didn't happen in half of the rounds. */
const figure = ({ rounds }: Measured, when: keyof Round, name: Figure): number =>
  medianOf(rounds, (round) => round[when][name] ?? Number.POSITIVE_INFINITY);

/** The figure that counts: when a form can be filled in, or when other content is visible. */
const mainFigure = ({ screen }: Contestant): Figure => (screen.hasForm ? 'tap' : 'content');

function visitTable({ allow }: Context, measured: readonly Measured[], when: 'cold' | 'warm'): string {
  const rows = measured.map((each) => {
    const { screen, name } = each.contestant;
    const plain = measured.find(
      ({ contestant }) => contestant.screen === screen && contestant.name === STATIC,
    ) as Measured;
    const toStatic = (what: Figure) => figure(each, when, what) / figure(plain, when, what);
    const main = mainFigure(each.contestant);
    const times = (['content', 'tap', 'submit'] as const).map((what) =>
      what === 'content' || screen.hasForm ? seconds(figure(each, when, what)) : '',
    );
    const tapsLost = each.rounds.filter((round) => round[when].tap !== null && !round[when].tapKept).length;
    const shift = figure(each, when, 'shift').toFixed(2);
    const ratios = [ratio(toStatic(main), 1), screen.hasForm ? ratio(toStatic('submit'), 1) : ''];
    if (when === 'cold') {
      allow(`${screen.name}, ${main} at most ${MAX_RATIO}× static`, toStatic(main) <= MAX_RATIO);
      if (screen.hasForm) allow(`${screen.name}, submit at most ${MAX_RATIO}× static`, toStatic('submit') <= MAX_RATIO);
      allow(`${screen.name}, no layout shift`, Number(shift) === 0);
    }
    return [screen.name, name, ...times, ...ratios, tapsLost, shift];
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
      const { contestants, close } = await startContestants(browser);
      const measured = await measureAll(context, browser, contestants);
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

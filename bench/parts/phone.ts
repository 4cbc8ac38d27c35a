/** How long a panelist waits on a cheap phone and a slow connection, next to plain HTML and other form libraries. */
import { writeFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../e2e/chromium.ts';
import { type BarGroup, barChart } from '../chart.ts';
import type { Context, Part } from '../part.ts';
import { latencyOnly, newPhone, OFFLINE_PHONE, type Phone, SLOW_PHONE, visit, warmUp } from '../phone/browser.ts';
import { type Contestant, OURS, SCREENS, STATIC, startContestants } from '../phone/contestants.ts';
import type { ProbeResult } from '../phone/probe.ts';
import { ratio, seconds, table } from '../report.ts';
import { medianOf } from '../statistics.ts';

const PICTURE = new URL('../../docs/pictures/performance.svg', import.meta.url).pathname;
const LATENCIES = [500, 2500] as const;

type Round = { readonly cold: ProbeResult; readonly warm: ProbeResult; readonly offline: ProbeResult | null };
type Figure = 'content' | 'tap' | 'submit' | 'shift';

const visitOf = ({ url, screen: { text, hasForm } }: Contestant) => ({ url, text, hasForm });

/** Visits with a new phone: a used one would have a draft of the form. */
async function visitOnce(browser: Browser, contestant: Contestant, phone: Phone, { isWarm }: { isWarm: boolean }) {
  const context = await newPhone(browser);
  if (isWarm) await warmUp(context, contestant.url);
  const result = await visit(context, { ...visitOf(contestant), phone });
  await context.close();
  return result;
}

/** A first visit, one with everything cached, and for the product one without a network. */
const measureVisits = async (browser: Browser, contestant: Contestant): Promise<Round> => ({
  cold: await visitOnce(browser, contestant, SLOW_PHONE, { isWarm: false }),
  warm: await visitOnce(browser, contestant, SLOW_PHONE, { isWarm: true }),
  offline: contestant.name === OURS ? await visitOnce(browser, contestant, OFFLINE_PHONE, { isWarm: true }) : null,
});

/** How many requests, one after the other, the content waits for: what more latency adds, in units of it. */
async function countRoundTrips(browser: Browser, contestant: Contestant): Promise<number> {
  const contentMs: number[] = [];
  for (const latencyMs of LATENCIES) {
    const { content } = await visitOnce(browser, contestant, latencyOnly(latencyMs), { isWarm: false });
    contentMs.push(content ?? Number.NaN);
  }
  const [near = 0, far = 0] = contentMs;
  return Math.round((far - near) / (LATENCIES[1] - LATENCIES[0]));
}

type Measured = { readonly contestant: Contestant; readonly roundTrips: number; readonly rounds: readonly Round[] };

async function measureAll({ rounds, count, progress }: Context, browser: Browser, contestants: readonly Contestant[]) {
  const measured: Measured[] = [];
  for (const screen of SCREENS) {
    const side = contestants.filter((contestant) => contestant.screen === screen);
    progress(`phone: ${screen.name}`);
    const counts = await rounds.measure(count(3, 1), async () => {
      const roundTrips: number[] = [];
      for (const contestant of side) roundTrips.push(await countRoundTrips(browser, contestant));
      return roundTrips;
    });
    // The other libraries' visits take most of a round's time.
    const roundCount = side.length > 2 ? 5 : 9;
    const visits = await rounds.measure(count(roundCount, 1), async () => {
      const round: Round[] = [];
      for (const contestant of side) round.push(await measureVisits(browser, contestant));
      return round;
    });
    for (const [index, contestant] of side.entries())
      measured.push({
        contestant,
        roundTrips: medianOf(counts, (roundTrips) => roundTrips[index] ?? Number.NaN),
        rounds: visits.map((round) => round[index] as Round),
      });
  }
  return measured;
}

/** Infinite if it didn't happen in half of the rounds. */
const figure = ({ rounds }: Measured, when: keyof Round, name: Figure): number =>
  medianOf(rounds, (round) => round[when]?.[name] ?? Number.POSITIVE_INFINITY);

/** The figure that counts: when a form can be filled in, or when other content is visible. */
const mainFigure = ({ screen }: Contestant): Figure => (screen.hasForm ? 'tap' : 'content');

function visitTable(measured: readonly Measured[], when: 'cold' | 'warm'): string {
  const rows = measured.map((each) => {
    const { screen, name } = each.contestant;
    const plain = measured.find(
      ({ contestant }) => contestant.screen === screen && contestant.name === STATIC,
    ) as Measured;
    const main = mainFigure(each.contestant);
    const ratioToStatic = ratio(figure(each, when, main), figure(plain, when, main));
    const times = (['content', 'tap', 'submit'] as const).map((what) =>
      what === 'content' || screen.hasForm ? seconds(figure(each, when, what)) : '',
    );
    const tapsLost = each.rounds.filter((round) => round[when].tap !== null && !round[when].tapKept).length;
    const shift = figure(each, when, 'shift').toFixed(2);
    return [screen.name, name, ...times, ratioToStatic, tapsLost, shift, ...(when === 'cold' ? [each.roundTrips] : [])];
  });
  const head = ['screen', 'shown by', 'content', 'tap', 'submit', 'vs static', 'taps lost', 'layout shift'];
  return table(when === 'cold' ? [...head, 'round trips'] : head, rows);
}

function offlineTable(measured: readonly Measured[]): string {
  const rows = measured.flatMap((each) => {
    const { screen, name } = each.contestant;
    if (name !== OURS) return [];
    const shown = figure(each, 'offline', 'content');
    const tapped = screen.hasForm ? seconds(figure(each, 'offline', 'tap')) : '';
    return [[screen.name, Number.isFinite(shown) ? seconds(shown) : 'not shown', tapped]];
  });
  return table(['screen', 'content', 'tap'], rows);
}

function chartGroups(measured: readonly Measured[], when: 'cold' | 'warm'): BarGroup[] {
  return SCREENS.map((screen) => {
    const bars = measured
      .filter(({ contestant }) => contestant.screen === screen)
      .map((each) => ({
        label: each.contestant.name,
        value: figure(each, when, mainFigure(each.contestant)) / 1000,
        isOurs: each.contestant.name === OURS,
      }))
      .filter(({ value }) => Number.isFinite(value));
    return { title: `${screen.name}: ${screen.hasForm ? 'a tap counts' : 'the balance is shown'}`, bars };
  });
}

export const part: Part = {
  title: 'On a cheap phone',
  async run(context) {
    const browser = await launchChromium();
    try {
      const { contestants, close } = await startContestants(browser);
      const measured = await measureAll(context, browser, contestants);
      await close();
      const title = 'First visit on a slow 3G line, processor slowed down six times';
      const svg = barChart({ title, unit: 's', groups: chartGroups(measured, 'cold') });
      if (!context.quick) writeFileSync(PICTURE, svg);
      return `
![${title}](pictures/performance.svg)

Chromium on a line of 400 kbit/s with 400 ms of latency, its processor slowed down six times. The static page is the same markup
and styles without any script, from a plain server; SurveyJS and react-jsonschema-form show the same questions.

- _content_: the person's own balance, or the first question, is visible
- _tap_: a tap on the first option ticks it; _taps lost_: how many of those ticks were lost later
- _submit_: the form's button does what it should
- _vs static_: the tap (or the content, if there is no form) divided by the static page's
- _round trips_: how many requests the content waits for, one after the other

First visit:

${visitTable(measured, 'cold')}

Second visit, with a warm cache:

${visitTable(measured, 'warm')}

Without a network, after a visit:

${offlineTable(measured)}`;
    } finally {
      await browser.close();
    }
  },
};

/** Lighthouse's mobile performance of the product's screens, next to the same pages as plain HTML. */
import { findChromium, launchChromium } from '../../e2e/chromium.ts';
import { runTool } from '../packages.ts';
import type { Part } from '../part.ts';
import { type Contestant, OURS, SCREENS, STATIC, startContestants } from '../phone/contestants.ts';
import { number, seconds, table } from '../report.ts';
import { medianOf } from '../statistics.ts';

const MEASURED = ['home', 'quarterly', 'balance'];
const CHROME_FLAGS =
  '--headless=new --no-sandbox --disable-gpu --disable-background-networking --disable-component-update';

type Audit = { readonly score: number; readonly paintMs: number; readonly blockedMs: number; readonly shift: number };

async function audit({ url }: Contestant): Promise<Audit> {
  process.env.CHROME_PATH = findChromium();
  const flags = ['--only-categories=performance', '--form-factor=mobile', '--output=json', '--quiet'];
  const report = JSON.parse(await runTool('lighthouse', [url, ...flags, `--chrome-flags=${CHROME_FLAGS}`])) as {
    categories: { performance: { score: number } };
    audits: Record<string, { numericValue?: number }>;
  };
  const value = (name: string) => report.audits[name]?.numericValue ?? Number.NaN;
  return {
    score: Math.round(report.categories.performance.score * 100),
    paintMs: value('largest-contentful-paint'),
    blockedMs: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
  };
}

export const part: Part = {
  title: 'Lighthouse 12.8.2, mobile performance',
  async run({ rounds, count, progress }) {
    const browser = await launchChromium();
    const { contestants, close } = await startContestants(browser);
    await browser.close();
    try {
      const rows: (string | number)[][] = [];
      for (const screen of SCREENS.filter(({ name }) => MEASURED.includes(name))) {
        progress(`lighthouse: ${screen.name}`);
        const side = contestants.filter((each) => each.screen === screen && [OURS, STATIC].includes(each.name));
        const audits = await rounds.measure(count(5, 1), async () => {
          const round: Audit[] = [];
          for (const contestant of side) round.push(await audit(contestant));
          return round;
        });
        for (const [index, { name }] of side.entries()) {
          const of = (figure: keyof Audit) => medianOf(audits, (round) => round[index]?.[figure] ?? Number.NaN);
          const times = [seconds(of('paintMs')), number(of('blockedMs')), of('shift').toFixed(2)];
          rows.push([screen.name, name, of('score'), ...times]);
        }
      }
      return table(['screen', 'shown by', 'score', 'largest paint', 'blocked ms', 'layout shift'], rows);
    } finally {
      await close();
    }
  },
};

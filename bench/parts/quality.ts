/** How well the quality score tells synthetic honest people from careless ones, speeders and bots. */
import { GOOD_SCORE, scoreQuality } from '@panel/domain/quality/score';
import { randomOf } from '../../scripts/demo/random.ts';
import type { Part } from '../part.ts';
import { KINDS, type Kind, observePerson } from '../quality/people.ts';
import { number, table, targetTable } from '../report.ts';
import { median } from '../statistics.ts';

/** The score's constants were tuned with the first seed; the second one checks them. */
const TUNING_SEED = 20_261_101;
const KEPT_SEED = 20_261_118;
/** Most panelists are honest. */
const SHARES: Readonly<Record<Kind, number>> = { honest: 0.85, careless: 0.08, speeding: 0.05, bot: 0.02 };
const MAX_FALSE_POSITIVES = 0.01;
const AT = new Date('2026-11-18T00:00:00Z');

type Scored = { readonly kind: Kind; readonly score: number };

function scorePeople(seed: number, people: number): Scored[] {
  const random = randomOf(seed);
  return KINDS.flatMap((kind) =>
    Array.from({ length: Math.round(people * SHARES[kind]) }, () => ({
      kind,
      score: scoreQuality(observePerson(random, kind, AT), {}, AT).score ?? 100,
    })),
  );
}

/** The share of honest people below a good score, with this many times the usual slips. */
function honestLow(seed: number, people: number, slips: number): number {
  const random = randomOf(seed);
  const scores = Array.from({ length: people }, () => scoreQuality(observePerson(random, 'honest', AT, slips), {}, AT));
  return scores.filter(({ score }) => (score ?? 100) < GOOD_SCORE).length / people;
}

const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;

function rowsOf(scored: readonly Scored[]) {
  const low = scored.filter(({ score }) => score < GOOD_SCORE);
  const honestLow = low.filter(({ kind }) => kind === 'honest').length;
  return KINDS.map((kind) => {
    const all = scored.filter((one) => one.kind === kind);
    const found = low.filter((one) => one.kind === kind).length;
    return {
      kind,
      people: all.length,
      median: median(all.map(({ score }) => score)),
      low: found / all.length,
      /** Of those below, if there were only this kind and honest people. */
      precision: kind === 'honest' ? null : found / (found + honestLow),
    };
  });
}

export const part: Part = {
  title: 'Quality score on synthetic panelists',
  async run({ allow, count, progress }) {
    const people = count(20_000, 500);
    progress('quality: scoring');
    const sections = [
      { name: 'Seed kept out of the tuning', seed: KEPT_SEED },
      { name: 'Seed for tuning', seed: TUNING_SEED },
    ].map(({ name, seed }) => {
      const rows = rowsOf(scorePeople(seed, people));
      const shown = rows.map(({ kind, people: all, median: middle, low, precision }) => [
        kind,
        number(all),
        middle,
        percent(low),
        precision === null ? '–' : percent(precision),
      ]);
      const head = ['kind', 'people', 'median score', `below ${GOOD_SCORE} (recall)`, 'precision against honest'];
      return { name, seed, honest: rows.find(({ kind }) => kind === 'honest')?.low ?? 1, text: table(head, shown) };
    });
    const [kept] = sections;
    const target = targetTable({ allow }, 'quality', [
      {
        name: `honest people below ${GOOD_SCORE}, on the seed kept out`,
        shown: percent(kept?.honest ?? 1),
        target: `at most ${percent(MAX_FALSE_POSITIVES)}`,
        isMet: (kept?.honest ?? 1) <= MAX_FALSE_POSITIVES,
      },
    ]);
    return `
These people are synthetic (\`bench/quality/people.ts\`): a year of forms and surveys, with slips that each kind plausibly makes. The figures show how the rules behave
together. They don't say how many real panelists are careless, or how many of them the score finds. A person is found if the score is below ${GOOD_SCORE}.

${target}

The target depends on how often honest people slip, which is assumed: 1% of answers unread and 3% of ticks forgotten. With twice as many slips,
${percent(honestLow(KEPT_SEED, people, 2))} of honest people would be below ${GOOD_SCORE}; with half as many, ${percent(honestLow(KEPT_SEED, people, 0.5))}.

${sections.map(({ name, seed, text }) => `${name} (${seed}):\n\n${text}`).join('\n\n')}`;
  },
};

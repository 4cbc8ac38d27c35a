/** Titles that say what is seen, written from the numbers; a plain one where no rule applies. */
import { type MoneyPage, type PartnersPage, sumOfLiability } from '@panel/domain/console/money-pages';
import type { PanelPage } from '@panel/domain/console/panel-pages';
import { STATUS_LABELS } from '@panel/domain/console/people-operations';
import type { QuotaGrid, TaskProgress } from '@panel/domain/console/sample-page';
import type { PartyHealth } from '@panel/domain/console/today-page';
import { capitalize, count, inWords, listed, percent, rand, share, sum } from '../format.ts';
import { CONNECTION_NAMES, PARTNER_NAMES } from '../words.ts';

export function connectionsTitle(connections: readonly PartyHealth[]): string {
  const called = connections.filter(({ state }) => state !== null);
  if (called.length === 0) return 'No party was called in the last day';
  const wrong = called.filter(({ state }) => state !== 'up');
  const said = wrong.map(({ name, state }) => `${CONNECTION_NAMES[name]} is ${state}`);
  if (wrong.length === 0)
    return called.length < connections.length
      ? 'Every connection that was used is up'
      : `All ${inWords(connections.length)} connections are up`;
  const up = called.length - wrong.length;
  return `${capitalize(inWords(up))} of ${inWords(called.length)} connections ${up === 1 ? 'is' : 'are'} up; ${listed(said)}`;
}

/** Twice as much is news; so is a tenth more or less. */
export function growthTitle(growth: PanelPage['growth'], status: PanelPage['status']): string {
  const [first, last] = [growth[0], growth.at(-1)];
  if (!first || !last || growth.length < 2) return 'Panel size and activity';
  const grown = last.size - first.size;
  if (status !== 'approved') {
    const change = grown === 0 ? 'as many as' : `${count(Math.abs(grown))} ${grown > 0 ? 'more' : 'fewer'} than`;
    return `${STATUS_LABELS[status]}: ${count(last.size)}, ${change} a year ago`;
  }
  if (grown === 0) return 'The panel is as large as a year ago';
  const activeThen = share(first.activeIn30Days ?? 0, first.size);
  const activeNow = share(last.activeIn30Days ?? 0, last.size);
  const kept =
    activeNow < activeThen * 0.9
      ? 'activity fell behind'
      : activeNow > activeThen * 1.1
        ? 'activity grew faster'
        : 'activity kept pace';
  return grown > 0
    ? `The panel grew by ${count(grown)} in a year; ${kept}`
    : `The panel shrank by ${count(-grown)} in a year`;
}

const FRACTIONS: readonly (readonly [number, string])[] = [
  [0.9, 'Nine in ten'],
  [0.8, 'Eight in ten'],
  [0.75, 'Three in four'],
  [0.667, 'Two in three'],
  [0.6, 'Six in ten'],
  [0.5, 'Half'],
  [0.4, 'Four in ten'],
  [0.333, 'A third'],
  [0.25, 'A quarter'],
  [0.2, 'A fifth'],
  [0.1, 'A tenth'],
];
/** The nearest everyday fraction, or the percentage where none is near. */
const inFractions = (value: number): string =>
  FRACTIONS.find(([fraction]) => Math.abs(fraction - value) < 0.02)?.[1] ?? percent(value, 0);

export function compositionTitle({ label, answered, answers }: PanelPage['composition']): string {
  const most = answers.reduce((best, each) => (each.people > best.people ? each : best), { label: '', people: 0 });
  return answered === 0 ? `By ${label}` : `${inFractions(most.people / answered)} answered ${most.label}`;
}

export function crossedTitle({ row, column, answered, columns, rows }: PanelPage['crossed']): string {
  const cells = rows.flatMap(({ label, people }) =>
    people.map((value, index) => ({ value, label, column: columns[index] })),
  );
  const most = cells.reduce((best, each) => (each.value > best.value ? each : best), {
    value: 0,
    label: '',
    column: '',
  });
  if (answered === 0) return `${row.label} by ${column.label}`;
  return `Most are ${most.label}, ${most.column}: ${percent(most.value / answered, 0)} of all`;
}

export function cohortsTitle(cohorts: PanelPage['cohorts']): string {
  const oldest = cohorts.at(-1);
  const older = cohorts.slice(3);
  const people = sum(older.map((each) => each.people));
  if (!oldest || people === 0 || oldest.active.length === 0) return 'Sign-up months';
  const finished = inFractions(sum(older.map(({ completed }) => completed)) / people);
  const still = inFractions((oldest.active.at(-1) ?? 0) / oldest.people).toLowerCase();
  return `${finished} who sign up finish a survey; ${still} are active ${inWords(oldest.active.length)} months on`;
}

export function conversionTitle(weeks: PartnersPage['weeks']): string {
  const [first, last] = [weeks[0], weeks.at(-1)];
  const entries = sum(weeks.flatMap(({ partners }) => partners.map(({ entered }) => entered)));
  if (!first || !last || weeks.length < 2 || entries === 0) return 'Conversion by week';
  const courses = last.partners.map(({ partner, entered, completed }) => {
    const then = first.partners.find((each) => each.partner === partner);
    const now = share(completed, entered);
    return { name: PARTNER_NAMES[partner], now, points: 100 * (now - share(then?.completed ?? 0, then?.entered ?? 0)) };
  });
  const best = courses.reduce((top, each) => (each.now > top.now ? each : top));
  const lost = courses.reduce((low, each) => (each.points < low.points ? each : low));
  const course = best.points > 1 ? ' and rises' : best.points < -1 ? ' but falls' : '';
  return lost.points < -1 && lost !== best
    ? `${best.name} converts best${course}; ${lost.name} has lost ${(-lost.points).toFixed(1)} points`
    : `${best.name} converts best${course}`;
}

export function callbacksTitle(callbacks: PartnersPage['callbacks']): string {
  const failed = sum(callbacks.map((each) => each.failed));
  const all = failed + sum(callbacks.map(({ verified }) => verified));
  if (all === 0) return 'No callback came';
  return failed === 0
    ? `All ${count(all)} callbacks were verified`
    : `${count(failed)} of ${count(all)} callbacks failed the check`;
}

export function reversalsTitle(months: PartnersPage['months']): string {
  const partners = months[0]?.partners.map(({ partner }) => partner) ?? [];
  const rates = partners.map((partner) => {
    const of = months.flatMap((each) => each.partners.filter((one) => one.partner === partner));
    return { partner, rate: share(sum(of.map(({ reversed }) => reversed)), sum(of.map(({ earned }) => earned))) };
  });
  const [most, next] = rates.toSorted((a, b) => b.rate - a.rate);
  if (!most || !next || most.rate === 0 || most.rate < 1.5 * next.rate) return 'Reversal rate by month earned';
  const times =
    next.rate === 0
      ? 'alone takes rewards back'
      : `takes back ${(most.rate / next.rate).toFixed(1)} times as much as the next`;
  return `${PARTNER_NAMES[most.partner]} ${times}`;
}

export function liabilityTitle({ liabilityOverTime: over, liability }: MoneyPage): string {
  const [first, last] = [over[0], over.at(-1)];
  if (sumOfLiability(liability) === 0) return 'Nothing is owed to panelists';
  const part = `${percent(share(liability.available, sumOfLiability(liability)), 0)} of it is available`;
  if (!first || !last || sumOfLiability(first) === 0) return `Liability over time; ${part}`;
  const times = sumOfLiability(last) / sumOfLiability(first);
  if (times >= 2) return `Liability more than doubled in a year; ${part}`;
  return `Liability ${times >= 1 ? 'grew' : 'shrank'} by ${percent(Math.abs(times - 1), 0)} in a year; ${part}`;
}

export function flowsTitle(flows: MoneyPage['flows']): string {
  const paidOut = sum(flows.map((each) => each.paidOut));
  const owed = sum(flows.map((each) => each.owedByPartners));
  return paidOut === 0
    ? 'What partners owe, what panelists earn, what is paid out'
    : `Partners owe ${rand(Math.round((100 * owed) / paidOut))} for each rand that leaves as a voucher`;
}

export function quotaTitle({ row, column, columns, rows }: QuotaGrid): string {
  const cells = rows.flatMap(({ label, cells: of }) =>
    of.map((cell, index) => ({ ...cell, name: column ? `${label}, ${columns[index]?.label}` : label })),
  );
  const wanted = cells.filter((cell) => cell.wanted > 0);
  if (wanted.length === 0) return `Quotas by ${listed([row, column ?? []].flat().map(({ label }) => label))}`;
  const short = wanted.filter(({ needed, available }) => needed > available);
  if (short.length === 0)
    return wanted.length === 1 ? 'The cell can be filled' : `All ${wanted.length} cells can be filled`;
  const said = short.map(({ name, needed, available }) => `${name} is ${count(needed - available)} short`);
  return `${wanted.length - short.length} of ${wanted.length} cells can be filled; ${listed(said)}`;
}

export function taskTitle({ task, state, figures, remindAt, openedBeforeReminder, drawn }: TaskProgress): string {
  const { sent, opened, finished } = figures;
  if (state === 'drawn') return `${task}: ${count(drawn)} drawn, nobody invited yet`;
  if (state === 'scheduled') return remindAt ? `${task}: the reminder is scheduled` : `${task} is scheduled`;
  if (state === 'sending') return `${task} is being sent`;
  if (sent === 0) return `${task}: nobody was sent it`;
  if (openedBeforeReminder !== null && opened > openedBeforeReminder)
    return `${task}: ${inFractions((opened - openedBeforeReminder) / opened).toLowerCase()} of those who opened it did so after the reminder`;
  return `${task}: ${inFractions(opened / sent).toLowerCase()} have opened it, ${inFractions(finished / sent).toLowerCase()} have finished`;
}

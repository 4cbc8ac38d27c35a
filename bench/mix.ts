/** Calls that phones and partners send at the same time, each write for another panelist. */
import { type Call, type CallName, callOf, panelistOrder } from './calls.ts';
import type { Range } from './seed.ts';

/** The share of each call. */
type Mix = readonly (readonly [name: CallName, share: number])[];

export const FROM_PHONES: Mix = [
  ['registration check', 60],
  ['history', 18],
  ['submission', 10],
  ['withdrawal', 3],
  ['registration', 3],
];
/** Of a hundred calls. */
export const FROM_ALL: Mix = [...FROM_PHONES, ['Cint Match callback', 3], ['PureSpectrum callback', 3]];

export const describeMix = (mix: Mix): string => mix.map(([name, share]) => `${share} × ${name}`).join(', ');

const READS: readonly CallName[] = ['registration check', 'history'];

export type KindCall = Call & { readonly kind: CallName };

/** Calls for a range of panelists: a quarter of them is only read, repeatedly, and each of the others makes one write. */
export function callsFor(range: Range, origin: string): (name: CallName) => KindCall {
  const inOrder = panelistOrder(range);
  const readers = Math.floor((range.to - range.from) / 8);
  let [reads, writes] = [0, 0];
  return (name) => {
    const n = inOrder(READS.includes(name) ? reads++ % readers : readers + writes++);
    return { kind: name, ...callOf(name, n, origin) };
  };
}

/** Steps by a prime number, so that the kinds of calls alternate. */
export function mixed(mix: Mix, callOfKind: (name: CallName) => KindCall): (index: number) => KindCall {
  const names = mix.flatMap(([name, share]) => Array.from({ length: share }, () => name));
  return (index) => callOfKind(names[(index * 37) % names.length] as CallName);
}

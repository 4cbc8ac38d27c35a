/** What partners send, read without trusting it. */
import type { Outcome } from '@panel/domain/partners/outcomes';

/**
 * The parameters of an address whose signature is good. One that names a parameter twice is refused: what it means would
 * depend on who reads it.
 */
export function parametersOf(publicUrl: string): ReadonlyMap<string, string> | null {
  const query = publicUrl.slice(publicUrl.indexOf('?') + 1);
  const pairs = [...new URLSearchParams(query)];
  const parameters = new Map(pairs);
  return parameters.size === pairs.length ? parameters : null;
}

/** A partner's dollars in millionths; undefined for what is no amount, is nothing, or can't be one survey's price. */
export function usdMicros(text: string | undefined): bigint | undefined {
  const [, whole, fraction = ''] = /^(\d{1,3})(?:\.(\d{1,6})\d*)?$/.exec(text ?? '') ?? [];
  if (whole === undefined) return undefined;
  const micros = BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0'));
  return micros > 0n ? micros : undefined;
}

/** A short code or id of a partner: anything longer or stranger is none of theirs. */
export const shortText = (text: string | undefined): string | undefined =>
  text !== undefined && /^[A-Za-z0-9_.:-]{1,64}$/.test(text) ? text : undefined;

/** A code as it is kept, to be looked up by whoever reads the books: short, and nothing a log or a table can stumble on. */
export const codeText = (text: string | undefined): string => shortText(text) ?? (text ? '?' : '');

/** A text or a number of a partner's JSON. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? `${value}` : '';

/** A partner's codes, one row each, and what they mean to us. */
export type StatusRow = readonly [code: string, outcome: Outcome, meaning: string];

/** A code that isn't in the table is no code we know: undefined, for the caller to raise. */
export function statusTable(rows: readonly StatusRow[]): (code: string) => Outcome | undefined {
  const outcomes = new Map(rows.map(([code, outcome]) => [code, outcome]));
  return (code) => outcomes.get(code);
}

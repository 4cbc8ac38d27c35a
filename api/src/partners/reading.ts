/** Parsing what partners send, without trusting it. */
import type { Outcome } from '@panel/domain/partners/outcomes';

/**
 * The query parameters of an address whose signature is valid; null where one is named twice, because its meaning would
 * depend on the reader.
 */
export function parametersOf(publicUrl: string): ReadonlyMap<string, string> | null {
  const query = publicUrl.slice(publicUrl.indexOf('?') + 1);
  const pairs = [...new URLSearchParams(query)];
  const parameters = new Map(pairs);
  return parameters.size === pairs.length ? parameters : null;
}

/** An amount of US dollars in millionths; undefined for what is no amount, is zero, or is too large for one survey. */
export function usdMicros(text: string | undefined): bigint | undefined {
  const [, whole, fraction = ''] = /^(\d{1,3})(?:\.(\d{1,6})\d*)?$/.exec(text ?? '') ?? [];
  if (whole === undefined) return undefined;
  const micros = BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0'));
  return micros > 0n ? micros : undefined;
}

/** A short code or id of a partner; undefined for anything longer or with other characters. */
export const shortText = (text: string | undefined): string | undefined =>
  text !== undefined && /^[A-Za-z0-9_.:-]{1,64}$/.test(text) ? text : undefined;

/** A code as it is stored and logged: short, and of harmless characters alone. */
export const codeText = (text: string | undefined): string => shortText(text) ?? (text ? '?' : '');

/** A string or a number of a partner's JSON, as text. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? `${value}` : '';

/** A partner's status codes, one row each, and our outcome for each. */
export type StatusRow = readonly [code: string, outcome: Outcome, meaning: string];

/** Undefined for a code that isn't in the table, which the caller reports. */
export function statusTable(rows: readonly StatusRow[]): (code: string) => Outcome | undefined {
  const outcomes = new Map(rows.map(([code, outcome]) => [code, outcome]));
  return (code) => outcomes.get(code);
}

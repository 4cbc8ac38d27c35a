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

/** A length of interview in minutes, as seconds; undefined for what is none, or longer than any survey. */
export function minutesAsSeconds(text: string | undefined): number | undefined {
  const seconds = /^\d{1,3}(\.\d{1,6})?$/.test(text ?? '') ? Math.round(Number(text) * 60) : 0;
  return seconds > 0 ? seconds : undefined;
}

const DAY_SECONDS = 24 * 60 * 60;

/** The seconds between two times of a partner; undefined where one is missing, or they are no interview apart. */
export function secondsBetween(from: string, to: string): number | undefined {
  const seconds = Math.round((Date.parse(to) - Date.parse(from)) / 1000);
  return seconds > 0 && seconds <= DAY_SECONDS ? seconds : undefined;
}

/** A short code or id of a partner; undefined for anything longer or with other characters. */
export const shortText = (text: string | undefined): string | undefined =>
  text !== undefined && /^[A-Za-z0-9_.:-]{1,64}$/.test(text) ? text : undefined;

/** A code as it is stored and logged: short, and of harmless characters alone. */
export const codeText = (text: string | undefined): string => shortText(text) ?? (text ? '?' : '');

/** A partner's status codes, one row each, and our outcome for each. */
export type StatusRow = readonly [code: string, outcome: Outcome, meaning: string];

/** Undefined for a code that isn't in the table, which the caller reports. */
export function statusTable(rows: readonly StatusRow[]): (code: string) => Outcome | undefined {
  const outcomes = new Map(rows.map(([code, outcome]) => [code, outcome]));
  return (code) => outcomes.get(code);
}

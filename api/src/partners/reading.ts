/**
 * Verifies and parses untrusted input from partners.
 *
 * Each signature covers the exact bytes of an address. So checking one parses, decodes and rebuilds nothing: the address is cut before its
 * last parameter, the signature, and the rest is signed as it is.
 */
import type { Outcome } from '@panel/domain/partners/outcomes';
import { constantTimeEqual } from '../platform/security/constant-time.ts';
import { entriesOf } from '../platform/security/secrets.ts';

export type Sign = (key: string, text: string) => string;

/** A secret has one or more live keys, newest first. The first signs and is sent; all of them verify. */
export function newestKey(secret: string): string {
  const [newest] = entriesOf(secret);
  if (newest === undefined) throw new Error('The key is missing.');
  return newest;
}

export const signWith = (sign: Sign, secret: string, text: string): string => sign(newestKey(secret), text);

/** Whether a text is one of the live keys. */
export const isKey = (secret: string, given: string): boolean =>
  entriesOf(secret).reduce((isValid, key) => constantTimeEqual(given, key) || isValid, false);

/** Whether an address ends in a parameter of this name that signs everything before it. Only Cint also signs the `&`. */
export function hasValidUrlSignature(
  sign: Sign,
  secret: string,
  url: string,
  parameter: string,
  { withSeparator = false } = {},
): boolean {
  const marker = `&${parameter}=`;
  const at = url.lastIndexOf(marker);
  if (at < 0) return false;
  const signed = url.slice(0, withSeparator ? at + 1 : at);
  const given = url.slice(at + marker.length);
  return entriesOf(secret).reduce((isValid, key) => constantTimeEqual(given, sign(key, signed)) || isValid, false);
}

/** The query parameters of an address with a valid signature; null if one occurs twice, because readers would disagree on its meaning. */
export function parametersOf(publicUrl: string): ReadonlyMap<string, string> | null {
  const query = publicUrl.slice(publicUrl.indexOf('?') + 1);
  const pairs = [...new URLSearchParams(query)];
  const parameters = new Map(pairs);
  return parameters.size === pairs.length ? parameters : null;
}

/** Whether a text has the form of a session's id, which partners send back to us. */
export const isSessionId = (text: string): boolean => /^s_[0-9a-f]{32}$/.test(text);

/** An amount of US dollars in millionths; undefined if it isn't an amount, is zero, or is too large for one survey. */
export function usdMicros(text: string | undefined): bigint | undefined {
  const [, whole, fraction = ''] = /^(\d{1,3})(?:\.(\d{1,6})\d*)?$/.exec(text ?? '') ?? [];
  if (whole === undefined) return undefined;
  const micros = BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0'));
  return micros > 0n ? micros : undefined;
}

/** An interview length in minutes, as seconds; undefined if it isn't valid, or longer than any survey. */
export function minutesAsSeconds(text: string | undefined): number | undefined {
  const seconds = /^\d{1,3}(\.\d{1,6})?$/.test(text ?? '') ? Math.round(Number(text) * 60) : 0;
  return seconds > 0 ? seconds : undefined;
}

const DAY_SECONDS = 24 * 60 * 60;

/** The seconds between two times of a partner; undefined if one is missing, or the difference isn't a possible interview length. */
export function secondsBetween(from: string, to: string): number | undefined {
  const seconds = Math.round((Date.parse(to) - Date.parse(from)) / 1000);
  return seconds > 0 && seconds <= DAY_SECONDS ? seconds : undefined;
}

/** A partner's short code or id; undefined if it is longer or has other characters. */
export const shortText = (text: string | undefined): string | undefined =>
  text !== undefined && /^[A-Za-z0-9_.:-]{1,64}$/.test(text) ? text : undefined;

/** A code as stored and logged: short, with safe characters only. */
export const codeText = (text: string | undefined): string => shortText(text) ?? (text ? '?' : '');

/** A partner's status codes, one row each, with our outcome. */
export type StatusRow = readonly [code: string, outcome: Outcome, meaning: string];

/** Undefined for a code that isn't in the table, which the caller reports. */
export function statusTable(rows: readonly StatusRow[]): (code: string) => Outcome | undefined {
  const outcomes = new Map(rows.map(([code, outcome]) => [code, outcome]));
  return (code) => outcomes.get(code);
}

/**
 * The partners' signatures. Each covers the exact bytes of an address, so nothing here parses, decodes or rebuilds one: the address is cut
 * before its last parameter, the signature, and the rest is signed as it is.
 */
import { createHash, createHmac } from 'node:crypto';
import { constantTimeEqual } from '../platform/security/constant-time.ts';
import { entriesOf } from '../platform/security/secrets.ts';

type Sign = (key: string, text: string) => string;

/** Cint: up to and including the `&` before `hash=`. */
export const cintHash: Sign = (key, text) => createHmac('sha1', key).update(text).digest('base64url');
/** YourSurveys, outbound: the query from `unique_user_id=` on. */
export const routerEntryHmac: Sign = (key, text) => createHmac('md5', key).update(text).digest('hex');
/** YourSurveys, inbound: the address without the signature. */
export const routerCallbackHmac: Sign = (key, text) => createHmac('sha256', key).update(text).digest('hex');
/** Assumption: purespectrum-signature. The address without the signature; for a plain hash, followed by the secret. */
export const PURE_SPECTRUM_SIGNATURES = {
  sha1: (key, text) => createHash('sha1').update(text).update(key).digest('hex'),
  sha256: (key, text) => createHash('sha256').update(text).update(key).digest('hex'),
  'hmac-sha1': (key, text) => createHmac('sha1', key).update(text).digest('hex'),
  'hmac-sha256': (key, text) => createHmac('sha256', key).update(text).digest('hex'),
} as const satisfies Readonly<Record<string, Sign>>;
export type PureSpectrumSignature = keyof typeof PURE_SPECTRUM_SIGNATURES;

/** A secret has one or more live keys, newest first. The first signs; all of them verify. */
export function signWith(sign: Sign, secret: string, text: string): string {
  const [newest] = entriesOf(secret);
  if (newest === undefined) throw new Error('The key to sign with is missing.');
  return sign(newest, text);
}

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

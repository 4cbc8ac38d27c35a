/** The addresses a panelist may be sent to: on a listed host, and read the same by every browser. */

/** Cint drops an entry with a longer address and never redirects back. */
const MAX_LENGTH = 1999;

type Rules = { readonly hosts: readonly string[]; readonly isLive: boolean };

/** The address as a browser reads it; null if it isn't allowed. */
export function safeLink(link: unknown, { hosts, isLive }: Rules): string | null {
  // A browser drops line breaks and reads a backslash as a slash, so such an address leads elsewhere than it seems.
  if (typeof link !== 'string' || !/^https?:\/\/[a-z0-9][!-[\]-~]*$/.test(link) || !URL.canParse(link)) return null;
  const url = new URL(link);
  if (url.protocol !== 'https:' && (isLive || url.protocol !== 'http:')) return null;
  if (url.username !== '' || url.password !== '' || !hosts.includes(url.host)) return null;
  return url.href.length <= MAX_LENGTH ? url.href : null;
}

export const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : '');

/** Parameters as they are sent and signed, in order. Those without a value are omitted. */
export const query = (parameters: readonly (readonly [name: string, value: string | number | undefined])[]): string =>
  parameters
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]))
    .join('&');

/** Where a panelist may be sent: only to a host that is listed, and only to an address every browser reads alike. */

/** Cint ends an entry with a longer address without sending the person back. */
const LONGEST = 1999;

type Rules = { readonly hosts: readonly string[]; readonly isLive: boolean };

/** The address as a browser will read it; null where nobody may be sent there. */
export function safeLink(link: unknown, { hosts, isLive }: Rules): string | null {
  // A browser drops line breaks and reads a backslash as a slash: an address with one is not what it seems.
  if (typeof link !== 'string' || !/^https?:\/\/[a-z0-9][!-[\]-~]*$/.test(link) || !URL.canParse(link)) return null;
  const url = new URL(link);
  if (url.protocol !== 'https:' && (isLive || url.protocol !== 'http:')) return null;
  if (url.username !== '' || url.password !== '' || !hosts.includes(url.host)) return null;
  return url.href.length <= LONGEST ? url.href : null;
}

/** Parameters as they are sent and signed, in their order. Those without a value are left out. */
export const query = (parameters: readonly (readonly [name: string, value: string | number | undefined])[]): string =>
  parameters
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]))
    .join('&');

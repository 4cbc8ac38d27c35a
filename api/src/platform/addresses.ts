/** What addresses, hosts and networks are. */
import { BlockList, isIP } from 'node:net';

/** An address without a path, a query or a user. */
export const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

export const isPublicHttps = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' && !isTestHost(hostname);
};

/** A host of this machine or network, or one that is named as a test system. */
export const isTestHost = (host: string): boolean =>
  /^(localhost|.*\.(localhost|local|internal|test)|\[.*\]|(0|10|127)\..*|192\.168\..*|169\.254\..*|172\.(1[6-9]|2\d|3[01])\..*)\.?$/i.test(
    host,
  ) || /sandbox|staging|cintworks/i.test(host);

/** The largest private networks are 10.0.0.0/8 and fc00::/7; a larger one contains public addresses. */
const PREFIX_LIMITS: Readonly<Record<number, readonly [min: number, max: number]>> = { 4: [8, 32], 6: [7, 128] };

/** An IP address, or a network in CIDR notation that is small enough to be private. */
export const isIpOrNetwork = (text: string): boolean => {
  const [address = '', prefix, ...rest] = text.split('/');
  const limits = PREFIX_LIMITS[isIP(address)];
  if (!limits || rest.length > 0) return false;
  return prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) >= limits[0] && Number(prefix) <= limits[1]);
};

/** Whether an address is in this list or in one of its networks. */
export function networkMatcher(entries: readonly string[]): (address: string) => boolean {
  const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

/** A host name or an address, with or without a port: the part between `//` and the path. */
export const isHost = (text: string): boolean => {
  const address = `https://${text}`;
  // An address may contain a `*`, which matches only itself.
  return URL.canParse(address) && new URL(address).host === text && !text.includes('*');
};

/** A path without a host, a query or a fragment. */
export const isPath = (text: string): boolean => {
  const base = 'https://host.invalid';
  return URL.canParse(text, base) && new URL(text, base).pathname === text;
};

/** For an address that paths are appended to. */
export const withoutTrailingSlash = (address: string): string => address.replace(/\/+$/, '');

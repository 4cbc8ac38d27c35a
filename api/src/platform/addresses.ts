/** What addresses, hosts and networks are. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address without a path, a query or a user. */
export const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

export const isPublicHttps = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' && !isTestHost(hostname);
};

/** A host of this machine or network, or one that is named as a test system. */
export const isTestHost = (host: string): boolean =>
  /^(localhost|.*\.(localhost|local|internal|test)|\[.*\])\.?$/i.test(host) ||
  /sandbox|staging|cintworks/i.test(host) ||
  (isIP(host) !== 0 && ipaddr.parse(host).range() !== 'unicast');

/** An IPv4 address is the same inside an IPv6 address. Undefined if the text is none. */
const ipOf = (text: string) => (isIP(text) === 0 ? undefined : ipaddr.process(text));

const PRIVATE_RANGES = ['loopback', 'private', 'linkLocal', 'uniqueLocal'];

/** An address of this machine or of a private network. */
export const isPrivateIp = (text: string): boolean => PRIVATE_RANGES.includes(ipOf(text)?.range() ?? '');

/** What one subscriber has: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function networkOf(text: string): string {
  const ip = ipOf(text);
  if (ip instanceof ipaddr.IPv6)
    return ip.parts
      .slice(0, 4)
      .map((part) => part.toString(16))
      .join(':');
  return ip?.toString() ?? text;
}

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
  const networks = entries.map((entry) => {
    const [address = '', prefix = isIP(address) === 4 ? '32' : '128'] = entry.split('/');
    return [ipaddr.parse(address), Number(prefix)] as const;
  });
  return (address) => {
    const ip = ipOf(address);
    return networks.some(([network, prefix]) => ip?.kind() === network.kind() && ip.match(network, prefix));
  };
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

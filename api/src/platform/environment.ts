import { BlockList, isIP } from 'node:net';
import { entriesOf } from './security/secrets.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export class ConfigError extends Error {
  override name = 'ConfigError';
}

export type EnvironmentReader = ReturnType<typeof environmentReader>;

/** An address without a path, a query or a user. */
export const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

/** Reads environment variables and collects every error, by name and never by value. */
export function environmentReader(env: Environment) {
  const faults: string[] = [];
  const missing: string[] = [];
  const fault = (name: string, rule: string): void => {
    faults.push(`${name} ${rule}`);
  };
  /** A variable without a fallback is required. */
  const text = (name: string, fallback: string | null): string => {
    const value = env[name]?.trim() || fallback;
    if (value === null || value === undefined) missing.push(name);
    return value ?? '';
  };
  const url = (name: string, fallback: string | null, protocols: readonly string[]): string => {
    const value = text(name, fallback);
    if (value !== '' && !(URL.canParse(value) && protocols.includes(new URL(value).protocol)))
      fault(name, `must be a ${protocols.map((protocol) => `${protocol}//`).join(' or ')} address`);
    return value;
  };

  const numeric =
    (kind: string, isKind: (value: number) => boolean) =>
    (name: string, fallback: number, [min, max]: readonly [number, number]): number => {
      const value = Number(text(name, String(fallback)));
      if (isKind(value) && value >= min && value <= max) return value;
      fault(name, `must be ${kind} from ${min} to ${max}`);
      return fallback;
    };

  return {
    faults,
    fault,
    text,
    has: (name: string): boolean => Boolean(env[name]?.trim()),

    oneOf<const T extends string>(name: string, choices: readonly [T, ...T[]]): T {
      const value = text(name, choices[0]);
      const found = choices.find((choice) => choice === value);
      if (!found) fault(name, `must be one of ${choices.join(', ')}`);
      return found ?? choices[0];
    },

    number: numeric('a number', Number.isFinite),

    /** A port or a count. */
    integer: numeric('a whole number', Number.isInteger),

    url,

    origin(name: string, fallback: string | null, protocols: readonly string[]): string {
      const value = url(name, fallback, protocols);
      if (URL.canParse(value) && !isOrigin(value)) fault(name, 'must be an origin, without a path');
      return value;
    },

    /** In live mode: refuses an address that panelists or partners could not reach. */
    refuseTestHost(name: string, address: string): void {
      if (URL.canParse(address) && isTestHost(new URL(address).hostname))
        fault(name, 'is an address of this machine, a private network or a test system; live mode needs the real one');
    },

    /** Addresses and networks, separated by commas; none by default. */
    networks(name: string): string[] {
      const entries = entriesOf(text(name, ''));
      if (!entries.every(isIpOrNetwork))
        fault(name, 'must be addresses or networks (/8 or smaller, IPv6 /7), separated by commas');
      return entries;
    },

    throwFaults(): void {
      const needed = missing.length > 0 ? [`MODE=live needs ${missing.join(', ')}`] : [];
      if (needed.length + faults.length > 0)
        throw new ConfigError(['The configuration is not usable:', ...needed, ...faults].join('\n  '));
    },
  };
}

/** What is wrong with DATA_DIR, by the code of the error from using it. */
export const folderFault = (code: string): string =>
  `must be a folder that this process can write to (${code}); a live panel sets MODE=live and needs none`;

export const isPublicHttps = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' && !isTestHost(hostname);
};

/** A host of this machine or network, or one that is named as a test system. */
const isTestHost = (host: string): boolean =>
  /^(localhost|.*\.(localhost|local|internal|test)|\[.*\]|(0|10|127)\..*|192\.168\..*|169\.254\..*|172\.(1[6-9]|2\d|3[01])\..*)\.?$/i.test(
    host,
  ) || /sandbox|staging|cintworks/i.test(host);

/** The largest private networks are 10.0.0.0/8 and fc00::/7; a larger one contains public addresses. */
const PREFIX_LIMITS: Readonly<Record<number, readonly [min: number, max: number]>> = { 4: [8, 32], 6: [7, 128] };

/** An IP address, or a network in CIDR notation that is small enough to be private. */
const isIpOrNetwork = (text: string): boolean => {
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

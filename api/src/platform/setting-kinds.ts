/** The kinds of settings that several features have. */
import { resolve } from 'node:path';
import { isHost, isIpOrNetwork, isOrigin, isPath, isTestHost, withoutTrailingSlash } from './addresses.ts';
import { entriesOf, keyFault, listOf, passwordFault, secretFault } from './security/secrets.ts';
import type { Kind, TextOf } from './settings.ts';

export const mapped = <From, To>(kind: Kind<From>, map: (value: From) => To): Kind<To> => ({
  ...kind,
  parse(text, isLive) {
    const value = kind.parse(text, isLive);
    return value === undefined ? undefined : map(value);
  },
});

const text: Kind<string> = { is: 'text', parse: (value) => value };
export const textLike = (is: string, test: (value: string) => boolean): Kind<string> => ({
  is,
  parse: (value) => (value === '' || test(value) ? value : undefined),
});
/** What an outside party calls us. */
const account = (sandbox: string): Kind<string> => ({ ...text, sandbox });
const path = textLike('a path that begins with /', isPath);
const folder: Kind<string> = { is: 'a folder', parse: (value) => resolve(value) };

const choice = <const Choice extends string>(...choices: readonly Choice[]): Kind<Choice> => ({
  is: `one of ${choices.join(', ')}`,
  parse: (value) => choices.find((each) => each === value),
});
const onOff = mapped(choice('off', 'on'), (value) => value === 'on');

const numeric =
  (is: string, isOne: (value: number) => boolean) =>
  (min: number, max: number): Kind<number> => ({
    is: `${is} from ${min} to ${max}`,
    parse: (value) =>
      isOne(Number(value)) && Number(value) >= min && Number(value) <= max ? Number(value) : undefined,
  });
const number = numeric('a number', Number.isFinite);
const integer = numeric('a whole number', Number.isInteger);
/** 0 is any free one. */
const port = integer(0, 65_535);
export const portAbove = (name: string, by: number) => (textOf: TextOf) =>
  Number(textOf(name)) + by < 65_536 ? Number(textOf(name)) + by : 0;
/** Rand in cents. */
const rand = (min: number, max: number): Kind<bigint> =>
  mapped(number(min, max), (value) => BigInt(Math.round(value * 100)));

const list = (is: string, isEntry: (entry: string, isLive: boolean) => boolean): Kind<readonly string[]> => ({
  is: `${is}, separated by commas`,
  parse: (value, isLive) => (entriesOf(value).every((entry) => isEntry(entry, isLive)) ? entriesOf(value) : undefined),
});
export const listLike = (is: string, isEntry: (entry: string) => boolean) => list(is, isEntry);
const networks = listLike('addresses or networks (/8 or smaller, IPv6 /7)', isIpOrNetwork);
const isHttp = (value: string, isLive: boolean): boolean =>
  URL.canParse(value) && (isLive ? /^https:$/ : /^https?:$/).test(new URL(value).protocol);
const origins = list(
  'https: origins without a path, or in sandbox mode http:',
  (entry, isLive) => isOrigin(entry) && isHttp(entry, isLive),
);

/** In live mode an address that panelists or partners can't reach is wrong. */
const reachFault = (host: string, isLive: boolean): string | null =>
  isLive && isTestHost(host)
    ? 'is an address of this machine, a private network or a test system; live mode needs the real one'
    : null;

/** Complete host names; not even one may be empty. */
const hosts: Kind<readonly string[]> = {
  is: 'complete host names in lower case without *, separated by commas',
  parse: (value) => (value === '' ? [] : listOf(value).every(isHost) ? listOf(value) : undefined),
  fault: (value, isLive) =>
    listOf(value)
      .map((host) => reachFault(new URL(`https://${host}`).hostname, isLive))
      .find((fault) => fault !== null) ?? null,
};

const url: Kind<string> = {
  is: 'a https:// address, or in sandbox mode http://',
  parse: (value, isLive) => (value === '' || isHttp(value, isLive) ? value : undefined),
};
const publicUrl: Kind<string> = {
  ...url,
  fault: (value, isLive) => reachFault(new URL(value).hostname, isLive),
};
const originFault = (value: string) => (isOrigin(value) ? null : 'must be an origin, without a path');
const origin: Kind<string> = { ...url, fault: originFault };
const publicOrigin: Kind<string> = {
  ...url,
  fault: (value, isLive) => originFault(value) ?? reachFault(new URL(value).hostname, isLive),
};
/**
 * An outside party's address, as a browser spells it: a link that a browser would rewrite isn't safe to send a panelist to. Paths or
 * parameters are appended to it.
 */
const address: Kind<string> = {
  ...mapped(url, (value) => (value === '' ? '' : new URL(value).href)),
  fault(value, isLive) {
    const { hostname, username, password } = new URL(value);
    const isBare = !/[?#]/.test(value) && username + password === '';
    return reachFault(hostname, isLive) ?? (isBare ? null : 'must end with its path, and have no user in it');
  },
};
/** Paths are appended to it. */
const base = mapped(address, withoutTrailingSlash);
export const atSandbox = (place: string) => (textOf: TextOf) => textOf('SANDBOX_URL') + place;

/** Null for none. */
const database: Kind<string | null> = {
  is: 'a postgres:// address',
  parse(value) {
    if (value === '') return null;
    return URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol) ? value : undefined;
  },
  fault(value, isLive) {
    const fault = isLive ? passwordFault(value) : null;
    return fault && `has a password that ${fault}`;
  },
  secretsIn: () => [],
};

type SecretRules = {
  readonly minLength?: number;
  /** We send it as it is, so it can't be a list. Others may be two values during a rotation, newest first. */
  readonly isSent?: boolean;
  readonly issuedBy?: string;
};
const SANDBOX_SECRET = 'sandbox-secret';

const secret = ({ minLength, isSent = false, issuedBy }: SecretRules = {}): Kind<string> => ({
  ...text,
  is: isSent ? 'a secret' : 'a secret, or new,old during a change',
  sandbox: SANDBOX_SECRET,
  fault(value, isLive) {
    if (isSent && value.includes(',')) return 'is one key, sent as it is, and can’t be a list';
    return isLive ? secretFault(listOf(value), minLength) : null;
  },
  secretsIn: listOf,
  ...(issuedBy !== undefined && { issuedBy }),
});

/** A secret that may contain commas. */
const password: Kind<string> = {
  ...text,
  is: 'a secret',
  sandbox: SANDBOX_SECRET,
  fault: (value, isLive) => (isLive ? secretFault([value]) : null),
  secretsIn: (value) => [value],
};

const bytesIn = (value: string): readonly Buffer[] => listOf(value).map((key) => Buffer.from(key, 'base64'));
export const keyFaultIn = (keys: readonly Buffer[]): string | null =>
  keys.map(keyFault).find((fault) => fault !== null) ?? null;

/** Random bytes in base64: the first signs, all are accepted. */
const keys: Kind<readonly [Buffer, ...Buffer[]]> = {
  is: '32 random bytes in base64, or several, separated by commas',
  parse(value) {
    const [first = Buffer.alloc(0), ...others] = bytesIn(value);
    return [first, ...others];
  },
  fault: (value) => keyFaultIn(bytesIn(value)),
  secretsIn: (value) => bytesIn(value).map((key) => key.toString('base64')),
};
const key: Kind<Buffer> = {
  ...mapped(keys, ([first]) => first),
  is: '32 random bytes in base64',
  fault: (value) => keyFaultIn(bytesIn(value)) ?? (value.includes(',') ? 'is one key and can’t be a list' : null),
};

export const kinds = {
  text,
  account,
  path,
  folder,
  choice,
  onOff,
  number,
  integer,
  port,
  rand,
  networks,
  origins,
  hosts,
  url,
  publicUrl,
  origin,
  publicOrigin,
  address,
  base,
  database,
  secret,
  password,
  keys,
  key,
} as const;

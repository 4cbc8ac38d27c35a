/** The only module that reads the environment. It reports every fault at once. */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { type ConsoleConfig, readConsoleConfig } from './console-config.ts';
import type { PartnersConfig } from './partners/partner.ts';
import {
  ConfigError,
  type Environment,
  environmentReader,
  isPublicHttps,
  isTestHost,
  type Reader,
} from './platform/environment.ts';
import { keyFault, listOf, loadSandboxSecrets, namesOfShared, secretFault } from './platform/secrets.ts';
import type { EncryptionKey } from './platform/vault.ts';
import type { IssuerConfig } from './rewards/issuer.ts';
import type { Pricing } from './rewards/rewards.ts';

export { ConfigError };

export type Config = {
  readonly port: number;
  readonly host: string;
  /** Where monitoring is served; never reachable by the public. */
  readonly internal: { readonly port: number; readonly host: string };
  /** How many payouts and messages a worker has under way at once. */
  readonly worker: { readonly payoutsAtOnce: number; readonly messagesAtOnce: number };
  readonly rateLimits: boolean;
  /** The proxies whose X-Forwarded-For names the caller's address. */
  readonly trustedProxies: readonly string[];
  /** What links, callbacks and cookies are built for. */
  readonly publicOrigin: string;
  readonly console: ConsoleConfig;
  /** The origins that a browser may name as ours; the first is the public one. */
  readonly origins: readonly string[];
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  readonly product: string;
  readonly partners: 'sandbox' | 'live';
  readonly role: 'all' | 'api' | 'worker' | 'console';
  readonly environment: string;
  readonly release: string;
  readonly logLevel: string;
  readonly errorReporting: boolean;
  /** The sandbox, whose clock the product follows; null in live mode. */
  readonly sandboxUrl: string | null;
  readonly chat: { readonly url: string; readonly key: string };
  readonly survey: PartnersConfig;
  readonly issuer: IssuerConfig;
  readonly pricing: Pricing;
  readonly encryptionKeys: readonly [EncryptionKey, ...EncryptionKey[]];
  readonly indexKey: Buffer;
  readonly forgeryKey: Buffer;
};

export async function readConfig(env: Environment): Promise<Config> {
  const read = environmentReader(env);
  const partners = read.oneOf('PARTNERS', ['sandbox', 'live']);
  const isLive = partners === 'live';
  const port = read.number('PORT', 3000, [1, 65535]);
  const dataDir = resolve(read.text('DATA_DIR', './data'));
  const protocols = isLive ? ['https:'] : ['http:', 'https:'];
  const publicOrigin = read.url('PUBLIC_ORIGIN', isLive ? null : `http://localhost:${port}`, protocols);
  if (URL.canParse(publicOrigin) && new URL(publicOrigin).origin !== publicOrigin)
    read.fault('PUBLIC_ORIGIN', 'must be an origin alone, without a path');
  const environment = read.text('ENVIRONMENT', isLive ? 'production' : 'sandbox');
  // The sandbox's secret is public: whoever knows it can credit themselves.
  if (!isLive && environment === 'production') read.fault('PARTNERS', 'must be live where ENVIRONMENT=production');
  if (!read.has('PARTNERS') && isPublicHttps(publicOrigin))
    read.fault('PARTNERS', 'must be set where PUBLIC_ORIGIN is a public https address');
  const product = read.text('PRODUCT_NAME', 'Bua');
  if (!/^[A-Za-z][A-Za-z0-9 ]{0,29}$/.test(product))
    read.fault('PRODUCT_NAME', 'must be letters, digits and spaces, 30 at most, and begin with a letter');
  // In live mode no address may fall back to the sandbox, which would get real numbers and pay no money.
  const sandboxUrl = isLive ? null : read.url('SANDBOX_URL', `http://127.0.0.1:${port + 1}`, ['http:']);
  const role = read.oneOf('ROLE', ['all', 'api', 'worker', 'console']);
  const outside = readOutsideParties(read, sandboxUrl);
  const databaseUrl =
    isLive || read.has('DATABASE_URL') ? read.url('DATABASE_URL', null, ['postgres:', 'postgresql:']) : null;
  const areGiven = OWN_SECRETS.every((name) => read.has(name));
  const keys = readKeys(
    read,
    isLive || areGiven || read.faults.length > 0 ? {} : await loadSandboxSecrets(dataDir, OWN_SECRETS),
  );
  if (isLive)
    for (const name of namesOfShared([...outside.secrets, ...keys.secrets]))
      read.fault(name, 'is used twice: each purpose has a secret of its own');

  const config: Config = {
    port,
    host: read.text('HOST', '127.0.0.1'),
    // In sandbox mode several products run on one machine, so each takes any free port.
    internal: {
      port: read.number('INTERNAL_PORT', isLive ? 9464 : 0, [0, 65535]),
      host: read.text('INTERNAL_HOST', '127.0.0.1'),
    },
    // Tests and benches of the sandbox call from one device and one address.
    rateLimits: read.oneOf('RATE_LIMITS', isLive ? ['on', 'off'] : ['off', 'on']) === 'on',
    trustedProxies: readProxies(read),
    worker: {
      payoutsAtOnce: read.number('PAYOUTS_AT_ONCE', 8, [1, 100]),
      messagesAtOnce: read.number('MESSAGES_AT_ONCE', 12, [1, 100]),
    },
    publicOrigin,
    origins: [publicOrigin, ...(isLive ? [] : [`http://localhost:${port}`, `http://127.0.0.1:${port}`])],
    databaseUrl,
    dataDir,
    product,
    partners,
    role,
    console: readConsoleConfig(read, { isServed: role === 'all' || role === 'console', sandboxUrl, port }),
    environment,
    release: read.text('RELEASE', 'dev'),
    logLevel: read.oneOf('LOG_LEVEL', ['info', 'fatal', 'error', 'warn', 'debug', 'trace', 'silent']),
    errorReporting: read.oneOf('ERROR_REPORTING', ['off', 'on']) === 'on',
    sandboxUrl,
    chat: outside.chat,
    issuer: outside.issuer,
    survey: { ...outside.survey, isLive, publicOrigin, pseudonymKey: keys.pseudonymKey },
    // Assumption: reward-pricing.
    pricing: {
      holdDays: read.number('REWARD_HOLD_DAYS', 14, [0, 14]),
      sharePpm: Math.round(read.number('PANELIST_SHARE', 0.5, [0.01, 1]) * 1_000_000),
      zarPerUsdMicros: BigInt(Math.round(read.number('USD_ZAR', 18, [1, 100]) * 1_000_000)),
      // Assumption: daily-cap.
      dailyCapCents: BigInt(Math.round(read.number('DAILY_CAP_RAND', 500, [1, 100_000]) * 100)),
    },
    encryptionKeys: keys.encryptionKeys,
    indexKey: keys.indexKey,
    forgeryKey: keys.forgeryKey,
  };
  read.throwFaults();
  return config;
}

const isNetwork = (proxy: string) => isIP(proxy.split('/')[0] ?? '') !== 0 && /^[^/]+(\/\d{1,3})?$/.test(proxy);
function readProxies(read: Reader): string[] {
  const proxies = listOf(read.text('TRUSTED_PROXIES', '')).filter(Boolean);
  if (!proxies.every(isNetwork)) read.fault('TRUSTED_PROXIES', 'must be addresses or networks, separated by commas');
  return proxies;
}

/** The addresses and keys of every outside party. In sandbox mode each is a path of the sandbox. */
function readOutsideParties(read: Reader, sandboxUrl: string | null) {
  const protocols = sandboxUrl ? ['http:', 'https:'] : ['https:'];
  const url = (name: string, live: string | null, path: string) => {
    const address = read.url(name, sandboxUrl ? sandboxUrl + path : live, protocols);
    if (!sandboxUrl && URL.canParse(address) && isTestHost(new URL(address).hostname))
      read.fault(name, 'is for trying out: live mode wants the real one');
    return address;
  };
  const text = (name: string, standard: string) => {
    const value = read.text(name, sandboxUrl ? standard : null);
    // Every one of several values is accepted, so none of them may be the one that everybody knows.
    if (!sandboxUrl && listOf(value).includes(standard)) read.fault(name, 'is the sandbox’s');
    return value;
  };
  const secrets: [name: string, value: string][] = [];
  const secret = (name: string, minLength = 8) => {
    const value = text(name, 'sandbox-secret');
    const fault = sandboxUrl || value === '' ? null : secretFault(value, minLength);
    if (fault) read.fault(name, fault);
    secrets.push(...listOf(value).map((one): [string, string] => [name, one]));
    return value;
  };
  const cintMatch = url('CINT_MATCH_URL', 'https://www.samplicio.us/s/default.aspx', '/cint-match/s/default.aspx');
  const cintRouter = url('CINT_ROUTER_URL', 'https://www.your-surveys.com/', '/cint-router/');
  const pureSpectrum = url('PURESPECTRUM_URL', 'https://fusionapi.spectrumsurveys.com', '/purespectrum');
  return {
    secrets,
    chat: { url: url('CHAT_API_URL', null, '/chat/v1'), key: secret('CHAT_API_KEY') },
    survey: {
      'cint-match': {
        url: cintMatch,
        hosts: [hostOf(cintMatch)],
        sid: text('CINT_MATCH_SID', 'sandbox'),
        clid: text('CINT_CLID', '9'),
        secret: secret('CINT_MATCH_SECRET'),
        // Part of an address, and nothing else protects what arrives there.
        pushSecret: secret('CINT_MATCH_PUSH_SECRET', 16),
      },
      'cint-router': {
        url: cintRouter,
        hosts: [hostOf(cintRouter)],
        supplier: text('CINT_ROUTER_SUPPLIER', 'sandbox'),
        secret: secret('CINT_ROUTER_SECRET'),
        apiKey: secret('CINT_ROUTER_API_KEY'),
        // Suppliers name the parameters of their callbacks themselves.
        amountParameter: read.text('CINT_ROUTER_AMOUNT', 'cpi'),
      },
      purespectrum: {
        url: pureSpectrum,
        hosts: listOf(
          read.text(
            'PURESPECTRUM_ENTRY_HOSTS',
            sandboxUrl ? hostOf(pureSpectrum) : 'spectrumsurveys.com,fusion.spectrumsurveys.com',
          ),
        ),
        apiKey: secret('PURESPECTRUM_API_KEY'),
        secret: secret('PURESPECTRUM_SECRET'),
      },
    },
    issuer: {
      url: url('FLASH_URL', 'https://api.flashswitch.flash-group.com', '/flash'),
      key: secret('FLASH_API_KEY'),
      secret: secret('FLASH_SECRET'),
      account: text('FLASH_ACCOUNT', '0000-0000-0000-0001'),
      purchasePath: read.text('FLASH_PURCHASE_PATH', '/aggregation/4.0/1voucher/purchase'),
    },
  };
}

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : '');
const OWN_SECRETS = ['ENCRYPTION_KEY', 'INDEX_KEY', 'FORGERY_KEY', 'PSEUDONYM_KEY'] as const;
type OwnSecret = (typeof OWN_SECRETS)[number];

/** Our own keys: from the environment, or in sandbox mode those that were made at the first start. */
function readKeys(read: Reader, kept: Partial<Record<OwnSecret, string>>) {
  const secrets: [name: string, value: string][] = [];
  const checked = (name: OwnSecret, key: Buffer) => {
    const fault = keyFault(key);
    if (fault) read.fault(name, fault);
    secrets.push([name, key.toString('base64')]);
    return key;
  };
  const single = (name: OwnSecret) => {
    const value = read.text(name, kept[name] ?? null);
    return value === '' ? Buffer.alloc(0) : checked(name, Buffer.from(value, 'base64'));
  };
  const encryption = read.text('ENCRYPTION_KEY', kept.ENCRYPTION_KEY ? `1:${kept.ENCRYPTION_KEY}` : null);
  const pairs = encryption.split(',').map((pair) => {
    const [id, base64] = pair.split(':');
    return { id: Number(id), key: Buffer.from(base64 ?? '', 'base64') };
  });
  const usable = pairs.every(
    (pair) => Number.isInteger(pair.id) && pair.id >= 1 && pair.id <= 255 && pair.key.length === 32,
  );
  if (usable && new Set(pairs.map(({ id }) => id)).size === pairs.length)
    for (const { key } of pairs) checked('ENCRYPTION_KEY', key);
  else if (encryption !== '')
    read.fault('ENCRYPTION_KEY', 'must be id:key pairs, newest first (1 to 255, 32 bytes in base64)');
  return {
    secrets,
    encryptionKeys: pairs as unknown as Config['encryptionKeys'],
    indexKey: single('INDEX_KEY'),
    forgeryKey: single('FORGERY_KEY'),
    pseudonymKey: single('PSEUDONYM_KEY'),
  };
}

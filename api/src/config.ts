/** Reads the settings from the environment. It reports every error at once. */

import { resolve } from 'node:path';
import { readConsoleConfig } from './console-config.ts';
import { readOutsideParties, readSends } from './parties-config.ts';
import { readDatabases } from './platform/database/databases-config.ts';
import {
  ConfigError,
  type Environment,
  type EnvironmentReader,
  environmentReader,
  folderFault,
  isPublicHttps,
  withoutTrailingSlash,
} from './platform/environment.ts';
import { readErrorReceiver, readTracing } from './platform/monitoring/monitoring-config.ts';
import type { EncryptionKeys } from './platform/security/cipher.ts';
import { keyFault, listOf, loadSandboxSecrets, type NamedSecret, namesOfShared } from './platform/security/secrets.ts';
import { readPricing } from './pricing-config.ts';

export { ConfigError };

export type ServerConfig = Readonly<Awaited<ReturnType<typeof readConfig>>>;

export async function readConfig(env: Environment) {
  const read = environmentReader(env);
  const mode = read.oneOf('MODE', ['sandbox', 'live']);
  const isLive = mode === 'live';
  const port = read.integer('PORT', 3000, [1, 65535]);
  const dataDir = resolve(read.text('DATA_DIR', './data'));
  const protocols = isLive ? ['https:'] : ['http:', 'https:'];
  const publicOrigin = read.origin('PUBLIC_ORIGIN', isLive ? null : `http://localhost:${port}`, protocols);
  // Assumption: gateway-origin. The gateway passes on a browser's Origin unchanged.
  const gatewayOrigin = read.has('GATEWAY_ORIGIN') ? read.origin('GATEWAY_ORIGIN', null, protocols) : '';
  if (isLive)
    for (const [name, origin] of Object.entries({ PUBLIC_ORIGIN: publicOrigin, GATEWAY_ORIGIN: gatewayOrigin }))
      read.refuseTestHost(name, origin);
  const environment = read.text('ENVIRONMENT', isLive ? 'production' : 'sandbox');
  // The sandbox's secret is public: anyone who knows it can credit themselves.
  if (!isLive && environment === 'production') read.fault('MODE', 'must be live if ENVIRONMENT=production');
  if (!read.has('MODE') && isPublicHttps(publicOrigin))
    read.fault('MODE', 'must be set if PUBLIC_ORIGIN is a public https address');
  const product = read.text('PRODUCT_NAME', 'Bua');
  if (!/^[A-Za-z][A-Za-z0-9 ]{0,29}$/.test(product))
    read.fault('PRODUCT_NAME', 'must be letters, digits and spaces, at most 30, and begin with a letter');
  // In live mode no address may fall back to the sandbox, which would get real numbers and pay no money.
  const sandboxUrl = isLive
    ? null
    : withoutTrailingSlash(read.url('SANDBOX_URL', `http://127.0.0.1:${port + 1}`, ['http:']));
  const role = read.oneOf('ROLE', ['all', 'api', 'worker', 'console']);
  const outside = readOutsideParties(read, sandboxUrl);
  const console = readConsoleConfig(read, {
    isServed: role === 'all' || role === 'console',
    sandboxUrl,
    port,
    panelistOrigins: [publicOrigin, gatewayOrigin],
  });
  const webhookSecrets = (console.webhook?.secrets ?? []).map((key) => ({
    name: 'PROPOSAL_WEBHOOK_SECRET',
    value: key.toString('base64'),
  }));
  const databases = readDatabases(read, isLive);
  // Used before this module is loaded; here only its faults are reported.
  readTracing(read);
  const areGiven = OWN_SECRETS.every((name) => read.has(name));
  const areMade = !isLive && !areGiven && read.faults.length === 0;
  const made = areMade ? await loadSandboxSecrets(dataDir, OWN_SECRETS).catch(refuseDataDir(read)) : {};
  const keys = readKeys(read, made, isLive);
  if (isLive)
    for (const name of namesOfShared([...outside.secrets, ...webhookSecrets, ...keys.secrets]))
      read.fault(name, 'is used twice: each purpose needs its own secret');

  const config = {
    port,
    host: read.text('HOST', '127.0.0.1'),
    /** The monitoring port, which the public must not reach. */
    internal: {
      port: read.integer('INTERNAL_PORT', 3003, [0, 65535]),
      /** If it wasn't set, and the default is taken, a sandbox uses any free one. */
      isPortSet: isLive || read.has('INTERNAL_PORT'),
      host: read.text('INTERNAL_HOST', '127.0.0.1'),
    },
    /**
     * How long calls are answered after a stop was requested: longer than a proxy's checks need to notice. The files of deploy/ end a
     * process 30 seconds after SIGTERM, and a stop may take ten of them.
     */
    drainMs: read.number('DRAIN_SECONDS', isLive ? 5 : 0.5, [0, 15]) * 1000,
    // Tests and benchmarks of the sandbox call from one device and one address.
    rateLimits: read.oneOf('RATE_LIMITS', isLive ? ['on', 'off'] : ['off', 'on']) === 'on',
    /** The proxies whose X-Forwarded-For names the caller's address. */
    trustedProxies: read.networks('TRUSTED_PROXIES'),
    /** Networks in which one address stands for many panelists. */
    sharedNetworks: read.networks('SHARED_NETWORKS'),
    worker: {
      payoutConcurrency: read.integer('PAYOUTS_AT_ONCE', 8, [1, 100]),
      messageConcurrency: read.integer('MESSAGES_AT_ONCE', 12, [1, 100]),
      freezesAfterFailover: read.oneOf('FREEZE_AFTER_FAILOVER', isLive ? ['on', 'off'] : ['off', 'on']) === 'on',
    },
    /** The origin of callbacks, cookies and partners' addresses. */
    publicOrigin,
    /** Where panelists open the app: the data-free gateway, if there is one. */
    appOrigin: gatewayOrigin || publicOrigin,
    /** The origins that a browser may name as ours; the first is the public one. */
    allowedOrigins: [
      publicOrigin,
      ...(gatewayOrigin ? [gatewayOrigin] : []),
      ...(isLive ? [] : [`http://localhost:${port}`, `http://127.0.0.1:${port}`]),
    ],
    ...databases,
    dataDir,
    product,
    /** How panelists reach the panel, as chat messages put it. */
    contact: read.text('PANEL_CONTACT', isLive ? null : 'the panel admin'),
    /** Whether the outside parties are the sandbox or real. */
    mode,
    role,
    console,
    environment,
    release: read.text('RELEASE', 'dev'),
    logLevel: read.oneOf('LOG_LEVEL', ['info', 'fatal', 'error', 'warn', 'debug', 'trace', 'silent']),
    errorReporting: read.oneOf('ERROR_REPORTING', ['off', 'on']) === 'on',
    /** Where errors are forwarded to. */
    errorReceiver: readErrorReceiver(read, isLive),
    /** The sandbox, whose clock the product follows; null in live mode. */
    sandboxUrl,
    chat: outside.chat,
    issuer: outside.issuer,
    studies: outside.studies,
    /** Contact limit per panelist in seven days: research tasks, reminders and profiling surveys together. */
    contactsPerWeek: read.integer('CONTACTS_PER_WEEK', 3, [1, 100]),
    ...readSends(read, isLive),
    partners: { ...outside.partners, isLive, publicOrigin, gatewayOrigin, pseudonymKey: keys.pseudonymKey },
    pricing: readPricing(read, isLive),
    encryptionKeys: keys.encryptionKeys,
    indexKey: keys.indexKey,
    csrfKeys: keys.csrfKeys,
  };
  read.throwFaults();
  return config;
}

const OWN_SECRETS = ['ENCRYPTION_KEY', 'INDEX_KEY', 'FORGERY_KEY', 'PSEUDONYM_KEY'] as const;
type OwnSecret = (typeof OWN_SECRETS)[number];

/** Generates nothing, and the start is refused. The error's own text would contain a piece of the secrets. */
const refuseDataDir =
  (read: EnvironmentReader) =>
  ({ code, name }: NodeJS.ErrnoException) => {
    read.fault('DATA_DIR', folderFault(code ?? name));
    return {};
  };

/** Our own keys: from the environment, or in sandbox mode those generated at the first start, unless something else is wrong. */
function readKeys(read: EnvironmentReader, kept: Partial<Record<OwnSecret, string>>, isLive: boolean) {
  const unset = isLive ? null : '';
  const secrets: NamedSecret[] = [];
  const checked = (name: OwnSecret, key: Buffer) => {
    const fault = keyFault(key);
    if (fault) read.fault(name, fault);
    secrets.push({ name, value: key.toString('base64') });
    return key;
  };
  const several = (name: OwnSecret) => {
    const value = read.text(name, kept[name] ?? unset);
    const keys = value === '' ? [] : listOf(value).map((key) => checked(name, Buffer.from(key, 'base64')));
    return [keys[0] ?? Buffer.alloc(0), ...keys.slice(1)] as const;
  };
  const single = (name: OwnSecret) => {
    const [key, ...others] = several(name);
    if (others.length > 0) read.fault(name, 'is one key and can’t be a list');
    return key;
  };
  const encryption = read.text('ENCRYPTION_KEY', kept.ENCRYPTION_KEY ? `1:${kept.ENCRYPTION_KEY}` : unset);
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
    read.fault(
      'ENCRYPTION_KEY',
      'must be id:key pairs, with the one that encrypts first (1 to 255, 32 bytes in base64)',
    );
  return {
    secrets,
    encryptionKeys: pairs as unknown as EncryptionKeys,
    indexKey: single('INDEX_KEY'),
    csrfKeys: several('FORGERY_KEY'),
    pseudonymKey: single('PSEUDONYM_KEY'),
  };
}

/** The only module that reads the environment. It reports every fault at once, and names the variable, never its value. */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { EncryptionKey } from './platform/vault.ts';

export type Config = {
  readonly port: number;
  readonly host: string;
  /** What links, callbacks and cookies are built for. */
  readonly publicOrigin: string;
  /** The origins that a browser may name as ours; the first is the public one. */
  readonly origins: readonly string[];
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  readonly product: string;
  readonly partners: 'sandbox' | 'live';
  readonly role: 'all' | 'api' | 'worker';
  readonly environment: string;
  readonly release: string;
  readonly logLevel: string;
  readonly errorReporting: boolean;
  readonly chat: { readonly url: string; readonly key: string };
  readonly encryptionKeys: readonly [EncryptionKey, ...EncryptionKey[]];
  readonly indexKey: Buffer;
  readonly forgeryKey: Buffer;
};

export class ConfigError extends Error {
  override name = 'ConfigError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Made at first start in sandbox mode; required in live mode. */
const SECRETS = ['ENCRYPTION_KEY', 'INDEX_KEY', 'FORGERY_KEY', 'CHAT_API_KEY'] as const;
type Secrets = Partial<Record<(typeof SECRETS)[number], string>>;

export async function readConfig(env: Environment): Promise<Config> {
  const faults: string[] = [];
  const fault = (name: string, rule: string) => {
    faults.push(`${name} ${rule}`);
    return undefined as never;
  };
  const text = (name: string, standard: string) => env[name]?.trim() || standard;
  const oneOf = <const T extends string>(name: string, choices: readonly [T, ...T[]]): T => {
    const value = text(name, choices[0]);
    return choices.find((choice) => choice === value) ?? fault(name, `must be one of ${choices.join(', ')}`);
  };
  const url = (name: string, standard: string | null, protocols: readonly string[]): string => {
    const value = env[name]?.trim() || standard;
    if (!value) return fault(name, 'is required when PARTNERS=live');
    if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol))
      return fault(name, `must be a ${protocols.map((protocol) => `${protocol}//`).join(' or ')} address`);
    return value;
  };

  const partners = oneOf('PARTNERS', ['sandbox', 'live']);
  const isLive = partners === 'live';
  const port = Number(text('PORT', '3000'));
  if (!Number.isInteger(port) || port < 1 || port > 65535) fault('PORT', 'must be a whole number from 1 to 65535');
  const product = text('PRODUCT_NAME', 'Bua');
  if (!/^[A-Za-z][A-Za-z0-9 ]{0,29}$/.test(product))
    fault('PRODUCT_NAME', 'must be letters, digits and spaces, 30 at most, and begin with a letter');
  const publicOrigin = url('PUBLIC_ORIGIN', `http://localhost:${port}`, isLive ? ['https:'] : ['http:', 'https:']);
  if (publicOrigin && new URL(publicOrigin).origin !== publicOrigin)
    fault('PUBLIC_ORIGIN', 'must be an origin alone, without a path');
  const databaseUrl = env.DATABASE_URL ? url('DATABASE_URL', null, ['postgres:', 'postgresql:']) : null;
  const dataDir = resolve(text('DATA_DIR', './data'));
  // Never the sandbox in live mode: a wrong address must not send a real panelist's number to a stand-in.
  const chatUrl = url(
    'CHAT_API_URL',
    isLive ? null : `${text('SANDBOX_URL', `http://127.0.0.1:${port + 1}`)}/chat/v1`,
    ['https:', ...(isLive ? [] : ['http:'])],
  );

  const given: Secrets = Object.fromEntries(SECRETS.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
  if (isLive) for (const name of SECRETS) if (!given[name]) fault(name, 'is required when PARTNERS=live');
  const secrets: Secrets = isLive || faults.length > 0 ? given : { ...(await keptSecrets(dataDir)), ...given };
  const key = (name: 'INDEX_KEY' | 'FORGERY_KEY') => {
    const bytes = Buffer.from(secrets[name] ?? '', 'base64');
    if (secrets[name] && bytes.length < 32) fault(name, 'must be at least 32 bytes in base64');
    return bytes;
  };
  const indexKey = key('INDEX_KEY');
  const forgeryKey = key('FORGERY_KEY');
  const encryptionKeys = secrets.ENCRYPTION_KEY ? readEncryptionKeys(secrets.ENCRYPTION_KEY) : [];
  if (!encryptionKeys) fault('ENCRYPTION_KEY', 'must be id:key pairs, newest first (1 to 255, 32 bytes in base64)');

  const config = {
    port,
    host: text('HOST', '127.0.0.1'),
    publicOrigin,
    origins: [publicOrigin, ...(isLive ? [] : [`http://localhost:${port}`, `http://127.0.0.1:${port}`])],
    databaseUrl,
    dataDir,
    product,
    partners,
    role: oneOf('ROLE', ['all', 'api', 'worker']),
    environment: text('ENVIRONMENT', isLive ? 'production' : 'sandbox'),
    release: text('RELEASE', 'dev'),
    logLevel: oneOf('LOG_LEVEL', ['info', 'fatal', 'error', 'warn', 'debug', 'trace', 'silent']),
    errorReporting: oneOf('ERROR_REPORTING', ['off', 'on']) === 'on',
    chat: { url: chatUrl, key: secrets.CHAT_API_KEY ?? '' },
    encryptionKeys: encryptionKeys as Config['encryptionKeys'] | null,
    indexKey,
    forgeryKey,
  };
  if (faults.length > 0)
    throw new ConfigError(`The configuration is not usable:\n${faults.map((f) => `  ${f}`).join('\n')}`);
  return config as Config;
}

function readEncryptionKeys(value: string): Config['encryptionKeys'] | null {
  const keys = value.split(',').map((pair) => {
    const [id, key] = pair.split(':');
    return { id: Number(id), key: Buffer.from(key ?? '', 'base64') };
  });
  const usable = keys.every(({ id, key }) => Number.isInteger(id) && id >= 1 && id <= 255 && key.length === 32);
  const [first, ...rest] = keys;
  return first && usable && new Set(keys.map(({ id }) => id)).size === keys.length ? [first, ...rest] : null;
}

/** The sandbox's own secrets, made once. The first process to write the file wins; the others read it. */
async function keptSecrets(dataDir: string): Promise<Secrets> {
  const file = join(dataDir, 'secrets.json');
  const random = () => randomBytes(32).toString('base64');
  await mkdir(dataDir, { recursive: true });
  const fresh = { ENCRYPTION_KEY: `1:${random()}`, INDEX_KEY: random(), FORGERY_KEY: random(), CHAT_API_KEY: random() };
  await writeFile(file, JSON.stringify(fresh), { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return JSON.parse(await readFile(file, 'utf8')) as Secrets;
}

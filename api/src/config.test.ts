import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KEY, key, LIVE, ofPartners, SECRET, secret } from './config.testing.ts';
import { readConfig } from './config.ts';

const ZEROS = Buffer.alloc(32).toString('base64');
let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'panel-config-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

describe('the configuration', () => {
  it('needs nothing in sandbox mode, and keeps the secrets it makes for the next start', async () => {
    const first = await readConfig({ DATA_DIR: dataDir });
    expect(first).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      internal: { port: 3003, isPortSet: false, host: '127.0.0.1' },
      publicOrigin: 'http://localhost:3000',
      product: 'Bua',
      mode: 'sandbox',
      role: 'all',
      databaseUrl: null,
    });
    expect(await readConfig({ DATA_DIR: dataDir })).toEqual(first);
    expect((await stat(join(dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600);
  });

  it('gives two processes that start together the same secrets', async () => {
    const configs = await Promise.all(Array.from({ length: 8 }, () => readConfig({ DATA_DIR: dataDir })));
    expect(new Set(configs.map((config) => config.indexKey.toString('hex'))).size).toBe(1);
    expect(await readdir(dataDir)).toEqual(['secrets.json']);
  });

  it('accepts a live configuration, and generates no secret in it', async () => {
    const config = await readConfig({ ...LIVE, DATA_DIR: dataDir });
    expect(config.encryptionKeys.map(({ id }) => id)).toEqual([2, 1]);
    expect(config.allowedOrigins).toEqual(['https://panel.example']);
    expect(config.internal).toEqual({ port: 3003, isPortSet: true, host: '127.0.0.1' });
    await expect(readFile(join(dataDir, 'secrets.json'))).rejects.toThrow();
  });

  it('accepts the gateway’s origin in addition to its own, and a client secret with a comma as one secret', async () => {
    const more = { GATEWAY_ORIGIN: 'https://panel.datafree.co', OIDC_CLIENT_SECRET: `k,${secret()}` };
    const { allowedOrigins, appOrigin, partners, console } = await readConfig({ ...LIVE, ...more, DATA_DIR: dataDir });
    expect([appOrigin, partners.gatewayOrigin]).toEqual([more.GATEWAY_ORIGIN, more.GATEWAY_ORIGIN]);
    expect(allowedOrigins).toEqual(['https://panel.example', more.GATEWAY_ORIGIN]);
    expect(console.oidc.clientSecret).toBe(more.OIDC_CLIENT_SECRET);
  });

  it('sends messages to many from 08:00 to 20:00, unless other hours are set', async () => {
    const hours = async (more: object) => (await readConfig({ ...more, DATA_DIR: dataDir })).sendingHours;
    expect(await hours({})).toEqual({ from: '08:00', to: '20:00' });
    expect(await hours({ SENDING_HOURS: '09:30-17:00' })).toEqual({ from: '09:30', to: '17:00' });
  });

  it('names every setting that a live start lacks, in one line', async () => {
    const error = await readConfig({ MODE: 'live', DATA_DIR: dataDir }).catch((reason: Error) => reason);
    const [, names = ''] =
      /^The configuration is not usable:\n {2}MODE=live needs ([A-Z_, ]+)$/.exec((error as Error).message) ?? [];
    const needed = Object.keys(LIVE).filter((name) => name !== 'MODE');
    expect(names.split(', ').sort()).toEqual(needed.sort());
  });

  it('requires the console’s settings in live mode only from a process that serves it', async () => {
    const console = ['CONSOLE_ORIGIN', 'OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'];
    const others = Object.fromEntries(Object.entries(LIVE).filter(([name]) => !console.includes(name)));
    for (const ROLE of ['api', 'worker'])
      expect(await readConfig({ ...others, ROLE, DATA_DIR: dataDir })).toMatchObject({ role: ROLE });
    for (const ROLE of ['all', 'console'])
      for (const name of console)
        await expect(readConfig({ ...others, ROLE, DATA_DIR: dataDir })).rejects.toThrow(name);
  });

  it('names every error at once, and no value', async () => {
    const wrong = {
      PORT: '70000',
      MODE: 'maybe',
      PRODUCT_NAME: '<b>',
      PUBLIC_ORIGIN: 'ftp://secret.example',
      DATABASE_URL: 'mysql://u:hunter2@h/d',
      ROLE: 'boss',
      LOG_LEVEL: 'loud',
      ERROR_REPORTING: 'perhaps',
      DAILY_CAP_RAND: 'R500',
      USD_ZAR: 'abc',
      SENDING_HOURS: '20:00-08:00',
      TEST_DEVICES: 'no did',
    };
    const error = await readConfig({ ...wrong, DATA_DIR: dataDir }).catch((reason: Error) => reason);
    for (const name of Object.keys(wrong)) expect((error as Error).message).toContain(name);
    expect((error as Error).message).not.toMatch(/hunter2|secret\.example|70000/);
  });

  it('names only errors that matter to a sandbox', async () => {
    await expect(readConfig({ PORT: 'abc', DATA_DIR: dataDir })).rejects.toThrow(
      /^The configuration is not usable:\n {2}PORT must be a whole number from 1 to 65535$/,
    );
  });

  it('names DATA_DIR if a sandbox can’t write or read its secrets there', async () => {
    await expect(readConfig({ DATA_DIR: '/dev/null/data' })).rejects.toThrow(
      /^The configuration is not usable:\n {2}DATA_DIR must be a folder that this process can write to \(ENOTDIR\);[^\n]*$/,
    );
    await writeFile(join(dataDir, 'secrets.json'), '{"root":"half of a sec');
    const broken = readConfig({ DATA_DIR: dataDir });
    await expect(broken).rejects.toThrow('DATA_DIR must be a folder that this process can write to (SyntaxError)');
    await expect(broken).rejects.not.toThrow('half');
  });

  it.each([
    ['PUBLIC_ORIGIN', 'http://panel.example'],
    ['PUBLIC_ORIGIN', 'https://panel.example/path'],
    ['PUBLIC_ORIGIN', 'https://localhost'],
    ['PUBLIC_ORIGIN', 'https://localhost.'],
    ['PUBLIC_ORIGIN', 'https://10.1.2.3:8443'],
    ['PUBLIC_ORIGIN', 'https://192.168.1.4'],
    ['PUBLIC_ORIGIN', 'https://0.0.0.0'],
    ['PUBLIC_ORIGIN', 'https://panel-staging.example'],
    ['GATEWAY_ORIGIN', 'https://staging.datafree.co'],
    ['CONSOLE_ORIGIN', LIVE.PUBLIC_ORIGIN],
    ['GATEWAY_ORIGIN', 'https://panel.datafree.co/'],
    ['CHAT_API_URL', 'http://127.0.0.1:3001/chat/v1'],
    ['FLASH_URL', 'http://127.0.0.1:3001/flash'],
    ['CHAT_API_URL', 'https://localhost:3001/chat/v1'],
    ['CINT_ROUTER_URL', 'https://192.168.1.4/'],
    ['FLASH_URL', 'https://api-flashswitch-sandbox.flash-group.com'],
    ['PURESPECTRUM_URL', 'https://staging.spectrumsurveys.com'],
    ['ERROR_REPORTING_DSN', 'http://key@errors.example/1'],
    ['ERROR_REPORTING_DSN', 'https://key@localhost/1'],
    ['ERROR_REPORTING_DSN', 'https://errors.example/1'],
    ['ERROR_REPORTING_DSN', 'https://key@errors.example/'],
    ['SENTRY_DSN', 'https://key@errors.example/'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ['CINT_MATCH_SECRET', 'sandbox-secret'],
    ['CINT_ROUTER_API_KEY', 'real-key,sandbox-secret'],
    ['INDEX_KEY', 'c2hvcnQ='],
    ['ENCRYPTION_KEY', KEY],
    ['ENCRYPTION_KEY', `1:${KEY},1:${KEY}`],
    ['ENCRYPTION_KEY', '1:c2hvcnQ='],
    ['ENCRYPTION_KEY', `2:${KEY},1:${ZEROS}`],
    ['ENCRYPTION_KEY', `2:${KEY},1:${KEY}`],
    ['INDEX_KEY', ZEROS],
    ['PSEUDONYM_KEY', Buffer.alloc(32, 'ab').toString('base64')],
    ['CINT_MATCH_PUSH_SECRET', 'tenletters'],
    ['CINT_MATCH_PUSH_SECRET', 'password12345678'],
    ['STUDY_SECRET', 'changeme-please-CHANGEME-please-1'],
    ['OIDC_CLIENT_SECRET', 'letmein-654321'],
    ['INDEX_KEY', Buffer.from('abcdefghijklmnopqrstuvwxyz012345').toString('base64')],
    ['FLASH_SECRET', 'aaaaaaaaaaaaaaaa'],
    ['CHAT_API_KEY', `${SECRET},k`],
    ['INDEX_KEY', `${key()},${key()}`],
    ['PSEUDONYM_KEY', `${key()},${key()}`],
    ['FORGERY_KEY', `${KEY},${ZEROS}`],
    ['DATABASE_URL', ''],
    ['KEYS_DATABASE_URL', 'postgres://keys@db.example/panel'],
    ['TRUSTED_PROXIES', '10.0.0.1,proxy.example'],
    ['TRUSTED_PROXIES', '10.0.0.0/999'],
    ['SHARED_NETWORKS', '10.0.0.0/8/8'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', '0.0.0.0/1,128.0.0.0/1'],
    ['TRUSTED_PROXIES', '::/0'],
    ['CINT_MATCH_NETWORKS', 'cint.example'],
    ['CINT_ROUTER_NETWORKS', '192.0.2.0/24,198.51.100.0/33'],
    ['PURESPECTRUM_NETWORKS', '0.0.0.0/0'],
    ['CHAT_API_URL', 'https://chat.example/v1?key=1'],
    ['CHAT_API_URL', 'https://panel:pw@chat.example/v1'],
    ['FLASH_URL', 'https://flash.example/#'],
    ['CINT_MATCH_URL', 'https://www.samplicio.us/s/default.aspx?'],
    ['FLASH_PURCHASE_PATH', '.example/purchase'],
    ['FLASH_PURCHASE_PATH', '//flash.example/purchase'],
    ['PURESPECTRUM_ENTRY_HOSTS', 'https://spectrumsurveys.com'],
    ['PURESPECTRUM_ENTRY_HOSTS', 'spectrumsurveys.com,'],
    ['PURESPECTRUM_ENTRY_HOSTS', '*'],
    ['PURESPECTRUM_ENTRY_HOSTS', 'spectrumsurveys.com,*.spectrumsurveys.com'],
    ['PURESPECTRUM_ENTRY_HOSTS', 'localhost:3001'],
    ['CINT_ROUTER_AMOUNT', 'ssi'],
    ['CINT_ROUTER_AMOUNT', 'signature_hmac_sha'],
    ['CINT_ROUTER_AMOUNT', 'cpi=1&x'],
    ['PORT', '3000.5'],
    ['INTERNAL_PORT', '3003.5'],
    ['CONSOLE_PORT', '3002.5'],
    ['DATABASE_CONNECTIONS', '7.5'],
    ['PAYOUTS_AT_ONCE', '1.5'],
    ['DAILY_COMPLETIONS', '0.5'],
    ['DRAIN_SECONDS', '16'],
    ['CONSOLE_ORIGIN', 'http://console.panel.example'],
    ['CONSOLE_ORIGIN', 'https://console.panel.example/path'],
    ['OIDC_ISSUER', 'http://id.example'],
    ['OIDC_ISSUER', 'https://127.0.0.1:3001/identity'],
    ['OIDC_CLIENT_SECRET', 'sandbox-secret'],
  ])('refuses %s=%s in live mode', async (name, value) => {
    const studies = { STUDY_ORIGINS: 'https://study.example', STUDY_SECRET: secret() };
    const reading = readConfig({ ...LIVE, ...studies, [name]: value, DATA_DIR: dataDir });
    await expect(reading).rejects.toThrow(new RegExp(`\n {2}(MODE=live needs )?${name}\\b`));
  });

  it('reads where errors go by the usual name too', async () => {
    const receiver = { url: 'https://errors.example/api/7/envelope/', key: 'key' };
    for (const name of ['SENTRY_DSN', 'ERROR_REPORTING_DSN']) {
      const config = await readConfig({ ...LIVE, [name]: 'https://key@errors.example/7', DATA_DIR: dataDir });
      expect(config.errorReceiver).toEqual(receiver);
    }
  });

  it('accepts private networks as proxies, and addresses with or without a final slash', async () => {
    const config = await readConfig({
      ...LIVE,
      TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.1,fd00::/8',
      CHAT_API_URL: 'https://chat.example/v1/',
      FLASH_URL: 'https://flash.example/',
      CINT_ROUTER_URL: 'https://www.Your-Surveys.com',
      PURESPECTRUM_ENTRY_HOSTS: 'spectrumsurveys.com, surveys.example:8443',
      DATA_DIR: dataDir,
    });
    expect(config.trustedProxies).toEqual(['10.0.0.0/8', '192.0.2.1', 'fd00::/8']);
    expect(config.chat.url).toBe('https://chat.example/v1');
    expect(config.issuer.url).toBe('https://flash.example');
    // A browser would write it like this, and a link that it rewrites is refused as unsafe.
    expect(config.partners['cint-router'].url).toBe('https://www.your-surveys.com/');
    expect(config.partners.purespectrum.entryHosts).toEqual(['spectrumsurveys.com', 'surveys.example:8443']);
  });

  it.each([
    [{ PUBLIC_ORIGIN: 'https://panel.example' }],
    [{ ENVIRONMENT: 'production' }],
    [{ ENVIRONMENT: 'production', MODE: 'sandbox' }],
  ])('runs no sandbox by accident: %o', async (env) => {
    await expect(readConfig({ ...env, DATA_DIR: dataDir })).rejects.toThrow('MODE must be');
  });

  it.each([
    [{ PUBLIC_ORIGIN: 'https://demo.panel.example', MODE: 'sandbox' }],
    [{ PUBLIC_ORIGIN: 'https://localhost:8443' }],
  ])('runs the sandbox when told to: %o', async (env) => {
    expect(await readConfig({ ...env, DATA_DIR: dataDir })).toMatchObject({ mode: 'sandbox' });
  });
});

/** Every secret in a live configuration. */
const SECRETS = Object.keys(LIVE).filter((name) => /KEY$|SECRET$/.test(name));
describe('a secret in the configuration', () => {
  it.each(['CHAT_API_KEY', 'FLASH_API_KEY', 'FLASH_SECRET', 'PURESPECTRUM_API_KEY'])(
    'refuses a list for %s, which is sent as one key',
    async (name) => {
      const reading = readConfig({ ...LIVE, [name]: `${secret()},${secret()}`, DATA_DIR: dataDir });
      await expect(reading).rejects.toThrow(`${name} is one key`);
    },
  );

  it('accepts several keys for page tokens and for partners’ signatures', async () => {
    const [newer, older] = [key(), key()];
    const lists = {
      FORGERY_KEY: `${newer},${older}`,
      CINT_MATCH_SECRET: `${secret()},${secret()}`,
      CINT_MATCH_PUSH_SECRET: `${secret()},${secret()}`,
      CINT_ROUTER_SECRET: `${secret()},${secret()}`,
      CINT_ROUTER_API_KEY: `${secret()},${secret()}`,
      PURESPECTRUM_SECRET: `${secret()},${secret()}`,
    };
    const { csrfKeys } = await readConfig({ ...LIVE, ...lists, DATA_DIR: dataDir });
    expect(csrfKeys.map((one) => one.toString('base64'))).toEqual([newer, older]);
  });

  it('names every weak secret at once', async () => {
    const weak = Object.fromEntries(SECRETS.map((name) => [name, 's']));
    const error = (await readConfig({ ...LIVE, ...weak, DATA_DIR: dataDir }).catch((reason: Error) => reason)) as Error;
    for (const name of SECRETS) expect(error.message).toContain(`\n  ${name} must be`);
  });

  it.each(SECRETS.filter((name) => /SECRET$|API_KEY$/.test(name)))('refuses the word password for %s', async (name) => {
    for (const word of ['password', 'Password2026!']) {
      const reading = readConfig({ ...LIVE, [name]: word, DATA_DIR: dataDir });
      await expect(reading, word).rejects.toThrow(new RegExp(`\n {2}${name} must be at least`));
    }
  });

  it.each(['DATABASE_URL', 'KEYS_DATABASE_URL', 'MIGRATIONS_DATABASE_URL'])(
    'refuses a weak password in %s',
    async (name) => {
      const reading = (password: string) =>
        readConfig({ ...LIVE, [name]: `postgres://panel:${password}@${name}.example/panel`, DATA_DIR: dataDir });
      await expect(reading('pa%73sword')).rejects.toThrow(`${name} has a password that must be at least 12 characters`);
      expect(await reading(`${secret()}%40`)).toMatchObject({ mode: 'live' });
    },
  );

  it.each([
    ['INDEX_KEY', 'FORGERY_KEY', LIVE.FORGERY_KEY],
    ['INDEX_KEY', 'ENCRYPTION_KEY', KEY],
    ['FLASH_SECRET', 'CHAT_API_KEY', SECRET],
    ['CINT_ROUTER_SECRET', 'CHAT_API_KEY', `${secret()},${SECRET}`],
    ['CINT_ROUTER_SECRET', 'PURESPECTRUM_SECRET', ofPartners.PURESPECTRUM_SECRET],
    ['CINT_MATCH_PUSH_SECRET', 'CINT_MATCH_SECRET', ofPartners.CINT_MATCH_SECRET],
    ['CINT_ROUTER_SECRET', 'CINT_ROUTER_SECRET', `${SECRET}x,${SECRET}x`],
  ])('names %s and %s when they share a value', async (one, other, value) => {
    const reading = readConfig({ ...LIVE, [one]: value, DATA_DIR: dataDir });
    await expect(reading).rejects.toThrow(`${one} is used twice`);
    await expect(reading).rejects.toThrow(`${other} is used twice`);
  });

  it.each([
    ['CINT_ROUTER_SECRET', 'CINT_ROUTER_API_KEY'],
    ['PURESPECTRUM_SECRET', 'PURESPECTRUM_API_KEY'],
    ['FLASH_SECRET', 'FLASH_API_KEY'],
  ])('accepts one key for %s and %s, if the party issued only one', async (one, other) => {
    const key = secret();
    expect(await readConfig({ ...LIVE, [one]: key, [other]: key, DATA_DIR: dataDir })).toMatchObject({ mode: 'live' });
  });

  describe('a secret in a file', () => {
    /** A live configuration whose variable is set by a file with this content instead. */
    async function withFile(name: keyof typeof LIVE, content: string) {
      const file = join(dataDir, 'secret');
      await writeFile(file, content);
      return { ...LIVE, [name]: '', [`${name}_FILE`]: file, DATA_DIR: dataDir };
    }

    it.each([...SECRETS, 'DATABASE_URL', 'KEYS_DATABASE_URL'] as (keyof typeof LIVE)[])(
      'is read as if it were %s itself',
      async (name) => {
        const inFile = readConfig(await withFile(name, `${LIVE[name]}\n`));
        expect(await inFile).toEqual(await readConfig({ ...LIVE, DATA_DIR: dataDir }));
        await expect(readConfig(await withFile(name, 'hunter2'))).rejects.toThrow(`\n  ${name} must be`);
        await expect(readConfig(await withFile(name, 'hunter2'))).rejects.not.toThrow('hunter2');
      },
    );

    it('is refused if the file is missing or empty, or the variable is set too', async () => {
      const missing = { ...LIVE, CHAT_API_KEY: '', CHAT_API_KEY_FILE: '/nonexistent/key', DATA_DIR: dataDir };
      await expect(readConfig(missing)).rejects.toThrow(
        'CHAT_API_KEY_FILE must name a file that this process can read',
      );
      await expect(readConfig(await withFile('CHAT_API_KEY', ' \n'))).rejects.toThrow(
        'CHAT_API_KEY_FILE names an empty',
      );
      const twice = { ...(await withFile('CHAT_API_KEY', LIVE.CHAT_API_KEY)), CHAT_API_KEY: LIVE.CHAT_API_KEY };
      await expect(readConfig(twice)).rejects.toThrow('CHAT_API_KEY is set twice');
    });
  });
});

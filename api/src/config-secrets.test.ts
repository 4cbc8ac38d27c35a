/** What the configuration requires of secrets. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { KEY, key, LIVE, ofPartners, SECRET, secret } from './config.testing.ts';
import { readConfig } from './config.ts';

/** Every secret in it. */
const SECRETS = Object.keys(LIVE).filter((name) => /KEY$|SECRET$/.test(name));
/** Live mode stores nothing there. */
const dataDir = '/nonexistent';

describe('the configuration', () => {
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
      const folder = await mkdtemp(join(tmpdir(), 'panel-secret-'));
      onTestFinished(() => rm(folder, { recursive: true }));
      await writeFile(join(folder, 'secret'), content);
      return { ...LIVE, [name]: '', [`${name}_FILE`]: join(folder, 'secret'), DATA_DIR: dataDir };
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

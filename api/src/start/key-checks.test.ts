/** A start with a wrong key. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Kit, useKit } from '../../test/kit.ts';
import { builtFile } from '../../test/product.ts';
import { useNewProducts } from '../backups/new-products.testing.ts';
import type { ServerConfig } from '../config.ts';
import { createServices } from './services.ts';

const kit = useKit();
const { newProduct } = useNewProducts(kit);
let product: Kit;
beforeEach(async () => {
  product = await newProduct();
});

const other = () => randomBytes(32);
const withKey = (changed: Partial<ServerConfig>): ServerConfig => ({
  ...kit().config,
  databaseUrl: product.url,
  sandboxUrl: null,
  ...changed,
});
/** Starts a process's services with these settings and stops them again. */
async function start(changed: Partial<ServerConfig> = {}): Promise<void> {
  const { close } = await createServices(withKey(changed));
  await close();
}
const recorded = async () =>
  (await product.db.query<{ name: string }>('select name from key_checks order by name')).rows.map(({ name }) => name);
const [first, second] = [
  { id: 1, key: other() },
  { id: 2, key: other() },
];

describe('T11, T21: a wrong key', () => {
  it.each([
    ['INDEX_KEY', () => ({ indexKey: other() })],
    ['PSEUDONYM_KEY', () => ({ partners: { ...kit().config.partners, pseudonymKey: other() } })],
    ['ENCRYPTION_KEY 1', (): Partial<ServerConfig> => ({ encryptionKeys: [{ id: 1, key: other() }] })],
  ])('%s is refused by name, and the right one starts again', async (name, changed) => {
    await start();
    await expect(start(changed())).rejects.toThrow(`${name} is not the key that this database was first used with.`);
    await start();
  });

  it('is not recorded, nor is any other key of that start', async () => {
    await start({ encryptionKeys: [first] });
    await expect(start({ encryptionKeys: [second, first], indexKey: other() })).rejects.toThrow('INDEX_KEY');
    expect(await recorded()).toEqual(['ENCRYPTION_KEY 1', 'INDEX_KEY', 'PSEUDONYM_KEY']);
  });

  it('starts in only one process, if processes with different keys start a new panel at the same time', async () => {
    const starts = await Promise.allSettled(Array.from({ length: 6 }, () => start({ indexKey: other() })));
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of starts.filter((one) => one.status === 'rejected'))
      expect(String(result.reason)).toContain('ConfigError: INDEX_KEY is not the key');
  });

  it('is an error of the command line, which exits with 2 and does nothing', async () => {
    await start();
    const run = promisify(execFile)(process.execPath, [await builtFile('panel.js'), 'money', 'check'], {
      env: { ...process.env, ...kit().env, DATABASE_URL: product.url, INDEX_KEY: other().toString('base64') },
    });
    await expect(run).rejects.toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^INDEX_KEY is not the key that this database was first used with\.[^\n]+\n$/),
    });
  });
});

it('T21: every step of an encryption key rotation starts, and a number is never used for a second key', async () => {
  for (const encryptionKeys of [[first], [first, second], [second, first], [second]] as const)
    await start({ encryptionKeys });
  await expect(start({ encryptionKeys: [second, { id: 1, key: other() }] })).rejects.toThrow(
    'A new encryption key needs a new number.',
  );
});

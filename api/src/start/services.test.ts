import { afterEach, expect, it, vi } from 'vitest';
import { useKit } from '../../test/kit.ts';
import { createServices } from './services.ts';

const kit = useKit();
afterEach(() => void vi.restoreAllMocks());
const open = () => createServices({ ...kit().config, databaseUrl: kit().url, sandboxUrl: null });

it('T29: a key store in the panel’s own database is refused at any address, and nothing is created in it', async () => {
  const keysUrl = new URL(kit().url);
  keysUrl.hostname = 'localhost';
  keysUrl.searchParams.set('application_name', 'keys');
  await expect(
    createServices({ ...kit().config, databaseUrl: kit().url, keysUrl: keysUrl.href, sandboxUrl: null }),
  ).rejects.toThrow('KEYS_DATABASE_URL must be a different database from DATABASE_URL');
  const { rows } = await kit().db.query("select to_regclass('panelist_keys') as made");
  expect(rows).toEqual([{ made: null }]);
});

it('R15: a process does not start if its clock differs from the database’s by half a minute', async () => {
  const { close } = await open();
  await close();
  const now = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => now() - 31_000);
  await expect(open()).rejects.toThrow('differ by 31 s');
});

it('names DATA_DIR if the embedded database can’t be stored there', async () => {
  const opening = createServices({ ...kit().config, databaseUrl: null, dataDir: '/dev/null/data', sandboxUrl: null });
  await expect(opening).rejects.toThrow(/^DATA_DIR must be a folder that this process can write to \(ENOTDIR\)/);
});

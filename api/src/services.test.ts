import { afterEach, expect, it, vi } from 'vitest';
import { useKit } from '../test/kit.ts';
import { openServices } from './services.ts';

const kit = useKit();
afterEach(() => void vi.restoreAllMocks());
const open = () => openServices({ ...kit().config, databaseUrl: kit().url, sandboxUrl: null });

it('R15: a process whose clock differs from the database’s by half a minute does not start', async () => {
  const { close } = await open();
  await close();
  const now = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => now() - 31_000);
  await expect(open()).rejects.toThrow('31 s apart');
});

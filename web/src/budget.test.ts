/** What a phone has to fetch before it shows a screen: read off the build itself, compressed as the server sends it. */
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { afterEach, describe, expect, it, vi } from 'vitest';

const KB = 1000;
const HOME = 62 * KB;
const FORM = 66 * KB;

const BUDGETS: Readonly<Record<string, number>> = {
  'src/home/HomeScreen.tsx': HOME,
  'src/panelists/ApplyScreen.tsx': FORM,
  'src/profiling/SecondRoundScreen.tsx': FORM,
  'src/profiling/QuarterlyScreen.tsx': FORM,
  'src/profiling/YearlyScreen.tsx': FORM,
  'src/panelists/DateOfBirthScreen.tsx': FORM,
  'src/panelists/FirstLanguageScreen.tsx': FORM,
};

type Manifest = Record<string, { file: string; isEntry?: boolean; imports?: string[] }>;

describe('the first load', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('of home is at most 62 KB of script, of a form at most 66 KB', async () => {
    vi.stubEnv('NODE_ENV', 'production');
    const configFile = new URL('../vite.config.ts', import.meta.url).pathname;
    const { output } = (await build({
      configFile,
      logLevel: 'silent',
      mode: 'production',
      build: { write: false },
    })) as {
      output: { fileName: string; code?: string; source?: string | Uint8Array }[];
    };
    const sizes = new Map(
      output.flatMap(({ fileName, code }) => (code ? [[fileName, brotliCompressSync(code).length]] : [])),
    );
    const manifest = JSON.parse(
      String(output.find(({ fileName }) => fileName.endsWith('manifest.json'))?.source),
    ) as Manifest;
    const needed = (name: string, found = new Set<string>()): Set<string> => {
      if (found.has(name)) return found;
      found.add(name);
      for (const other of manifest[name]?.imports ?? []) needed(other, found);
      return found;
    };
    const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry) as string;
    for (const [screen, budget] of Object.entries(BUDGETS)) {
      const files = [...new Set([...needed(entry), ...needed(screen)])].map((name) => manifest[name]?.file ?? '');
      const size = files.reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0);
      expect(size, screen).toBeGreaterThan(50 * KB);
      expect(size, screen).toBeLessThanOrEqual(budget);
    }
  }, 300_000);
});

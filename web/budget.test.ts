/** What a phone has to download before it shows a screen: the files of the build, compressed as the server sends them. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildWeb, DIST } from '../scripts/build-web.ts';

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

type Manifest = Record<string, { file: string; imports?: string[] }>;

it('the first load of home is at most 62 KB of script, of a form at most 66 KB', async () => {
  await buildWeb();
  const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')) as Manifest;
  const page = readFileSync(join(DIST, 'index.html'), 'utf8');
  const inPage = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file as string);
  const filesOf = (name: string): string[] => {
    const { file, imports = [] } = manifest[name] as Manifest[string];
    return [file, ...imports.flatMap(filesOf)];
  };
  expect(inPage.length).toBeGreaterThan(0);
  for (const [screen, budget] of Object.entries(BUDGETS)) {
    const files = new Set([...inPage, ...filesOf(screen)]);
    const size = [...files].reduce((sum, file) => sum + statSync(join(DIST, `${file}.br`)).size, 0);
    expect(size, screen).toBeGreaterThan(50 * KB);
    expect(size, screen).toBeLessThanOrEqual(budget);
  }
}, 300_000);

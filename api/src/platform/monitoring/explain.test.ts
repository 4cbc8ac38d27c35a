import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildWeb, DIST } from '../../../../scripts/build-web.ts';
import { builtFile } from '../../../test/product.ts';
import { readConfig } from '../../config.ts';
import { buildConsoleApp } from '../../console-app.ts';
import type { AppDependencies } from '../../dependencies.ts';

beforeAll(buildWeb, 300_000);

/** Where the built app has this text, as a browser names the place. */
function placeOf(text: string): string {
  const assets = join(DIST, 'assets');
  for (const name of readdirSync(assets).filter((each) => each.endsWith('.js'))) {
    const lines = readFileSync(join(assets, name), 'utf8').split('\n');
    const at = lines.findIndex((line) => line.includes(text));
    if (at >= 0) return `https://panel.example/assets/${name}:${at + 1}:${(lines[at]?.indexOf(text) ?? 0) + 1}`;
  }
  throw new Error(`${text} is not in the build`);
}

const explain = async (input: string) =>
  execFileSync(process.execPath, [await builtFile('panel.js'), 'errors', 'explain'], { input, encoding: 'utf8' });

describe('errors explain', () => {
  it('names the sources of a browser’s error in the log, and leaves the rest as it is', async () => {
    const stack = `TypeError: x\n    at start (${placeOf('link[media=print]')})\n    at https://other.example/x.js:1:1`;
    const line = JSON.stringify({ level: 40, browser: { stack }, msg: 'error in a browser' });
    const source = readFileSync('web/src/main.tsx', 'utf8').split('\n');
    const at = source.findIndex((text) => text.includes('link[media=print]')) + 1;
    expect(await explain(`${line}\n`)).toMatch(
      new RegExp(
        `^error in a browser\\nTypeError: x\\n    at start \\(web/src/main\\.tsx:${at}:\\d+\\)\\n    at https://other\\.example/x\\.js:1:1\\n$`,
      ),
    );
  });

  it('reads maps that the console doesn’t serve', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'panel-maps-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await mkdir(join(folder, 'assets'));
    for (const name of ['index.html', 'assets/a.js', 'assets/a.js.map']) await writeFile(join(folder, name), '{}');
    const config = await readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' });
    const app = buildConsoleApp({ config, clock: { now: () => new Date() } } as AppDependencies, { folder });
    const status = async (path: string) => (await app.inject(path)).statusCode;
    expect([await status('/assets/a.js'), await status('/assets/a.js.map')]).toEqual([200, 404]);
    await app.close();
  });

  it('needs maps without the sources, beside files that don’t name them', () => {
    const names = readdirSync(join(DIST, 'assets'));
    const maps = names.filter((name) => name.endsWith('.map'));
    expect(maps.length).toBeGreaterThan(5);
    for (const name of maps) expect(readFileSync(join(DIST, 'assets', name), 'utf8')).not.toContain('sourcesContent');
    for (const name of names.filter((each) => each.endsWith('.js')))
      expect(readFileSync(join(DIST, 'assets', name), 'utf8')).not.toContain('sourceMappingURL');
  });
});

/** What a phone downloads for a page: its HTML and its own files, compressed as the server sends them. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildWeb, DIST } from '../scripts/build-web.ts';

const KB = 1000;
const HTML = 9 * KB;
const HOME_SCRIPT = 67 * KB;
const FORM_SCRIPT = 71 * KB;
const SERVICE_WORKER = 2.2 * KB;

const read = (file: string) => readFileSync(join(DIST, file), 'utf8');
const compressedSize = (file: string) => statSync(join(DIST, `${file}.br`)).size;
const scriptsOf = (html: string) =>
  [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file as string);

beforeAll(buildWeb, 300_000);

describe('a page', () => {
  it.each(['index', 'balance', 'profiling-second-round', 'profiling-quarterly', 'profiling-yearly', 'terms', 'apply'])(
    '%s is at most 9 KB of HTML with its styles',
    (name) => {
      const html = read(`pages/${name}.html`);
      expect(html).toContain('<h1');
      expect(brotliCompressSync(html).length).toBeLessThanOrEqual(HTML);
    },
  );

  it.each([
    ['index', HOME_SCRIPT],
    ['profiling-second-round', FORM_SCRIPT],
    ['profiling-quarterly', FORM_SCRIPT],
    ['profiling-yearly', FORM_SCRIPT],
    ['user-dob', FORM_SCRIPT],
    ['user-first-language', FORM_SCRIPT],
    // The questions of step 2 load while step 1 is read.
    ['apply', FORM_SCRIPT],
  ])('%s loads at most %i bytes of script', (name, budget) => {
    const size = scriptsOf(read(`pages/${name}.html`)).reduce((sum, file) => sum + compressedSize(file), 0);
    expect(size).toBeGreaterThan(50 * KB);
    expect(size).toBeLessThanOrEqual(budget);
  });

  it('lists every file that its screen needs at once: none imports one that is not listed', () => {
    for (const name of readdirSync(join(DIST, 'pages')).filter((each) => each.endsWith('.html'))) {
      const scripts = scriptsOf(read(`pages/${name}`));
      for (const script of scripts)
        for (const [, imported] of read(script).matchAll(/(?:from|import)"\.\/([^"]+)"/g))
          expect(scripts, `${name} ${script}`).toContain(`assets/${imported}`);
    }
  });
});

describe('the styles in a page', () => {
  /** The classes that have a rule of their own, not only one inside of another class. */
  const rulesOf = (css: string) => new Set(css.match(/(?<=[{},])\._[\w-]+(?=[{,])/g));

  it('cover every class that its screen can show, but not all screens', () => {
    const all = read(`assets/${readdirSync(join(DIST, 'assets')).find((name) => name.endsWith('.css'))}`);
    for (const name of ['index', 'balance', 'profiling-yearly', 'terms', 'opt-out-research-tasks']) {
      const html = read(`pages/${name}.html`);
      const [, inline = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
      const code = scriptsOf(html).map(read).join();
      const used = [...rulesOf(all)].filter((rule) => code.includes(rule.slice(1)));
      expect(used.length, name).toBeGreaterThan(3);
      expect([...rulesOf(inline)].sort(), name).toEqual(used.sort());
      expect(inline.length, name).toBeLessThan(0.8 * all.length);
      expect(inline, name).toContain('.button--danger');
    }
  });
});

it('the service worker is at most 2.2 KB and keeps every file of the app', () => {
  const code = read('service-worker.js');
  expect(code.length).toBeLessThanOrEqual(SERVICE_WORKER);
  for (const name of readdirSync(join(DIST, 'assets')).filter((each) => /\.(js|css)$/.test(each)))
    expect(code).toContain(`/assets/${name}`);
});

/** What is shipped, read as Chrome 64 would: docs/browsers.md. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'acorn';
import postcss, { type Declaration } from 'postcss';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildWeb, DIST } from '../scripts/build-web.ts';

const read = (file: string) => readFileSync(join(DIST, file), 'utf8');
const filesIn = (folder: string, ending: string) =>
  readdirSync(join(DIST, folder), { encoding: 'utf8', recursive: true }).flatMap((name) =>
    name.endsWith(ending) ? [join(folder, name)] : [],
  );
/** The content of each inline `script` or `style`, except data. */
const inlineIn = (page: string, element: 'script' | 'style') =>
  [...read(page).matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))].map(([, text = '']) => text);

beforeAll(buildWeb, 300_000);

describe('a script', () => {
  type Script = readonly [name: string, code: string, sourceType: 'module' | 'script'];
  const scripts = (): Script[] => [
    ...filesIn('assets', '.js').map((file): Script => [file, read(file), 'module']),
    ['service-worker.js', read('service-worker.js'), 'script'],
    ...filesIn('pages', '.html').flatMap((page) =>
      inlineIn(page, 'script').map((code): Script => [page, code, 'script']),
    ),
  ];
  /** ES2017. Chrome 64 also has `import()` and `import.meta`, which are read as names here. */
  const parseAsShipped = (code: string, sourceType: Script[2]) =>
    parse(code.replace(/\bimport(?=\(|\.meta\b)/g, '_import'), { ecmaVersion: 2017, sourceType });

  it.each([
    ...['a?.b', 'a ?? b', 'a ??= b', '({ ...a })', '1n', 'try {} catch {}', 'class A { b = 1 }', 'for await (a of b);'],
    ...['/(?<a>b)/', '/(?<=a)b/', '/a/s', '/\\p{L}/u'],
  ])('is not read if it has %s', (code) => {
    expect(() => parseAsShipped(code, 'module')).toThrow();
  });

  it('has no newer syntax than ES2017 in any file, in any page and in the service worker', () => {
    expect(scripts().length).toBeGreaterThan(50);
    for (const [name, code, sourceType] of scripts())
      expect(() => parseAsShipped(code, sourceType), name).not.toThrow();
  });

  it('calls nothing that Chrome 64 lacks, except what old-browsers.ts adds', () => {
    const names = [
      ...['flat', 'at', 'matchAll', 'replaceAll', 'trimStart', 'trimEnd', 'toSorted', 'toReversed', 'with', 'findLast'],
      ...['findLastIndex', 'allSettled', 'any', 'hasOwn', 'groupBy', 'randomUUID', 'requestSubmit', 'replaceChildren'],
      ...['toggleAttribute', 'getAnimations', 'timeout', 'startViewTransition', 'checkVisibility'],
    ];
    const globals = ['structuredClone', 'BigInt', 'globalThis', 'WeakRef', 'ResizeObserver'];
    const newer = new RegExp(`\\.(?:${names.join('|')})\\(|(?<![\\w.$])(?:${globals.join('|')})\\b`, 'g');
    // React calls it for a form whose action is a function, and ours have none.
    const byReact = '.requestSubmit(';
    const found = scripts().flatMap(([name, code]) => (code.match(newer) ?? []).map((call) => `${name} ${call}`));
    expect(found).toEqual([expect.stringContaining(byReact)]);
  });
});

describe('a stylesheet', () => {
  /** What Chrome 64 doesn't read in a declaration, with the first version that does. A rule in `@supports` may use it. */
  const NEWER: readonly (readonly [since: number, isUsed: (declaration: Declaration) => boolean])[] = [
    [66, ({ prop }) => /^(row-|column-)?gap$/.test(prop)],
    [79, ({ value }) => /\b(min|max|clamp)\(/.test(value)],
    [71, ({ value }) => /gradient\(.*[)a-z] [\d.]+(px|%)? [\d.]+(px|%)/.test(value.replace(/ at [^,]+/g, ''))],
    [87, ({ prop }) => /^(inset|(margin|padding|border)-(inline|block)$)/.test(prop)],
    [88, ({ prop }) => prop === 'aspect-ratio'],
    [108, ({ value }) => /\d[dsl]v[hwib]\b|\dv[ib]\b/.test(value)],
    [90, ({ prop, value }) => prop.startsWith('overflow') && /\b(clip|anywhere)\b/.test(value)],
    [65, ({ value }) => /\b(rgb|hsl)a?\([^,]*\/|\bcontents\b/.test(value)],
    [111, ({ value }) => /\b(color-mix|oklch|oklab|lch|lab|color)\(/.test(value)],
    [59, ({ prop }) => prop.startsWith('place-')],
  ];
  const SELECTORS = /:(is|where|has)\(|:not\([^)]*,|:focus-visible(?!\))/;
  const AT_RULES = /^(layer|container|property|scope)$|[<>]=?/;

  /** What an old browser would not read. */
  function newerIn(css: string): string[] {
    const found: string[] = [];
    postcss.parse(css).walk((node) => {
      if (node.type === 'atrule' && (AT_RULES.test(node.name) || AT_RULES.test(node.params)))
        found.push(`@${node.name} ${node.params}`);
      if (node.type === 'rule') {
        const unread = node.selectors.filter((selector) => SELECTORS.test(selector));
        // A selector that isn't read drops its whole rule.
        if (unread.length > 0) found.push(node.selector);
        if (node.selectors.length > 1 && node.selector.includes(':focus-visible')) found.push(node.selector);
        if (node.parent?.type === 'rule') found.push(`${node.selector} in a rule`);
      }
      if (node.type !== 'decl') return;
      const { parent } = node;
      if (parent?.parent?.type === 'atrule' && 'name' in parent.parent && parent.parent.name === 'supports') return;
      const since = NEWER.find(([, isUsed]) => isUsed(node))?.[0];
      if (since !== undefined) found.push(`${node.prop}: ${node.value} (Chrome ${since})`);
    });
    return found;
  }

  it.each([
    ...['a{gap:4px}', 'a{width:min(1px,2vw)}', 'a{background:radial-gradient(red 0 4px,blue 5px)}', 'a{inset:0}'],
    ...['a{margin-inline:0}', 'a{aspect-ratio:1}', 'a{height:100dvh}', 'a{overflow:clip}', 'a{color:rgb(0 0 0 / 9%)}'],
    ...[':is(a,b){top:0}', 'a:focus-visible{top:0}', 'a,b:focus:not(:focus-visible){top:0}', 'a{b{top:0}}'],
    ...['@media (width>=40rem){a{top:0}}', '@layer a{a{top:0}}', 'a{place-items:center}'],
  ])('is not read whole if it has %s', (css) => {
    expect(newerIn(css)).toHaveLength(1);
  });

  it('has nothing that Chrome 64 would not read, in the file of all screens and in any page', () => {
    const sheets = [
      ...filesIn('assets', '.css').map((file) => [file, read(file)] as const),
      ...filesIn('pages', '.html').flatMap((page) => inlineIn(page, 'style').map((css) => [page, css] as const)),
    ];
    expect(sheets.length).toBeGreaterThan(15);
    for (const [name, css] of sheets) expect(newerIn(css), name).toEqual([]);
  });
});

/** The console's CSS modules against the components that use them: no rule is left over, and no class is mistyped. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';

const SRC = join(import.meta.dirname, 'src');
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' });
const read = (file: string) => readFileSync(join(SRC, file), 'utf8');
const modules = files.filter((file) => file.endsWith('.module.css'));
const importOf = /import (\w+) from '([^']+\.module\.css)'/g;

const classesOf = (css: string) =>
  [...css.replace(/\/\*.*?\*\/|:global\([^)]*\)/gs, '').matchAll(/\.([a-z]\w*)(?=[^;{}]*\{)/gi)].map(
    ([, name]) => name,
  );

/** The classes that components name, and patterns for those they compute: `styles[tone]` may be any, `layout[`span${n}`]` a span. */
const uses = files
  .filter((file) => file.endsWith('.tsx'))
  .flatMap((file) =>
    [...read(file).matchAll(importOf)].flatMap(([, name, path = '']) => {
      const module = normalize(join(dirname(file), path));
      const named = [...read(file).matchAll(new RegExp(`\\b${name}\\.(\\w+)\\b(?!\\.css)`, 'g'))];
      const computed = [...read(file).matchAll(new RegExp(`\\b${name}\\[\`?(\\w*)`, 'g'))];
      return [
        ...named.map(([, used = '']) => ({ module, used, isNamed: true })),
        ...computed.map(([whole, used = '']) => ({ module, used: whole.includes('`') ? used : '', isNamed: false })),
      ];
    }),
  );
const composed = modules.flatMap((file) =>
  [...read(file).matchAll(/composes: ([\w ]+?)(?: from "(.+?)")?;/g)].flatMap(([, names = '', path]) =>
    names.split(' ').map((used) => ({
      module: path ? normalize(join(dirname(file), path)) : file,
      used,
      isNamed: true,
    })),
  ),
);

it.each(modules)('the styles of %s are all used, and all there', (module) => {
  const classes = new Set(classesOf(read(module)));
  const here = [...uses, ...composed].filter((use) => use.module === module);
  const isUsed = (name = '') =>
    here.some(({ used, isNamed }) => (isNamed ? used === name : used === '' || name.startsWith(used)));
  expect([...classes].filter((name) => !isUsed(name))).toEqual([]);
  expect(here.filter(({ used, isNamed }) => isNamed && !classes.has(used)).map(({ used }) => used)).toEqual([]);
});

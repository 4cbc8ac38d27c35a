/** The documents say what is so: each list in them is held against the code it speaks of. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = import.meta.dirname;
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const files = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules') && !file.includes('dist/'));
const isTest = (file: string) => /\.(test|fixture|testing)\.tsx?$|test-setup\.ts$|\/testing\.ts$/.test(file);
const sources = [...files('domain'), ...files('api'), ...files('web'), ...files('sandbox'), ...files('scripts')].filter(
  (file) => !isTest(file) && !file.startsWith('api/test/'),
);
const tests = [...files('domain'), ...files('api'), ...files('web'), ...files('e2e'), 'docs.test.ts'].filter(isTest);

describe('README', () => {
  it('names only commands that exist, and every one that a person runs', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = new Set([...read('README.md').matchAll(/npm (?:run )?([a-z:]+)/g)].map(([, name]) => name));
    named.delete('ci');
    expect([...named].sort()).toEqual(Object.keys(scripts).sort());
  });

  it('points only at files that exist', () => {
    for (const document of ['README.md', 'ARCHITECTURE.md', 'docs/operations.md'])
      for (const [, target] of read(document).matchAll(/\]\((?!http)([^)#]+)\)/g))
        expect(() => readFileSync(join(root, dirname(document), target as string)), target).not.toThrow();
  });
});

/** `workspace/feature` of a file, for files inside a feature folder of a workspace's src. */
function featureOf(file: string): { workspace: string; feature: string } | null {
  const [workspace = '', , feature = '', ...rest] = file.split('/');
  return rest.length > 0 ? { workspace, feature } : null;
}

describe('ARCHITECTURE', () => {
  it('draws the arrows that the imports make', () => {
    const arrows = new Map<string, Set<string>>();
    for (const file of sources.filter((source) => /^(domain|api)\/src\//.test(source))) {
      const from = featureOf(file);
      for (const [, target] of read(file).matchAll(/from '(\.[^']+)'/g)) {
        const to = featureOf(relative(root, resolve(root, dirname(file), target as string)));
        if (!from || !to || from.feature === to.feature) continue;
        const key = `${from.workspace}: ${from.feature}`;
        arrows.set(key, (arrows.get(key) ?? new Set()).add(to.feature));
      }
    }
    const computed = [...arrows].map(([from, to]) => `${from} -> ${[...to].sort().join(', ')}`).sort();
    const drawn = (/```arrows\n([\s\S]*?)```/.exec(read('ARCHITECTURE.md'))?.[1] ?? '').trim().split('\n').sort();
    expect(computed).toEqual(drawn);
  });

  it('keeps every workspace to what it may import', () => {
    const allowed: Record<string, RegExp> = {
      domain: /^(\.|node:test)/,
      api: /^(\.|node:|@panel\/domain\/|fastify$|pg$)/,
      web: /^(\.|@panel\/domain\/|react(-dom)?(\/|$)|vite|@vitejs\/|node:(url|path)$)/,
      sandbox: /^(\.|node:)/,
      scripts: /^(\.|node:|@panel\/domain\/)/,
    };
    for (const file of sources) {
      const workspace = file.split('/')[0] as string;
      for (const [, target] of read(file).matchAll(/(?:from|import) '([^']+)'/g)) {
        expect(target, `${file} imports ${target}`).toMatch(allowed[workspace] as RegExp);
        if (target?.startsWith('.'))
          expect(relative(root, resolve(root, dirname(file), target)).split('/')[0], file).toBe(workspace);
      }
    }
  });
});

describe('docs/assumptions.md', () => {
  it('lists every assumption of the code, and no other', () => {
    const inCode = new Set(
      sources.flatMap((file) => [...read(file).matchAll(/Assumption: ([a-z-]+)/g)].map(([, name]) => name)),
    );
    const listed = [...read('docs/assumptions.md').matchAll(/^\| ([a-z-]+) \|/gm)]
      .map(([, name]) => name)
      .filter((name) => name !== 'name');
    expect(listed.sort()).toEqual([...inCode].sort());
  });

  it('can be complete: every option list says where its wording comes from', () => {
    const text = files('domain/src/profiling/options').map(read).join('\n');
    const lists = [...text.matchAll(/^export const (\w+)/gm)].map(([, name]) => name);
    const sourced = [
      ...text.matchAll(/\/\*\* (?:Specification|Assumption: [a-z-]+)\.[^\n]*\*\/\nexport const (\w+)/g),
    ].map(([, name]) => name);
    expect(sourced).toEqual(lists);
  });
});

describe('.env.example', () => {
  it('has every variable that is read, and no other', () => {
    const config = read('api/src/config.ts') + read('scripts/start.ts') + read('sandbox/src/server.ts');
    const inCode = new Set(
      [...config.matchAll(/(?:text|oneOf|url|secret|number|has)\(\s*'([A-Z_]+)'|env\.([A-Z_]+)|'([A-Z]+_KEY)'/g)].map(
        (match) => match[1] ?? match[2] ?? match[3],
      ),
    );
    const listed = [...read('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name);
    expect(listed.sort()).toEqual([...inCode].sort());
  });
});

describe('docs/clauses.md', () => {
  it('every clause is proven by a test that names it', () => {
    const ids = [...read('docs/clauses.md').matchAll(/^- ([A-Z]\d+) /gm)].map(([, id]) => id as string);
    const proven = new Set(
      tests.flatMap((file) =>
        [...read(file).matchAll(/['"`]((?:[A-Z]\d+(?:, )?)+)(?::|['"`],)/g)].flatMap(
          ([, named]) => named?.split(', ') ?? [],
        ),
      ),
    );
    const unproven = ids.filter((id) => !proven.has(id));
    expect(unproven).toEqual([]);
  });
});

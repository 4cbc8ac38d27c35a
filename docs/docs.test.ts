/** The documents say what is so: each list in them is compared with the code it is about. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allFiles, matches, read, sorted, sources, tests } from '../scripts/repository.ts';

const root = join(import.meta.dirname, '..');

/** Each id of a list such as 'A1, A2', where the pattern's first group is one. */
const idsOf = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].flatMap(([, ids]) => (ids as string).split(', '));

describe('README', () => {
  it('names only commands that exist, and every one that a person runs', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = new Set([...read('README.md').matchAll(/npm (?:run )?([a-z0-9:]+)/g)].map(([, name]) => name));
    named.delete('ci');
    expect([...named].sort()).toEqual(Object.keys(scripts).sort());
  });

  it('shows every picture that is kept, also in the dark scheme', () => {
    const shown = matches(read('README.md'), /\bsrc(?:set)?="([^"]+)"/g);
    const kept = readdirSync('docs/pictures').map((name) => `docs/pictures/${name}`);
    expect(sorted(shown)).toEqual(kept.sort());
  });
});

const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md'].concat(
  readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
);

it('a link between documents leads to a file and a heading that there are', () => {
  /** As GitHub names a heading's place. */
  const placesIn = (document: string) =>
    matches(read(document), /^#+ (.*)$/gm).map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    );
  const links = documents.flatMap((document) =>
    matches(read(document), /\]\((?!http)([^)]+)\)/g).map((link) => ({ document, link })),
  );
  const isDead = ({ document, link }: (typeof links)[number]) => {
    const [file = '', place] = link.split('#');
    const target = file === '' ? document : join(dirname(document), file);
    return !existsSync(join(root, target)) || (place !== undefined && !placesIn(target).includes(place));
  };
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter(isDead)).toEqual([]);
});

it('ARCHITECTURE says what every folder of code is for', () => {
  const map = read('ARCHITECTURE.md');
  for (const folder of new Set(allFiles.map((file) => file.split('/')[0] as string)))
    if (!folder.endsWith('.ts')) expect(map).toContain(`\`${folder}\``);
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
    const text = allFiles
      .filter((file) => file.startsWith('domain/src/profiling/options/'))
      .map(read)
      .join('\n');
    const lists = [...text.matchAll(/^export const (\w+)/gm)].map(([, name]) => name);
    const sourced = [
      ...text.matchAll(/\/\*\* (?:Specification|Assumption: [a-z-]+)\.[^\n]*\*\/\nexport const (\w+)/g),
    ].map(([, name]) => name);
    expect(sourced).toEqual(lists);
  });
});

it('.env.example has every variable that the launcher and the sandbox read', () => {
  const inCode = ['scripts/start.ts', 'sandbox/src/server.ts'].flatMap((file) =>
    matches(read(file), /env\.([A-Z_]+)/g),
  );
  const listed = new Set(matches(read('.env.example'), /^#?([A-Z_]+)=/gm));
  expect(inCode.filter((name) => !listed.has(name))).toEqual([]);
});

describe('docs/clauses.md', () => {
  it('every clause is proven by a test that names it', () => {
    const ids = [...read('docs/clauses.md').matchAll(/^- ([A-Z]\d+) /gm)].map(([, id]) => id as string);
    const proven = new Set(tests.flatMap((file) => idsOf(read(file), /['"`]((?:[A-Z]\d+(?:, )?)+)(?::|['"`],)/g)));
    const unproven = ids.filter((id) => !proven.has(id));
    expect(unproven).toEqual([]);
  });
});

describe('an id at the start of a test’s name', () => {
  const CLAUSES = 'docs/clauses.md';
  /** Where the families other than the clauses are defined. */
  const HOMES = new Map([
    ['I', 'docs/reliability.md'],
    ['R', 'docs/reliability.md'],
    ['T', 'docs/threats.md'],
  ]);
  const homeOf = (id: string) => HOMES.get(id.charAt(0)) ?? CLAUSES;
  /** In a list, or in the first column of a table. Other documents may name it there too. */
  const definedIn = (home: string) =>
    idsOf(read(home), /^[-|] ((?:[A-Z]\d+(?:, )?)+) /gm).filter((id) => homeOf(id) === home);

  it('is defined in the document of its family', () => {
    const defined = new Set([CLAUSES, ...new Set(HOMES.values())].flatMap(definedIn));
    const unknown = tests.flatMap((file) =>
      idsOf(read(file), /['"`]((?:[A-Z]\d+(?:, )?)+): /g)
        .filter((id) => !defined.has(id))
        .map((id) => `${id} in ${file}`),
    );
    expect(unknown).toEqual([]);
  });
});

describe('a test that a document cites', () => {
  /** As it is written from the root or from api/src; otherwise the one file whose path ends so. */
  const fileOf = (path: string): string | undefined => {
    const [ending, ...others] = tests.filter((file) => file.endsWith(`/${path}`));
    return [path, `api/src/${path}`].find((file) => tests.includes(file)) ?? (others.length === 0 ? ending : undefined);
  };
  const titlesIn = (file: string) =>
    [...read(file).matchAll(/(?:\b(?:it|describe|test)(?:\.\w+)*\(|\)\()\s*(['"`])(.*?)\1/g)]
      .map(([, , title]) => title)
      .join(' ');
  /** '…' stands for words that are left out. */
  const isTitled = (file: string, name: string) =>
    new RegExp(
      name
        .split('…')
        .map((part) => part.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
        .join('.*'),
    ).test(titlesIn(file));

  const citedIn = (text: string) =>
    [...text.matchAll(/`([\w./-]+\.test\.tsx?)`([^`|\n]*)/g)].map(([, path = '', rest = '']) => ({
      path,
      names: [...rest.matchAll(/'([^']*)'/g)].map(([, name = '']) => name),
    }));

  it('is there, by its file and its name', () => {
    const missing = documents.flatMap((document) =>
      citedIn(read(document)).flatMap(({ path, names }) => {
        const file = fileOf(path);
        const unknown = file === undefined ? [path] : names.filter((name) => !isTitled(file, name));
        return unknown.map((what) => `${document}: ${path} ${what}`);
      }),
    );
    expect(missing).toEqual([]);
  });

  it('is found by the threat’s id if no name is given', () => {
    const rows = [...read('docs/threats.md').matchAll(/^\| ((?:[TRIS]\d+(?:, )?)+) \|.*$/gm)];
    expect(rows.length).toBeGreaterThan(100);
    const unfound = rows.flatMap(([row, ids = '']) => {
      const cited = citedIn(row);
      const names = cited.flatMap((each) => each.names);
      const files = cited.flatMap(({ path }) => fileOf(path) ?? []);
      const isFound = ids.split(', ').some((id) => files.some((file) => titlesIn(file).split(/\W+/).includes(id)));
      return names.length > 0 || isFound ? [] : [row];
    });
    expect(unfound).toEqual([]);
  });
});

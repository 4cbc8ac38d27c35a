/** The structure of the code: what may import what, that nothing is imported in a circle, and who owns each table. */
import { describe, expect, it } from 'vitest';
import {
  allFiles,
  matches,
  read,
  resolveImport,
  sorted,
  sources,
  specifiersOf,
  WORKSPACES,
} from '../scripts/repository.ts';

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

function graphOf(nameOf: (file: string) => string): Graph {
  const graph = new Map<string, Set<string>>();
  for (const file of sources) {
    const targets = graph.get(nameOf(file)) ?? new Set();
    graph.set(nameOf(file), targets);
    for (const specifier of specifiersOf(file)) {
      const target = resolveImport(file, specifier);
      if (target && nameOf(target) !== nameOf(file)) targets.add(nameOf(target));
    }
  }
  return graph;
}

/** `api: rewards` for a folder of a workspace; a file outside the folders is listed by name: `api: app.ts`. */
function nodeOf(file: string): string {
  const [workspace = '', ...rest] = file.split('/');
  if (rest.length === 0) return workspace;
  const [first = ''] = rest[0] === 'src' ? rest.slice(1) : rest;
  return `${workspace}: ${first}`;
}

/** A path from a node back to itself, for each group of nodes that reach one another. */
function cyclesOf(graph: Graph): string[] {
  const reachable = (from: string) => {
    const seen = new Set<string>();
    const next = [...(graph.get(from) ?? [])];
    for (let node = next.pop(); node !== undefined; node = next.pop())
      if (!seen.has(node)) {
        seen.add(node);
        next.push(...(graph.get(node) ?? []));
      }
    return seen;
  };
  const closures = new Map([...graph.keys()].map((node) => [node, reachable(node)]));
  const isCyclic = (node: string) => closures.get(node)?.has(node);
  const groups = [...graph.keys()].filter(isCyclic).map((node) =>
    [...(closures.get(node) ?? [])]
      .filter((other) => closures.get(other)?.has(node))
      .sort()
      .join(' <-> '),
  );
  return [...new Set(groups)];
}

describe('imports', () => {
  it('make no cycle between files, folders or workspaces', () => {
    expect(cyclesOf(graphOf((file) => file))).toEqual([]);
    expect(cyclesOf(graphOf(nodeOf))).toEqual([]);
    expect(cyclesOf(graphOf((file) => file.split('/')[0] as string))).toEqual([]);
  });

  it('lead from the platform, identity and the operators’ framework to no feature', () => {
    const graph = graphOf(nodeOf);
    expect([...(graph.get('api: platform') ?? [])].filter((target) => target.startsWith('api: '))).toEqual([]);
    expect([...(graph.get('api: identity') ?? [])].filter((target) => target.startsWith('api: '))).toEqual([
      'api: platform',
    ]);
    expect([...(graph.get('api: console') ?? [])].filter((target) => target.startsWith('api: ')).sort()).toEqual([
      'api: identity',
      'api: platform',
    ]);
  });

  it('reach from a workspace only what it may import', () => {
    const allowed: Readonly<Record<string, RegExp>> = {
      domain: /^\./,
      ui: /^(\.|react(\/|$))/,
      'embedded-postgres': /^(\.|node:|pg$)/,
      api: /^(\.|node:|@panel\/(domain\/|embedded-postgres$)|@fastify\/static$|@opentelemetry\/|commander$|openid-client$|csv-parse$|fastify$|ipaddr\.js$|pg$|prom-client$|sonic-boom$)/,
      web: /^(\.|@panel\/(domain|ui)\/|react(-dom)?(\/|$)|vite|@vitejs\/|node:)/,
      console: /^(\.|@panel\/(api|domain|ui)\/|@tanstack\/react-query$|react(-dom)?(\/|$)|vite|@vitejs\/)/,
      sandbox: /^(\.|node:)/,
    };
    for (const file of sources)
      for (const specifier of specifiersOf(file)) {
        const workspace = WORKSPACES.find((name) => file.startsWith(`${name}/`));
        if (!workspace) continue;
        const rule = allowed[workspace];
        if (rule) expect(specifier, `${file} imports ${specifier}`).toMatch(rule);
        const target = specifier.startsWith('.') && resolveImport(file, specifier);
        if (target) expect(target, `${file} leaves its workspace`).toMatch(new RegExp(`^${workspace}/`));
      }
  });
});

it('the console knows the api by its types alone', () => {
  const imports = sources
    .filter((file) => file.startsWith('console/'))
    .flatMap((file) => matches(read(file), /^(import [^;]*?) from '@panel\/api\//gm));
  expect(imports).not.toEqual([]);
  for (const one of imports) expect(one).toMatch(/^import type /);
});

describe('requests to other parties', () => {
  const server = sources.filter((file) => file.startsWith('api/src/'));
  /** Who each module sends requests to, as docs/privacy.md names them. */
  const PARTIES: Readonly<Record<string, string>> = {
    'api/src/console/proposal-webhook.ts': 'the approvers’ webhook',
    'api/src/console/sign-in.ts': 'the identity provider',
    'api/src/messages/chat.ts': 'the super-app',
    'api/src/partners/survey-request.ts': 'survey partners',
    'api/src/rewards/issuer.ts': 'the voucher issuer',
  };

  it('are made by one client, and for the sandbox’s clock', () => {
    const isClient = (file: string) =>
      /\bfetch\(|import .*\b(get|request|connect|createConnection)\b.* from 'node:(http|https|http2|net|tls|dgram)'/.test(
        read(file),
      );
    expect(server.filter(isClient).sort()).toEqual(['api/src/platform/clock.ts', 'api/src/platform/parties/client.ts']);
  });

  it('go only to the parties that docs/privacy.md lists', () => {
    const isUser = (file: string) =>
      specifiersOf(file).some((name) => /platform\/parties\/client\.ts$|^openid-client$/.test(name));
    expect(server.filter(isUser).sort()).toEqual(Object.keys(PARTIES));
    const [, recipients = ''] = read('docs/privacy.md').split('## Who gets it');
    for (const party of Object.values(PARTIES)) expect(recipients).toContain(`| ${party}`);
  });
});

describe('tables', () => {
  const owners = new Map(
    [...read('docs/schema.md').matchAll(/^\| `([\w`, ]+)` \| `(\w+)` \|/gm)].flatMap(([, names, owner]) =>
      (names as string).split('`, `').map((name) => [name, owner as string] as const),
    ),
  );

  const tables = [...owners.keys()];
  const pattern = (words: string) => new RegExp(`\\b(?:${words})\\s+(${tables.join('|')})\\b(?:\\s+(\\w+))?`, 'g');

  /** The table of each `for update`: the one with the alias after `of`, or else the one that was named last. */
  const lockedTables = (text: string): string[] =>
    [...text.matchAll(/\bfor (?:no key )?update\b(?: of (\w+))?/g)].flatMap(({ index, 1: wanted }) => {
      const named = [...text.slice(0, index).matchAll(pattern('from|join'))];
      return named.findLast(([, , alias]) => !wanted || alias === wanted)?.[1] ?? [];
    });
  const writtenTables = (text: string): string[] =>
    [...text.matchAll(pattern('into|update|delete from|lock table'))].flatMap(([, table]) => table ?? []);

  it('are written and locked by their owner alone', () => {
    for (const file of sources.filter((source) => source.startsWith('api/src/')))
      for (const table of [...writtenTables(read(file)), ...lockedTables(read(file))])
        expect(file, `${table} belongs to ${owners.get(table)}`).toMatch(new RegExp(`^api/src/${owners.get(table)}/`));
  });
});

describe('exported names', () => {
  const namesOf = (file: string) =>
    matches(read(file), /^export (?:async )?(?:const|function\*?|class|type|interface) (\w+)/gm);
  const repeated = (files: readonly string[]) => {
    const names = files.flatMap(namesOf);
    return sorted(names.filter((name, index) => names.indexOf(name) !== index));
  };

  it.each(['web', 'console'])('are exported by one file of the product, with %s', (app) => {
    const others = new RegExp(`^(bench|${app === 'web' ? 'console' : 'web'})/`);
    expect(repeated(sources.filter((file) => !others.test(file)))).toEqual([]);
  });

  it('are exported by one file of the api and its test helpers', () => {
    expect(repeated(allFiles.filter((file) => /^api\/(src|test)\/.*\.ts$/.test(file)))).toEqual([]);
  });
});

describe('files', () => {
  it('have at most 400 lines, but for lists of data', () => {
    const isData = (file: string) => /^domain\/src\/(golden\.ts|profiling\/(options|questions)\/)/.test(file);
    const long = allFiles
      .filter((file) => /\.(tsx?|css|sql)$/.test(file) && !isData(file))
      .filter((file) => read(file).trimEnd().split('\n').length > 400);
    expect(long).toEqual([]);
  });
});

/** What holds for the structure of the code: what may import what, who owns each table, how long a file is. `faults` is empty if it does. */
import { allFiles, isTest, matches, read, resolveImport, sources, specifiersOf, WORKSPACES } from './repository.ts';

export const faults: string[] = [];
const refuse = (files: readonly string[], rule: string) => faults.push(...files.map((file) => `${file} ${rule}`));
const repeated = (names: readonly string[]) => [
  ...new Set(names.filter((name, index) => names.indexOf(name) !== index)),
];

const MAX_LINES = 400;
const isData = (file: string) => /^domain\/src\/(golden\.ts|profiling\/(options|questions)\/)/.test(file);
refuse(
  allFiles
    .filter((file) => /\.(tsx?|css|sql)$/.test(file) && !isData(file) && !isTest(file))
    .filter((file) => read(file).trimEnd().split('\n').length > MAX_LINES),
  `has more than ${MAX_LINES} lines`,
);

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

const imports = sources.flatMap((file) => specifiersOf(file).map((specifier) => ({ file, specifier })));
const targets = imports.flatMap(({ file, specifier }) => {
  const target = resolveImport(file, specifier);
  return target ? [{ file, target }] : [];
});

function graphOf(nameOf: (file: string) => string): Graph {
  const graph = new Map(sources.map((file) => [nameOf(file), new Set<string>()]));
  for (const { file, target } of targets)
    if (nameOf(target) !== nameOf(file)) graph.get(nameOf(file))?.add(nameOf(target));
  return graph;
}

/** `api: rewards` for a folder of a workspace; a file outside the folders is listed by name: `api: app.ts`. */
function nodeOf(file: string): string {
  const [workspace = '', ...rest] = file.split('/');
  if (rest.length === 0) return workspace;
  const [first = ''] = rest[0] === 'src' ? rest.slice(1) : rest;
  return `${workspace}: ${first}`;
}

/** The nodes of each group whose members reach one another. */
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
  const groups = [...closures]
    .filter(([node, reached]) => reached.has(node))
    .map(([node, reached]) =>
      [...reached]
        .filter((other) => closures.get(other)?.has(node))
        .sort()
        .join(' <-> '),
    );
  return [...new Set(groups)];
}

const folders = graphOf(nodeOf);
refuse(
  [graphOf((file) => file), folders, graphOf((file) => file.split('/')[0] ?? '')].flatMap(cyclesOf),
  'import each other',
);

/** What the lower layers of the api may import of it; they know no feature. */
const LAYERS = { platform: [], identity: ['platform'], console: ['identity', 'platform'] };
for (const [layer, below] of Object.entries(LAYERS))
  for (const target of folders.get(`api: ${layer}`) ?? [])
    if (target.startsWith('api: ') && !below.some((name) => target === `api: ${name}`))
      faults.push(`api/src/${layer} imports ${target.slice('api: '.length)}`);

/** What each workspace may import. */
const ALLOWED: Readonly<Record<string, RegExp>> = {
  domain: /^\./,
  ui: /^(\.|react(\/|$))/,
  'embedded-postgres': /^(\.|node:|pg$)/,
  api: /^(\.|node:|@panel\/(domain\/|embedded-postgres$)|@fastify\/static$|@opentelemetry\/|commander$|openid-client$|csv-parse$|fastify$|ipaddr\.js$|pg$|prom-client$|sonic-boom$)/,
  web: /^(\.|@panel\/(domain|ui)\/|react(-dom)?(\/|$)|vite|@vitejs\/|node:)/,
  console: /^(\.|@panel\/(api|domain|ui)\/|@tanstack\/react-query$|react(-dom)?(\/|$)|vite|@vitejs\/)/,
  sandbox: /^(\.|node:)/,
};
for (const { file, specifier } of imports) {
  const workspace = WORKSPACES.find((name) => file.startsWith(`${name}/`));
  const rule = workspace && ALLOWED[workspace];
  if (!rule) continue;
  if (!rule.test(specifier)) faults.push(`${file} may not import ${specifier}`);
  const target = specifier.startsWith('.') && resolveImport(file, specifier);
  if (target && !target.startsWith(`${workspace}/`)) faults.push(`${file} leaves its workspace for ${target}`);
}

// The console knows the api by its types alone.
for (const file of sources.filter((name) => name.startsWith('console/')))
  for (const [line] of read(file).matchAll(/^import (?!type )[^;]*? from '@panel\/api\/.*/gm))
    faults.push(`${file} imports more than a type: ${line}`);

const server = sources.filter((file) => file.startsWith('api/src/'));

/** Who each module sends requests to, as docs/privacy.md names them. */
const PARTIES: Readonly<Record<string, string>> = {
  'api/src/console/proposal-webhook.ts': 'the approvers’ webhook',
  'api/src/console/sign-in.ts': 'the identity provider',
  'api/src/messages/chat.ts': 'the super-app',
  'api/src/partners/survey-request.ts': 'survey partners',
  'api/src/rewards/issuer.ts': 'the voucher issuer',
};
/** The one client, and for the sandbox's clock. */
const CLIENTS = ['api/src/platform/clock.ts', 'api/src/platform/parties/client.ts'];
const REQUEST =
  /\bfetch\(|import .*\b(get|request|connect|createConnection)\b.* from 'node:(http|https|http2|net|tls|dgram)'/;
refuse(
  server.filter((file) => REQUEST.test(read(file)) && !CLIENTS.includes(file)),
  'sends requests without the client of platform/parties',
);
const callsParties = (file: string) =>
  specifiersOf(file).some((name) => /platform\/parties\/client\.ts$|^openid-client$/.test(name));
refuse(
  server.filter((file) => callsParties(file) !== file in PARTIES),
  'calls a party that isn’t in PARTIES, or no longer calls one',
);
const [, recipients = ''] = read('docs/privacy.md').split('## Who gets it');
refuse(
  Object.values(PARTIES).filter((party) => !recipients.includes(`| ${party}`)),
  'gets data but isn’t in docs/privacy.md',
);

const owners = new Map(
  [...read('docs/schema.md').matchAll(/^\| `([\w`, ]+)` \| `(\w+)` \|/gm)].flatMap(([, names = '', owner = '']) =>
    names.split('`, `').map((name) => [name, owner] as const),
  ),
);
const afterWords = (words: string) =>
  new RegExp(`\\b(?:${words})\\s+(${[...owners.keys()].join('|')})\\b(?:\\s+(\\w+))?`, 'g');
const [READ, WRITTEN] = [afterWords('from|join'), afterWords('into|update|delete from|lock table')];
/** The table of each `for update`: the one with the alias after `of`, or else the one that was named last. */
const lockedTables = (text: string): string[] =>
  [...text.matchAll(/\bfor (?:no key )?update\b(?: of (\w+))?/g)].flatMap(({ index, 1: wanted }) => {
    const named = [...text.slice(0, index).matchAll(READ)];
    return named.findLast(([, , alias]) => !wanted || alias === wanted)?.[1] ?? [];
  });
for (const file of server)
  for (const table of new Set([...matches(read(file), WRITTEN), ...lockedTables(read(file))]))
    if (!file.startsWith(`api/src/${owners.get(table)}/`))
      faults.push(`${file} writes ${table}, which belongs to ${owners.get(table)}`);

const namesOf = (file: string) =>
  matches(read(file), /^export (?:async )?(?:const|function\*?|class|type|interface) (\w+)/gm);
const product = sources.filter((file) => !file.startsWith('bench/'));
for (const files of [
  // The two apps are never in one program.
  product.filter((file) => !file.startsWith('console/')),
  product.filter((file) => !file.startsWith('web/')),
  allFiles.filter((file) => /^api\/(src|test)\/.*\.ts$/.test(file)),
])
  refuse(repeated(files.flatMap(namesOf)), 'is exported by several files');

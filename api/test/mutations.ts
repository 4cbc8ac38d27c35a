/** A valid request with one error, always the same for the same seed. */
import { METHODS } from 'node:http';
import { HEADERS, SEGMENTS, SQL_TOKENS, TEXTS } from './hostile-values.ts';
import { pick, type Random } from './numbers.ts';

export type Request = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer;
};
type Json = Record<string, unknown>;

const VALUES: readonly unknown[] = [
  ...TEXTS,
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  [],
  [[]],
  [null],
  {},
  { toString: null },
  { valueOf: 1, toString: 1 },
  { length: -1 },
  { $ne: null },
  { type: 'Buffer', data: [1] },
  Array.from({ length: 300 }, (_, index) => index),
];

type Mutation = (request: Request, random: Random) => Request;
const withBody = (request: Request, payload: string | Buffer): Request => ({
  ...request,
  headers: { 'content-type': 'application/json', ...request.headers },
  payload,
});

/** Text as a browser sends it, including half characters. */
const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

/** Each place inside a payload, as the object that contains it and its key. */
function placesOf(node: unknown): [parent: Json, key: string][] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, inner]) => [[node as Json, key] as [Json, string], ...placesOf(inner)]);
}

/** Changes one place of a JSON body. */
const inBody =
  (edit: (parent: Json, key: string, random: Random) => void): Mutation =>
  (request, random) => {
    const body = JSON.parse(String(request.payload ?? '{"data":[{"value":1}]}')) as Json;
    const [parent, key] = pick(placesOf(body), random);
    edit(parent, key, random);
    return withBody(request, JSON.stringify(body));
  };

const inText =
  (edit: (text: Buffer, random: Random) => Buffer | string): Mutation =>
  (request, random) =>
    withBody(request, edit(Buffer.from(request.payload ?? '{}'), random));

const inQuery = (request: Request, query: string): Request => ({
  ...request,
  url: `${request.url}${request.url.includes('?') ? '&' : '?'}${query}`,
});

/** Replaces one value of the query, or adds one to an address without a query. */
export const mutatedQuery: Mutation = (request, random) => {
  const value = random(4) ? encoded(pick(TEXTS, random)) : pick(SEGMENTS, random);
  const [path = '', query] = request.url.split('?');
  if (!query) return inQuery(request, `x-binu-did=${value}`);
  const pairs = query.split('&');
  const at = random(pairs.length);
  return { ...request, url: `${path}?${pairs.with(at, `${pairs[at]?.split('=')[0]}=${value}`).join('&')}` };
};

const MUTATIONS: readonly Mutation[] = [
  inBody((parent, key, random) => {
    parent[key] = pick(VALUES, random);
  }),
  inBody((parent, key, random) => {
    parent[key] = pick(SQL_TOKENS, random);
  }),
  inBody((parent, key) => {
    delete parent[key];
  }),
  // T16: a field that only we may set.
  inBody((parent, _, random) => {
    parent[pick(['status', 'available', 'id', 'panelist_id', 'admin', 'constructor', '', 'a.b'], random)] = pick(
      ['approved', 1e6, true],
      random,
    );
  }),
  inBody((parent, key, random) => {
    parent[key] = { [pick(TEXTS, random)]: parent[key] };
  }),
  inText((text, random) => text.subarray(0, random(text.length))),
  inText((text, random) => {
    const changed = Buffer.from(text);
    const at = random(changed.length);
    changed[at] = (changed[at] ?? 0) ^ (1 << random(8));
    return changed;
  }),
  inText((text, random) => Buffer.concat([text, Buffer.from(pick(TEXTS, random))])),
  inText((text) => String(text).replace('{', '{"__proto__":{"status":"approved"},')),
  inText((text) => String(text).replace(/"(\w+)":/, '"$1":null,"$1":')),
  inText((_, random) => '['.repeat(1 + random(30_000))),
  inText((_, random) => `${'{"a":'.repeat(5000)}1${'}'.repeat(5000 - random(2))}`),
  inText((_, random) => Buffer.from(Array.from({ length: random(300) }, () => random(256)))),
  (request, random) => {
    const [path = '', query = ''] = request.url.split('?');
    const segments = path.split('/');
    const at = 1 + random(segments.length - 1);
    const replaced = random(2) ? pick(SEGMENTS, random) : encoded(pick(TEXTS, random));
    return { ...request, url: segments.with(at, replaced).join('/') + (query && `?${query}`) };
  },
  (request, random) => inQuery(request, `x-binu-did=${encoded(pick(TEXTS, random))}`),
  mutatedQuery,
  (request, random) => {
    const name = pick(['x-binu-did', 'did', '__proto__[status]', 'constructor', 'a[]', 'limit', ''], random);
    return inQuery(request, `${name}=1&${name}=${encoded(pick(TEXTS, random))}`);
  },
  (request, random) => inQuery(request, pick(['&&&', '=', '%', '%ff=%00', '?', '#', 'a'.repeat(9000)], random)),
  (request, random) => {
    const [name, value] = pick(HEADERS, random);
    return { ...request, headers: { ...request.headers, [name]: value } };
  },
  (request, random) => ({
    ...request,
    headers: { ...request.headers, [`x-${random(99)}`]: pick(['a', 'é'], random).repeat(random(15_000)) },
  }),
  (request, random) => ({ ...request, method: pick(METHODS, random) }),
];

export const mutated = (request: Request, random: Random): Request => pick(MUTATIONS, random)(request, random);

/** Texts of PostgreSQL, Node and our own code that reveal internals to an attacker. */
export const INTERNALS =
  /syntax error|relation "|column "|invalid input|violates|duplicate key|unterminated|node_modules|\.ts:\d|\n\s+at |Error:|ECONN|fastify|FST_ERR|SQLSTATE|undefined|\[object /i;

/** Every form of the built app, posted with one error: none gets a 500, and a refused one changes nothing. */
import { FORGERY_COOKIE, FORGERY_FIELD } from '@panel/domain/paths';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChangeLog, recordChanges } from '../../test/changes.ts';
import { FORMS, useWebBuild, visit } from '../../test/forms.ts';
import { HEADERS, SEGMENTS, TEXTS } from '../../test/hostile-values.ts';
import { newDid, registered, useKit } from '../../test/kit.ts';
import { INTERNALS, mutatedQuery, type Request } from '../../test/mutations.ts';
import { numbers, pick, type Random } from '../../test/numbers.ts';
import { buildApp } from '../app.ts';

/** Each kind of error is posted this often to each form. */
const TIMES = process.env.LONG ? 150 : 2;
const kit = useKit({ LOG_LEVEL: 'silent' });
const webFolder = useWebBuild();

let app: FastifyInstance;
let token = '';
let changes: ChangeLog;
beforeAll(async () => {
  app = buildApp(kit().deps, { webFolder });
  token = await visit(app);
  changes = await recordChanges(kit());
});
afterAll(() => app.close());

type Mutation = (request: Request, random: Random) => Request;
const inBody =
  (edit: (pairs: string[], random: Random) => readonly string[]): Mutation =>
  (request, random) => ({ ...request, payload: edit(String(request.payload).split('&'), random).join('&') });
const nameOf = (pair = '') => pair.split('=', 1)[0] ?? '';
const encoded = (text: string) => encodeURIComponent(Buffer.from(text).toString());
const withHeader = (request: Request, name: string, value: string): Request => ({
  ...request,
  headers: { ...request.headers, [name]: value },
});

const NAMES = ['__proto__', 'constructor', 'toString', 'a[b]', 'account.status', 'xsrf', 'terms', 'open', 'words', ''];
/** Raw in a body: half characters, invalid UTF-8 and broken percent signs. */
const SEQUENCES = ['%ED%A0%80', '%FF%FE', '%', '%zz', '%00', '%0D%0Aset-cookie:+injected=1', '\ud800', '+', '='];
const MUTATIONS: readonly Mutation[] = [
  inBody((pairs, random) => {
    const at = random(pairs.length);
    return pairs.with(at, `${nameOf(pairs[at])}=${encoded(pick(TEXTS, random))}`);
  }),
  inBody((pairs, random) => {
    const at = random(pairs.length);
    return pairs.with(at, `${nameOf(pairs[at])}=${pick(SEQUENCES, random)}`);
  }),
  inBody((pairs, random) => pairs.toSpliced(random(pairs.length), 1)),
  inBody((pairs, random) => [`${pick(NAMES, random)}=${encoded(pick(TEXTS, random))}`, ...pairs]),
  inBody((pairs, random) => [...pairs, ...Array.from({ length: 1000 }, () => pick(pairs, random))]),
  inBody((pairs, random) => [...pairs, `${nameOf(pick(pairs, random))}=${'é'.repeat(5000 + random(60_000))}`]),
  inBody((_, random) => [pick(['{}', 'null', '"text"', '[]', '&&&&', '===', ''], random)]),
  (request, random) => ({ ...request, payload: Buffer.from(Array.from({ length: 300 }, () => random(256))) }),
  (request, random) => withHeader(request, ...pick(HEADERS, random)),
  (request, random) => {
    const payload = pick(['{"xsrf":["a"],"words":[{}]}', 'null', '7', '"a"', '[[]]'], random);
    return { ...withHeader(request, 'content-type', 'application/json'), payload };
  },
  (request, random) => {
    const name = pick(['notice', 'return-query'], random);
    const value = random(2) ? encoded(pick(TEXTS, random)) : pick(SEQUENCES.slice(0, -3), random);
    return withHeader(request, 'cookie', `${request.headers.cookie}; ${name}=${value}`);
  },
  (request, random) => {
    const [path = '', query] = request.url.split('?');
    const segments = path.split('/');
    const replaced = random(2) ? pick(SEGMENTS, random) : encoded(pick(TEXTS, random));
    const changed = random(2) ? [...segments, replaced] : segments.with(random(segments.length - 1) + 1, replaced);
    return { ...request, url: changed.join('/') + (query ? `?${query}` : '') };
  },
  mutatedQuery,
];

/** What is wrong with a response, or null. */
function faultOf({ statusCode, headers, body }: LightMyRequestResponse, changed: readonly string[]): string | null {
  const { location = '/', 'set-cookie': cookies = '' } = headers;
  if (statusCode >= 500) return `answered ${statusCode}`;
  if (!/^\/(?![/\\])/.test(location)) return `led to ${location}`;
  if (/injected/.test(String(cookies))) return 'set a cookie that the form named';
  if (statusCode < 400) return null;
  if (changed.length > 0) return `answered ${statusCode} and changed ${changed}`;
  return body.startsWith('{') && INTERNALS.test(body) ? `showed ${body}` : null;
}

describe(`R13, T12, T16, T17: ${TIMES * MUTATIONS.length} broken posts`, () => {
  it.each(Object.entries(FORMS))(
    'of %s: no 5xx, no changes by a refused one, no way to another site',
    async (name, formOf) => {
      const random = numbers(Buffer.from(name).reduce((sum, byte) => Math.imul(sum, 31) + byte, 20_261_118));
      const newPanelist = () => (name === 'the sign-up' ? newDid() : registered(kit()));
      let did = await newPanelist();
      const faults: string[] = [];
      await changes.take();
      for (const mutate of Array.from({ length: TIMES }, () => MUTATIONS).flat()) {
        const { url, fields } = formOf(did);
        const pairs = [...fields, [FORGERY_FIELD, token] as const].map(([field, value]) => [field, value]);
        const headers = {
          'content-type': 'application/x-www-form-urlencoded',
          cookie: `${FORGERY_COOKIE}=${token}`,
          origin: 'null',
        };
        const good = { method: 'POST', url, headers, payload: new URLSearchParams(pairs).toString() };
        const request = mutate(good, random);
        const answer = await app.inject({ ...request, method: 'POST' });
        const changed = await changes.take();
        const fault = faultOf(answer, changed);
        if (fault)
          faults.push(`${fault}: ${JSON.stringify({ ...request, payload: String(request.payload) }).slice(0, 600)}`);
        if (changed.includes('panelists')) {
          did = await newPanelist();
          await changes.take();
        }
        // What a redirect or a cookie leaves for the next page must not break it.
        const next = await app.inject({
          url: answer.headers.location ?? url,
          headers: { cookie: String(request.headers.cookie) },
        });
        if (next.statusCode >= 500) faults.push(`the next page answered ${next.statusCode}: ${request.headers.cookie}`);
      }
      expect(faults).toEqual([]);
    },
    900_000,
  );
});

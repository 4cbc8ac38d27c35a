/** Sends every console request with one thing wrong: none gets a 500, and a refused one changes nothing. */

import { OPERATIONS } from '@panel/domain/console/all-operations';
import type { Input } from '@panel/domain/console/operation';
import { CONSOLE_PAGES, PAGE_DEFINITIONS, type PageName, ROLES, type Role } from '@panel/domain/console/pages';
import { CONSOLE_API } from '@panel/domain/paths';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ChangeLog, recordChanges } from '../../test/changes.ts';
import { registered } from '../../test/kit.ts';
import { INTERNALS, mutated, mutatedQuery, type Request } from '../../test/mutations.ts';
import { numbers } from '../../test/numbers.ts';
import { earnAvailable } from '../rewards/rewards.testing.ts';
import { type Browser, useConsole } from './console.testing.ts';

/** Per route. Fewer than for panelists' routes: these requests read more, and only a signed-in operator can send them. */
const REQUESTS = process.env.LONG ? 500 : 10;
const { kit, app, signIn } = useConsole({ LOG_LEVEL: 'silent' });
/** Even a refused request marks its session as used. */
const USE_OF_SESSION = 'operator_sessions';
/** A refused approval is written down. */
const REFUSED_APPROVAL = 'audit';

const browsers = new Map<Role, Browser>();
let changes: ChangeLog;
let did = '';
let card = '';
beforeAll(async () => {
  did = await registered(kit());
  await earnAvailable(kit(), did);
  card = (await (await signIn('support-1', 'support')).operate('open-card', { did, reason: 'x' })).json().card;
  changes = await recordChanges(kit());
});
// Each time, because one of the operations signs an operator out everywhere.
beforeEach(async () => {
  for (const role of ROLES) browsers.set(role, await signIn(`${role}-1`, role));
});

function goodValueOf(input: Input): string {
  switch (input.kind) {
    case 'did':
      return did;
    case 'panelist':
      return card;
    case 'choice':
      return input.options[0]?.code ?? '';
    case 'file':
      return 'session;status;amount\ns_1;reversed;\n';
    case 'sample':
      return 'answer=gender:female&ageFrom=18&quotaRow=gender&finishedWanted=1';
    case 'time':
      return '2026-11-16T09:00';
    default:
      return 'x';
  }
}

const QUERY =
  '?answer=gender:female&ageFrom=18&question=gender&status=approved&dispute=D-1&proposal=P-1&account=a&from=2026-01-01&to=2026-12-31&cursor=%3E1&search=x&task=study';
type Row = { readonly route: string; readonly role: Role; readonly payloadOf?: () => object };
const pageRow = (page: PageName, query: string): Row => ({
  route: `GET ${CONSOLE_API}/pages/${page}${query}`,
  role: PAGE_DEFINITIONS[page].roles[0],
});
const remark = () => ({ reason: 'x' });
const ROWS: readonly Row[] = [
  ...Object.values(OPERATIONS).map(({ name, roles, inputs }) => ({
    route: `POST ${CONSOLE_API}/operations/${name}`,
    role: roles[0],
    ...(inputs.length > 0 && {
      payloadOf: () => Object.fromEntries(inputs.map((input) => [input.name, goodValueOf(input)])),
    }),
  })),
  ...CONSOLE_PAGES.map((page) => pageRow(page, QUERY)),
  ...CONSOLE_PAGES.flatMap((page) =>
    PAGE_DEFINITIONS[page].tables.map((table) => pageRow(page, `${QUERY}&format=csv&table=${table}`)),
  ),
  { route: `GET ${CONSOLE_API}/tasks/study`, role: 'fieldwork' },
  { route: `GET ${CONSOLE_API}/session`, role: 'finance' },
  { route: `POST ${CONSOLE_API}/proposals/P-1/approve`, role: 'finance', payloadOf: remark },
  { route: `POST ${CONSOLE_API}/proposals/P-1/refuse`, role: 'finance', payloadOf: remark },
  { route: `POST ${CONSOLE_API}/proposals/P-1/reopen`, role: 'finance', payloadOf: remark },
];

describe(`R13, T16, T17, T22: ${REQUESTS} broken requests from an operator`, () => {
  it.each(ROWS)(
    'to $route get no 5xx; a refused one changes nothing and shows no internals',
    async ({ route, role, payloadOf }) => {
      const random = numbers(Buffer.from(route).reduce((sum, byte) => Math.imul(sum, 31) + byte, 20_261_117));
      const [method = '', url = ''] = route.split(' ');
      const payload = payloadOf?.();
      const good: Request = {
        method,
        url,
        headers: {
          cookie: browsers.get(role)?.cookie ?? '',
          origin: kit().config.console.origin,
          'sec-fetch-site': 'same-origin',
          ...(payload && { 'content-type': 'application/json' }),
        },
        ...(payload && { payload: JSON.stringify(payload) }),
      };
      const faults: string[] = [];
      await changes.take();
      for (let made = 0; made < REQUESTS; made += 1) {
        // A page's query has what an operator typed or chose.
        const request = payload || made % 5 === 0 ? mutated(good, random) : mutatedQuery(good, random);
        const answer = await app().inject({ ...request, method: request.method as 'GET' });
        const kept = url.endsWith('/approve') ? [USE_OF_SESSION, REFUSED_APPROVAL] : [USE_OF_SESSION];
        const changed = (await changes.take()).filter((table) => !kept.includes(table));
        const isRefused = answer.statusCode >= 400;
        if (answer.statusCode >= 500 || (isRefused && (changed.length > 0 || INTERNALS.test(answer.body))))
          faults.push(
            `${answer.statusCode}, changed ${changed}, ${answer.body.slice(0, 200)}: ${JSON.stringify({ ...request, payload: String(request.payload) }).slice(0, 600)}`,
          );
      }
      expect(faults).toEqual([]);
    },
    900_000,
  );
});

describe('R13: a character that the database can’t store', () => {
  it.each(['pages/audit?account=a%00b', 'pages/audit?search=%00', 'pages/sample?task=%00', 'tasks/a%00b'])(
    'finds nothing: %s',
    async (address) => {
      const role = address.startsWith('pages/audit') ? 'auditor' : 'fieldwork';
      expect((await browsers.get(role)?.get(`${CONSOLE_API}/${address}`))?.statusCode).toBe(404);
    },
  );

  it.each(['a\0b', 'a\ud800'])('is refused in an input: %j', async (text) => {
    const answer = await browsers.get('support')?.operate('open-card', { did, reason: text });
    expect([answer?.statusCode, answer?.json().errors?.[0]?.field]).toEqual([400, 'reason']);
  });
});

/** Every route with valid requests that have one error: none gets a 500, and a refused one changes nothing. */
import { api } from '@panel/domain/paths';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChangeLog, recordChanges } from '../../test/changes.ts';
import { newDid, registered, useKit } from '../../test/kit.ts';
import { INTERNALS, mutated, type Request } from '../../test/mutations.ts';
import { numbers } from '../../test/numbers.ts';
import {
  FORM_ROUTES,
  isFile,
  methodOf,
  PANELIST_ROUTES,
  PARTNER_ROUTES,
  PUBLIC_ROUTES,
  reportableSession,
  TASK_ROUTES,
  withRoutes,
} from '../../test/routes.ts';
import { buildApp } from '../app.ts';
import { finishSurvey } from '../disputes/disputes.testing.ts';
import { startPureSpectrum } from '../partners/partners.testing.ts';
import { ENOUGH, earnAvailable } from '../rewards/rewards.testing.ts';
import { useServer, webFolder } from '../web/web.testing.ts';

/** Requests per route; `npm run test:long` makes it 2,000. */
const REQUESTS = process.env.LONG ? 2000 : 100;
const partner = await startPureSpectrum();
const kit = useKit({
  LOG_LEVEL: 'silent',
  ERROR_REPORTING: 'on',
  PURESPECTRUM_URL: partner.url,
  DAILY_CAP_RAND: '100000',
});
useServer();

let app: FastifyInstance;
let changes: ChangeLog;
beforeAll(async () => {
  ({ app } = await withRoutes(() => buildApp(kit().deps, { webFolder: webFolder() })));
  changes = await recordChanges(kit());
});
afterAll(() => app.close());

/** Written by a refused callback: the refusal. */
const LOG_OF_REFUSED = 'partner_events';

const ROUTES: readonly [route: string, call: (did: string) => { url: string; payload?: object }][] = [
  ...Object.entries(PANELIST_ROUTES),
  ...[PARTNER_ROUTES, TASK_ROUTES, FORM_ROUTES]
    .flatMap(Object.entries<string>)
    .map(([route, url]) => [route, () => ({ url })] as const),
  ...Object.entries(PUBLIC_ROUTES).map(([route, call]) => [route, () => call] as const),
].filter(([route]) => !isFile(route) || route in PUBLIC_ROUTES) as never;

/** What is wrong with a response, or null. */
function faultOf(answer: LightMyRequestResponse, changed: readonly string[]): string | null {
  if (answer.statusCode >= 500) return `answered ${answer.statusCode}`;
  if (String(answer.headers['set-cookie'] ?? '').includes('injected')) return 'set a cookie that the request named';
  if (answer.statusCode < 400) return null;
  const tables = changed.filter((table) => table !== LOG_OF_REFUSED);
  if (tables.length > 0) return `answered ${answer.statusCode} and changed ${tables}`;
  return INTERNALS.test(answer.body) ? `showed ${answer.body}` : null;
}

const REGISTER = `POST ${api.register}`;
const didFor = async (route: string): Promise<string> => {
  if (route === REGISTER) return newDid();
  const did = await registered(kit());
  await earnAvailable(kit(), did);
  await finishSurvey(kit(), did, 2, reportableSession(did));
  return did;
};

describe(`R13, T16, T17, T22: ${REQUESTS} broken requests`, () => {
  it.each(ROUTES)(
    'of %s: no 5xx, no changes by a refused one, no internals shown',
    async (route, callOf) => {
      const random = numbers(Buffer.from(route).reduce((sum, byte) => Math.imul(sum, 31) + byte, 20_261_115));
      let did = route in PANELIST_ROUTES ? await didFor(route) : '';
      // A panelist registers and leaves once.
      const endsPanelist = route === REGISTER || route.startsWith('DELETE');
      const faults: string[] = [];
      await changes.take();
      for (let made = 0; made < REQUESTS; made += 1) {
        const { url, payload } = callOf(did);
        const good: Request = {
          method: methodOf(route),
          url,
          headers: payload ? { 'content-type': 'application/json' } : {},
          ...(payload && { payload: JSON.stringify(payload) }),
        };
        const request = mutated(good, random);
        const answer = await app.inject({ ...request, method: request.method as 'GET' });
        const changed = await changes.take();
        const fault = faultOf(answer, changed);
        if (fault)
          faults.push(`${fault}: ${JSON.stringify({ ...request, payload: String(request.payload) }).slice(0, 600)}`);
        if (endsPanelist && answer.statusCode < 400 && changed.includes('panelists')) {
          did = await didFor(route);
          await changes.take();
        }
      }
      expect(faults).toEqual([]);
    },
    900_000,
  );

  it('have changed no balance or status', async () => {
    const { rows } = await kit().db.query(
      `select (select count(*)::int from panelists where status <> 'approved') as statuses, (select count(*)::int from wallets where available + pending + reserved + owed > ${ENOUGH}) as wallets`,
    );
    expect(rows).toEqual([{ statuses: 0, wallets: 0 }]);
  });
});

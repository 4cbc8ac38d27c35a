/** Every route of the server for every identity that a caller can have or claim. */

import { COPY_FORMATS } from '@panel/domain/panelists/your-data';
import { entryLink } from '@panel/domain/partners/entry-link';
import { PARTNERS } from '@panel/domain/partners/partners';
import { api, pattern, screens } from '@panel/domain/paths';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChangeLog, recordChanges, rowsOf } from '../../test/changes.ts';
import { newDid, registered, useKit } from '../../test/kit.ts';
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
import { earnAvailable } from '../rewards/rewards.testing.ts';
import { useServer, webFolder } from '../web/web.testing.ts';

const partner = await startPureSpectrum();
const kit = useKit({ ERROR_REPORTING: 'on', PURESPECTRUM_URL: partner.url });
useServer();

let app: FastifyInstance;
let routes: readonly string[] = [];
let changes: ChangeLog;
/** Another panelist, with money, whose data no other caller may change or see. */
let bystander = '';
let bystanderRows: string[] = [];

beforeAll(async () => {
  ({ app, routes } = await withRoutes(() => buildApp(kit().deps, { webFolder: webFolder() })));
  bystander = await withMoney(await registered(kit()));
  changes = await recordChanges(kit());
  bystanderRows = await rowsOf(kit(), bystander);
  expect(bystanderRows.length).toBeGreaterThan(10);
});
afterAll(() => app.close());

const withMoney = async (did: string): Promise<string> => {
  await earnAvailable(kit(), did);
  await finishSurvey(kit(), did, 2, reportableSession(did));
  return did;
};
const suspended = async (did: string): Promise<string> => {
  await kit().db.query("update panelists set status = 'suspended' where did_index = $1", [
    kit().vault.digest('did', did),
  ]);
  return did;
};
const deleted = async (did: string): Promise<string> => {
  await app.inject({ method: 'DELETE', url: api.deleteProfile(did) });
  return did;
};

async function call(route: string, did: string, query = '', headers: Record<string, string> = {}) {
  const { url, payload } = PANELIST_ROUTES[route]?.(did) ?? { url: '' };
  await changes.take();
  const answer = await app.inject({
    method: methodOf(route) as 'GET',
    url: url + query,
    headers,
    ...(payload && { payload }),
  });
  const text = answer.body.replace(/"requestId":"[^"]*"/, '');
  return { status: answer.statusCode, text, changed: await changes.take() };
}

/** The responses to a panelist who isn't approved; other calls are answered as usual. */
const NOT_APPROVED: Readonly<Record<string, unknown>> = {
  [`GET ${pattern(api.withdraw)}`]: false,
  [`GET ${pattern(api.surveys)}`]: { surveys: [] },
  [`POST ${pattern(api.surveys)}`]: { url: '' },
  ...Object.fromEntries(PARTNERS.map((partner) => [`GET ${pattern(entryLink(partner))}`, { url: '' }])),
};
const REGISTER = `POST ${api.register}`;
/** Needs more than the did: a code from the chat. */
const LOCKED = COPY_FORMATS.map((format) => `GET ${pattern(api.dataCopy(format))}`);
const answered = (route: string): number => (route === REGISTER ? 201 : LOCKED.includes(route) ? 403 : 200);
const CHECK = `GET ${pattern(api.registrationCheck)}`;

describe('T1, R20: the list of routes', () => {
  it('has a row here for every route, and no others', () => {
    const rows = [PANELIST_ROUTES, PARTNER_ROUTES, TASK_ROUTES, PUBLIC_ROUTES, FORM_ROUTES].flatMap(Object.keys);
    expect(routes.filter((route) => !isFile(route) || rows.includes(route))).toEqual(rows.sort());
  });
});

describe.each(Object.keys(PANELIST_ROUTES))('T1, R20: %s', (route) => {
  const isRegistration = route === REGISTER;
  const did = async () => withMoney(await registered(kit()));

  it('own: is answered, and neither changes nor shows other panelists’ data', async () => {
    const { status, text } = await call(route, await did());
    expect([status, text]).toEqual([answered(route), expect.not.stringContaining(bystander)]);
    expect(await rowsOf(kit(), bystander)).toEqual(bystanderRows);
  });

  it('other: a did in a header or a cookie changes nothing, and another panelist’s did in the query is refused', async () => {
    const own = isRegistration ? newDid() : await did();
    const { status, changed, text } = await call(route, own, `?x-binu-did=${bystander}`, { 'x-binu-did': bystander });
    expect([status, changed, text]).toEqual([400, [], expect.stringContaining('"field":"x-binu-did"')]);
    for (const query of [`?x-binu-did=${own}`, `?x-binu-did=${own}&x-binu-did=${bystander}`, '?x-binu-did='])
      expect(await call(route, bystander, query)).toMatchObject({ status: 400, changed: [] });
    expect(await rowsOf(kit(), bystander)).toEqual(bystanderRows);
  });

  it('unknown, deleted and malformed: exactly the same 404, which changes nothing', async () => {
    const unknown = await call(route, 'unknown-device-1');
    expect(unknown).toEqual({ status: 404, text: expect.stringContaining('unknown-panelist'), changed: [] });
    // A device whose profile was deleted may register again.
    const dids = isRegistration ? [] : [await deleted(await registered(kit()))];
    for (const other of [...dids, 'short', 'x'.repeat(65), "a' or 1=1 --", 'with space', 'déjà-vu-1'])
      expect([other, await call(route, other)]).toEqual([other, unknown]);
  });

  it('none: is refused and changes nothing', async () => {
    const { status, changed } = await call(route, '');
    expect([400, 404]).toContain(status);
    expect(changed).toEqual([]);
  });

  it('not approved: gets no money and no survey', async () => {
    const own = await suspended(await did());
    const { status, text, changed } = await call(route, own);
    expect(status).toBe(answered(route));
    if (route in NOT_APPROVED) {
      expect(JSON.parse(text)).toEqual(NOT_APPROVED[route]);
      expect(changed).toEqual([]);
    }
    if (route === CHECK) expect(text).not.toMatch(/_link":"/);
  });
});

describe('T1, R20: the routes of partners', () => {
  it.each(Object.entries(PARTNER_ROUTES))('%s does nothing without a signature', async (route, url) => {
    await changes.take();
    const answer = await app.inject({ method: methodOf(route) as 'GET', url, payload: '' });
    // A returning browser is still sent to its page.
    expect([403, 303]).toContain(answer.statusCode);
    expect((await changes.take()).filter((table) => table !== 'partner_events')).toEqual([]);
  });
});

describe('T1, R20: the routes of research tasks', () => {
  it.each(Object.entries(TASK_ROUTES))('%s does nothing without a token or a signature', async (route, url) => {
    await changes.take();
    const answer = await app.inject({ method: methodOf(route) as 'GET', url });
    // A browser is sent to the page for an invalid link.
    expect([answer.statusCode, answer.headers.location]).toEqual(
      route.startsWith('GET') ? [302, screens.result('no-information-found')] : [403, undefined],
    );
    expect(await changes.take()).toEqual([]);
  });
});

describe('R20: the public routes', () => {
  it('are answered without a did and change nothing', async () => {
    await changes.take();
    const files = routes.filter(isFile).map((route) => [route, { url: route.split(' ')[1] as string }] as const);
    for (const [route, request] of [...Object.entries(PUBLIC_ROUTES), ...files]) {
      const { statusCode } = await app.inject({ method: methodOf(route) as 'GET', ...request });
      expect([route, statusCode]).toEqual([route, route.startsWith('POST') ? 204 : 200]);
    }
    expect(await changes.take()).toEqual([]);
  });
});

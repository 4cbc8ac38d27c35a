/** Every form of the built app, posted without script, for every identity that a caller can have or claim. */
import { api, screens } from '@panel/domain/paths';
import { ON } from '@panel/domain/questionnaire/fields';
import { REPORT } from '@panel/domain/wording/report';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChangeLog, recordChanges, rowsOf } from '../../test/changes.ts';
import { FORMS, isChange, type PostedForm, post, useWebBuild, visit } from '../../test/forms.ts';
import { newDid, registered, useKit } from '../../test/kit.ts';
import { reportableSession } from '../../test/routes.ts';
import { buildApp } from '../app.ts';
import { finishSurvey } from '../disputes/disputes.testing.ts';
import { startPureSpectrum } from '../partners/partners.testing.ts';
import { REQUEST_LIMITS } from '../platform/database/connections.ts';
import { createDatabaseClient } from '../platform/database/database.ts';
import { earnAvailable } from '../rewards/rewards.testing.ts';

const partner = await startPureSpectrum();
const kit = useKit({ PURESPECTRUM_URL: partner.url });
const webFolder = useWebBuild();

let app: FastifyInstance;
let token = '';
let changes: ChangeLog;
/** Another panelist, with money, whose data no form of someone else may change or show. */
let bystander = '';
let bystanderRows: string[] = [];

beforeAll(async () => {
  app = buildApp(kit().deps, { webFolder });
  token = await visit(app);
  bystander = await withMoney(await registered(kit()));
  changes = await recordChanges(kit());
  bystanderRows = await rowsOf(kit(), bystander);
});
afterAll(() => app.close());

async function withMoney(did: string): Promise<string> {
  await earnAvailable(kit(), did);
  await finishSurvey(kit(), did, 2, reportableSession(did));
  return did;
}
const didFor = async (name: string) => (name === 'the sign-up' ? newDid() : withMoney(await registered(kit())));
const formOf = (name: string, did: string): PostedForm => FORMS[name]?.(did) ?? { url: '', fields: [] };

/** What the form of a name does, as the page and the tables show it. */
async function send(name: string, did: string, query = '', headers: Record<string, string> = {}) {
  const { url, fields } = formOf(name, did);
  await changes.take();
  const answer = await post(app, { url: url + query, fields }, { token, headers });
  return { answer, changed: await changes.take() };
}
const noticeOf = ({ cookies }: LightMyRequestResponse) => cookies.find(({ name }) => name === 'notice')?.value;
/** The response without what is new for every request. */
const textOf = ({ statusCode, body, headers }: LightMyRequestResponse, did: string) =>
  JSON.stringify([statusCode, headers.location, headers['set-cookie'], body.replace(/"requestId":"[^"]*"/g, '')])
    .replaceAll(encodeURIComponent(did), 'DID')
    .replaceAll(reportableSession(did), 'SESSION');

describe.each(Object.keys(FORMS))('T1: %s, posted', (name) => {
  it('by its panelist is answered, and neither changes nor shows other panelists’ data', async () => {
    const { answer, changed } = await send(name, await didFor(name));
    expect([200, 303]).toContain(answer.statusCode);
    expect(answer.body + JSON.stringify(answer.headers)).not.toContain(bystander);
    expect(changed.length > 0).toBe(isChange(name));
    expect(await rowsOf(kit(), bystander)).toEqual(bystanderRows);
  });

  it('with two dids in its address changes nothing, and one in a field doesn’t count', async () => {
    const did = await didFor(name);
    const { url, fields } = formOf(name, did);
    const { changed } = await send(name, did, `${url.includes('?') ? '&' : '?'}x-binu-did=${bystander}`);
    expect(changed).toEqual([]);
    const dids = ['x-binu-did', 'did', 'user_id', 'account.did'].map((field): [string, string] => [field, bystander]);
    await post(app, { url, fields: [...dids, ...fields] }, { token, headers: { 'x-binu-did': bystander } });
    expect(await rowsOf(kit(), bystander)).toEqual(bystanderRows);
  });

  it('T2: for an unknown, a deleted or a malformed did gets the same response, which changes nothing', async () => {
    const unknown = await send(name, 'unknown-device-1');
    const expected = textOf(unknown.answer, 'unknown-device-1');
    expect(unknown.changed).toEqual([]);
    const deleted = await registered(kit());
    await app.inject({ method: 'DELETE', url: api.deleteProfile(deleted) });
    // A device whose profile was deleted may register again.
    for (const did of [...(name === 'the sign-up' ? [] : [deleted]), 'short-1', 'x'.repeat(65), 'with:colon:1']) {
      const { answer, changed } = await send(name, did);
      expect([did, textOf(answer, did), changed]).toEqual([did, expected, []]);
    }
  });

  it('T3: by another site changes nothing', async () => {
    const did = await didFor(name);
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      // A sandboxed frame and an old browser: both without the cookie, which is only for our own site.
      { origin: 'null', cookie: '' },
      { origin: 'null', cookie: 'XSRF-TOKEN=a.b' },
    ]) {
      const { answer, changed } = await send(name, did, '', headers);
      expect([headers, answer.statusCode, answer.headers.location, changed]).toEqual([headers, 403, undefined, []]);
    }
  });

  it('twice at once does what once does', async () => {
    const did = await didFor(name);
    const form = formOf(name, did);
    const answers = await Promise.all([post(app, form, { token }), post(app, form, { token })]);
    for (const { statusCode } of answers) expect([200, 303]).toContain(statusCode);
    const digest = kit().vault.digest('did', did);
    const { rows } = await kit().db.query(
      `select count(*)::int as panelists,
        (select count(*)::int from withdrawals w join wallets on wallets.id = wallet_id join panelists p on p.id = panelist_id where did_index = $1) as withdrawals,
        (select count(*)::int from disputes where session_id = $2) as reports,
        (select count(*)::int from submissions s join panelists p on p.id = s.panelist_id where did_index = $1) as submissions
       from panelists where did_index = $1`,
      [digest, reportableSession(did)],
    );
    const isQuestionnaire = form.fields.length > 2 || /date|language/.test(name);
    const registration = 1;
    const isGone = name === 'the confirmed deletion';
    expect(rows).toEqual([
      {
        panelists: isGone ? 0 : 1,
        withdrawals: name === 'the withdrawal' ? 1 : 0,
        reports: name === 'the report' ? 1 : 0,
        submissions: isGone ? 0 : registration + (isQuestionnaire && name !== 'the sign-up' ? 1 : 0),
      },
    ]);
  });
});

describe('R8: while the database is away, a posted form', () => {
  let away: FastifyInstance;
  beforeAll(() => {
    const database = createDatabaseClient('postgres://none@127.0.0.1:1/none', REQUEST_LIMITS);
    away = buildApp({ ...kit().deps, database }, { webFolder });
  });
  afterAll(() => away.close());

  it.each(Object.keys(FORMS))('of %s gets a page, with the message and what was entered', async (name) => {
    const did = await didFor(name);
    const answer = await post(away, formOf(name, did), { token });
    if (answer.statusCode === 303) {
      const notice = noticeOf(answer);
      const next = await away.inject({
        url: String(answer.headers.location),
        headers: { accept: 'text/html', ...(notice && { cookie: `notice=${notice}` }) },
      });
      expect([next.statusCode, next.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      return;
    }
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
    const shown = answer.body.replaceAll(/<script.*?<\/script>/gs, '');
    expect(shown.includes(name === 'the report' ? REPORT.failed : 'id="errors"')).toBe(true);
    const missing = formOf(name, did).fields.filter(([, value]) => value !== ON && !shown.includes(`value="${value}"`));
    expect(missing).toEqual([]);
  });
});

describe('T12: a posted form leads only to our own pages', () => {
  it.each([
    '//evil.example/x',
    '/%2fevil.example/x',
    '/\\evil.example/x',
    '/%5cevil.example/x',
    '/x%0d%0aset-cookie:a=b',
  ])('from %s', async (path) => {
    const { headers, statusCode } = await post(app, { url: `${path}?x-binu-did=${bystander}`, fields: [] }, { token });
    expect([statusCode, headers.location]).toEqual([303, `/?x-binu-did=${bystander}`]);
  });

  it.each(['//evil.example', '..', '../..//evil.example', 'a\r\nset-cookie: b=c', '', 'x'.repeat(60_000)])(
    'with %j to open',
    async (open) => {
      const url = `${screens.balance}?x-binu-did=${bystander}`;
      const { headers, statusCode } = await post(app, { url, fields: [['open', open]] }, { token });
      expect([statusCode, headers.location]).toEqual([303, url]);
    },
  );
});

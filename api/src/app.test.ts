import { GOLDEN } from '@panel/domain/golden';
import { entryLink } from '@panel/domain/partners/entry-link';
import { PARTNER_BUTTONS, PARTNERS } from '@panel/domain/partners/partners';
import { api } from '@panel/domain/paths';
import { describe, expect, it } from 'vitest';
import { check, goldenFor, newDid, registered, send, useKit } from '../test/kit.ts';

const kit = useKit({ PRODUCT_NAME: 'Sawubona Chat', RELEASE: '1.2.3', ENVIRONMENT: 'test' });

describe('the server', () => {
  it('S1: answers every call of the specification at its path and method', async () => {
    const did = await registered(kit());
    const preference = { data: [{ preference: 'research', value: true }] };
    for (const [method, url, body] of [
      ['GET', `/api/v2/panelist/did/${did}`],
      ['POST', '/api/v2/panelist/create', goldenFor('registration', did)],
      ['GET', `/api/v2/panelist/opt-out/${did}`],
      ['PUT', `/api/v2/panelist/opt-out/${did}`, preference],
      ['PUT', '/api/v2/research/profiling/second-round', goldenFor('secondRound', did)],
      ['PUT', '/api/v2/research/profiling/quarterly', goldenFor('quarterly', did)],
      ['PUT', '/api/v2/research/profiling/yearly', goldenFor('yearly', did)],
      ['PUT', '/api/v2/panelist/profile/dob', goldenFor('dateOfBirth', did)],
      ['PUT', '/api/v2/panelist/profile/first-language', goldenFor('firstLanguage', did)],
      ['GET', `/api/v2/panelist/rewards/${did}`],
      ['GET', `/api/v2/cint/response/entrylink/${did}`],
      ['GET', `/api/v2/cint-match-integration/response/entrylink/${did}`],
      ['DELETE', `/api/v2/panelist/did/${did}`],
    ] as const)
      expect([url, (await send(kit(), method, url, body)).statusCode]).toEqual([url, method === 'POST' ? 201 : 200]);
  });

  it('B2: refuses a withdrawal of nothing, and answers 404 to an unknown device on every money call', async () => {
    const did = await registered(kit());
    expect((await send(kit(), 'GET', api.withdraw(did))).json()).toBe(false);
    for (const url of [
      api.withdraw(newDid()),
      api.history(newDid()),
      ...PARTNERS.map((partner) => entryLink(partner)(newDid())),
    ])
      expect((await send(kit(), 'GET', url)).statusCode).toBe(404);
  });

  it('G7: sends the app its configuration, nothing else, and never cached', async () => {
    const answer = await kit().app.inject('/config.json');
    expect(answer.json()).toEqual({
      product: 'Sawubona Chat',
      contact: 'the panel admin',
      environment: 'test',
      release: '1.2.3',
      errorReporting: { enabled: false },
    });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('uses the product’s name in fields and messages', async () => {
    const did = await registered(kit());
    expect(await check(kit(), did)).toHaveProperty('sawubona_chat_second_round_survey_link');
    expect((await send(kit(), 'GET', api.registrationCheck(newDid()))).json().detail).toBe(
      'Sawubona Chat does not recognise your number.',
    );
  });

  it.each(['/api/v2/nothing', '/api/v2/panelist/create', '/nothing.js', '/%ff', '/api/%E0%A4%A'])(
    'S2: 404 for %s, without its address in the response',
    async (url) => {
      const answer = await kit().app.inject(url);
      expect(answer.statusCode).toBe(404);
      expect(answer.json().detail).toBe('There is nothing at this address.');
      expect(answer.body).not.toContain('nothing.js');
    },
  );

  it('S2: a bug is a 500 that reveals nothing', async () => {
    await kit().db.query('alter table preferences rename to hidden');
    const answer = await send(kit(), 'GET', api.preference(await registeredBefore())).finally(() =>
      kit().db.query('alter table hidden rename to preferences'),
    );
    expect([answer.statusCode, answer.json().detail]).toEqual([500, 'The server is unable to complete this request.']);
    expect(answer.body).not.toMatch(/relation|select|preferences|at /);
  });
  const registeredBefore = async () => {
    const did = newDid();
    const vault = kit().vault;
    await kit().db.query(
      "insert into panelists select gen_random_uuid(), $1, $2, $3, 'approved', $2, now(), now(), now()",
      [vault.digest('did', did), Buffer.from('x'), vault.digest('number', did)],
    );
    return did;
  };

  it('is alive, and ready while the database answers', async () => {
    expect((await kit().app.inject('/healthz')).statusCode).toBe(200);
    expect((await kit().app.inject('/readyz')).json()).toEqual({ status: 'ready' });
  });
});

describe('the API’s description', () => {
  it('lists every call, each payload with its golden example', async () => {
    const { paths } = (await kit().app.inject('/openapi.json')).json();
    expect(
      Object.entries(paths)
        .flatMap(([path, methods]) => Object.keys(methods as object).map((m) => `${m} ${path}`))
        .sort(),
    ).toEqual(
      [
        ...PARTNERS.map((partner) => `get ${PARTNER_BUTTONS[partner].entryPath}/{did}`),
        'delete /api/v2/panelist/data-unlock/{did}',
        'delete /api/v2/panelist/did/{did}',
        'get /api/v2/panelist/data-copy/json/{did}',
        'get /api/v2/panelist/data-copy/page/{did}',
        'get /api/v2/panelist/data-copy/text/{did}',
        'get /api/v2/panelist/data/{did}',
        'get /api/v2/panelist/did/{did}',
        'get /api/v2/panelist/history/{did}',
        'get /api/v2/panelist/opt-out/{did}',
        'get /api/v2/panelist/rewards/{did}',
        'get /api/v2/panelist/surveys/{did}',
        'post /api/v2/panelist/create',
        'post /api/v2/panelist/data-code/{did}',
        'post /api/v2/panelist/data-unlock/{did}',
        'post /api/v2/panelist/report/{did}',
        'post /api/v2/panelist/surveys/{did}',
        'put /api/v2/panelist/consent/{did}',
        'put /api/v2/panelist/opt-out/{did}',
        'put /api/v2/panelist/profile/dob',
        'put /api/v2/panelist/profile/first-language',
        'put /api/v2/research/profiling/quarterly',
        'put /api/v2/research/profiling/second-round',
        'put /api/v2/research/profiling/yearly',
      ].sort(),
    );
    const body = paths['/api/v2/panelist/create'].post.requestBody.content['application/json'].schema;
    expect(body.examples).toEqual([GOLDEN.registration.payload]);
    expect(body.properties.profile.properties.province.enum).toContain('kwazulu-natal');
    expect(body.properties.questionnaire_response.properties.lsm_city).toMatchObject({ minimum: 1, maximum: 19 });
  });

  it('is available as a page', async () => {
    const answer = await kit().app.inject('/openapi.html');
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.body).toContain('/api/v2/panelist/create');
    expect(answer.body).not.toContain('<script');
  });
});

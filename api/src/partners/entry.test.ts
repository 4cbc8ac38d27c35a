import { createHash, createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '@panel/domain/durations';
import { GOLDEN } from '@panel/domain/golden';
import { entryLink } from '@panel/domain/partners/entry-link';
import { PARTNERS } from '@panel/domain/partners/partners';
import { api } from '@panel/domain/paths';
import { afterEach, describe, expect, it } from 'vitest';
import { newDid, registered, send, useKit } from '../../test/kit.ts';
import { identify } from '../identity/panelists.ts';
import { deliver, enterSurvey, pendingOf, SECRET, spectrumComplete, startPureSpectrum } from './partners.testing.ts';
import { entryLinkPath } from './routes.ts';
import { sweepSessions } from './sessions.ts';

const pureSpectrum = await startPureSpectrum();
const kit = useKit({ PURESPECTRUM_URL: pureSpectrum.url, SANDBOX_URL: 'http://127.0.0.1:3001' });
const entry = (partner: (typeof PARTNERS)[number], did: string) => send(kit(), 'GET', entryLink(partner)(did));
const sessionCount = async () => (await kit().db.query('select count(*)::int as n from survey_sessions')).rows[0].n;
afterEach(() => pureSpectrum.reset());

/** The golden panelist was born on 27 April 1994; the calls are on 15 November 2026. */
const AGE = 2026 - Number(GOLDEN.registration.answers.dob.slice(0, 4));
const GENDER: string = GOLDEN.registration.answers.gender;
const IS_MALE = GENDER === 'male';

describe('S6: an entry link', () => {
  it('of Cint Match has a signature over its exact bytes', async () => {
    const { url, sessionId, pid } = await enterSurvey(kit(), 'cint-match', await registered(kit()));
    const signed = `http://127.0.0.1:3001/cint-match/s/default.aspx?SID=sandbox&PID=${pid}&MID=${sessionId}&CLID=9&42=${AGE}&43=${IS_MALE ? 1 : 2}&`;
    const hash = createHmac('sha1', SECRET).update(signed).digest('base64url');
    expect(url).toBe(`${signed}hash=${hash}`);
  });

  it("of Cint's router has a signature over the panelist's part of it", async () => {
    const { url, sessionId, pid } = await enterSurvey(kit(), 'cint-router', await registered(kit()));
    const signed = `unique_user_id=${pid}&age=${AGE}&gender=${IS_MALE ? 'm' : 'f'}`;
    const hmac = createHmac('md5', SECRET).update(signed).digest('hex');
    expect(url).toBe(`http://127.0.0.1:3001/cint-router/?si=sandbox&ssi=${sessionId}&${signed}&hmac=${hmac}`);
  });

  it('of PureSpectrum is requested at the click, and is the one it answers', async () => {
    const { url, sessionId, pid } = await enterSurvey(kit(), 'purespectrum', await registered(kit()));
    const asked = pureSpectrum.requests.at(-1);
    expect(asked?.url).toBe(
      `/surveys/fusionMatch?respondentId=${sessionId}&memberId=${pid}&respondentLocalization=en_ZA&211=${IS_MALE ? 111 : 112}&212=${AGE}&maxNumberOfSurveysReturned=10`,
    );
    expect(asked?.headers['access-token']).toBe(SECRET);
    expect(url).toBe(`${pureSpectrum.url}/start-session/${sessionId}`);
  });

  it('carries a different pseudonym for each partner and panelist, and never the did or a name', async () => {
    const before = pureSpectrum.requests.length;
    const [did, other] = [await registered(kit()), await registered(kit())];
    const links = [];
    for (const partner of PARTNERS)
      for (const who of [did, did, other]) links.push(await enterSurvey(kit(), partner, who));
    expect(new Set(links.map(({ pid }) => pid)).size).toBe(6);
    expect(new Set(links.map(({ sessionId }) => sessionId)).size).toBe(9);
    for (const { pid, sessionId } of links) {
      expect(pid).toMatch(/^p_[0-9a-f]{32}$/);
      expect(sessionId).toMatch(/^s_[0-9a-f]{32}$/);
    }
    const { firstname, surname, dob } = GOLDEN.registration.answers;
    const sent = JSON.stringify([links, pureSpectrum.requests.slice(before)]).toLowerCase();
    const hash = (text: string) => createHash('sha256').update(text).digest('hex');
    for (const secret of [did, other, firstname, surname, dob, hash(did), hash(other)])
      expect(sent).not.toContain(secret.toLowerCase());
    const known = ['respondentId', 'memberId', 'respondentLocalization', '211', '212', 'maxNumberOfSurveysReturned'];
    for (const { url, headers } of pureSpectrum.requests.slice(before)) {
      expect([...new URL(url, 'http://x').searchParams.keys()]).toEqual(known);
      const names = [
        'host',
        'connection',
        'accept',
        'accept-encoding',
        'accept-language',
        'user-agent',
        'sec-fetch-mode',
      ];
      expect(Object.keys(headers).filter((name) => !names.includes(name))).toEqual(['access-token']);
    }
  });

  it.each(PARTNERS)('of %s has a gender and no age if the panelist’s key is lost', async (partner) => {
    const did = await registered(kit());
    await kit().vault.panelistKeys.destroy([(await identify(kit().deps.database, kit().vault, did)).id]);
    const { url } = await enterSurvey(kit(), partner, did);
    const asked = partner === 'purespectrum' ? (pureSpectrum.requests.at(-1)?.url ?? '') : url;
    const sent = asked.match(/\b(42|43|age|gender|212|211)(?==)/g);
    expect(sent).toEqual([{ 'cint-match': '43', 'cint-router': 'gender', purespectrum: '211' }[partner]]);
  });

  it('S5: is only for approved panelists, and not for unknown ones', async () => {
    const did = await registered(kit());
    await kit().db.query("update panelists set status = 'suspended' where did_index = $1", [
      kit().vault.digest('did', did),
    ]);
    const before = [await sessionCount(), pureSpectrum.requests.length];
    for (const partner of PARTNERS) {
      expect((await entry(partner, did)).json()).toEqual({ url: '' });
      expect((await entry(partner, newDid())).statusCode).toBe(404);
    }
    expect([await sessionCount(), pureSpectrum.requests.length]).toEqual(before);
  });

  it('is empty without a survey, or if none would be paid', async () => {
    const did = await registered(kit());
    const first = await enterSurvey(kit(), 'purespectrum', did);
    await deliver(kit(), spectrumComplete(first, { survey: '12345678' }));
    expect(await pendingOf(kit(), did)).toBe(900);
    expect((await entry('purespectrum', did)).json()).toEqual({ url: '' });
    pureSpectrum.answers((_, response) => response.end('{"surveys":[]}'));
    expect((await entry('purespectrum', await registered(kit()))).json()).toEqual({ url: '' });
  });

  it('exists for every partner', () => {
    expect(PARTNERS.map(entryLinkPath)).toEqual([
      '/api/v2/cint-match-integration/response/entrylink',
      '/api/v2/cint/response/entrylink',
      '/api/v2/purespectrum/response/entrylink',
    ]);
  });
});

it('R13: is not given to a profile that is deleted and registered again while the partner is answering', async () => {
  const did = await registered(kit());
  pureSpectrum.answers(async (_, response) => {
    await send(kit(), 'DELETE', api.deleteProfile(did));
    await registered(kit(), did);
    response.end(JSON.stringify({ surveys: [{ surveyId: 1, entryLink: `${pureSpectrum.url}/start` }] }));
  });
  const answer = await entry('purespectrum', did);
  expect([answer.statusCode, answer.json()]).toEqual([200, { url: '' }]);
});

it('R9: is still given to others after a partner refuses one panelist', async () => {
  const [refused, other] = [await registered(kit()), await registered(kit())];
  pureSpectrum.answers((_, response) => response.writeHead(422).end('{}'));
  for (let tap = 0; tap < 6; tap += 1) expect((await entry('purespectrum', refused)).statusCode).toBe(503);
  pureSpectrum.reset();
  expect((await entry('purespectrum', other)).json().url).toContain('/start-session/');
});

describe('T23: a hostile or broken partner', () => {
  const offering = (entryLink: unknown) => JSON.stringify({ surveys: [{ surveyId: 1, entryLink }] });
  let wasFollowed = false;

  it.each<[string, Parameters<typeof pureSpectrum.answers>[0]]>([
    [
      'redirects us',
      (request, response) => {
        wasFollowed ||= request.url === '/elsewhere';
        response.writeHead(302, { location: `${pureSpectrum.url}/elsewhere` }).end();
      },
    ],
    ['fails', (_, response) => response.writeHead(500).end()],
    ['refuses our key', (_, response) => response.writeHead(403).end('{}')],
    ['limits our rate', (_, response) => response.writeHead(429).end('{"surveys":[]}')],
    ['answers without JSON', (_, response) => response.end('<html>')],
    ['answers half of the JSON', (_, response) => response.end('{"surveys":[')],
    ['answers another shape', (_, response) => response.end('{"surveys":{"0":1}}')],
    ['answers an empty body', (_, response) => response.end()],
    ['answers null', (_, response) => response.end('null')],
    ['hangs up', (request) => request.socket.destroy()],
    ['names its own host', (_, response) => response.end(offering('https://evil.example/start'))],
    ['hides its host behind ours', (_, response) => response.end(offering(`${pureSpectrum.url}@evil.example/`))],
    ['runs a script', (_, response) => response.end(offering('javascript:alert(1)'))],
    ['offers no address', (_, response) => response.end(offering({ href: pureSpectrum.url }))],
    ['offers one too long', (_, response) => response.end(offering(`${pureSpectrum.url}/${'a'.repeat(2000)}`))],
  ])('that %s costs a 503 and nothing else', async (_, how) => {
    // A success between them keeps the breaker closed.
    const did = await registered(kit());
    await enterSurvey(kit(), 'purespectrum', did);
    const before = await sessionCount();
    pureSpectrum.answers(how);
    const answer = await entry('purespectrum', did);
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable']);
    expect(await sessionCount()).toBe(before);
    expect(wasFollowed).toBe(false);
  });

  it('that sends endlessly is cut off', async () => {
    const did = await registered(kit());
    let sent = 0;
    pureSpectrum.answers((_, response) => {
      const chunk = Buffer.alloc(64 * 1024, ' ');
      const more = () => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length;
      };
      response.on('drain', more);
      more();
    });
    expect((await entry('purespectrum', did)).statusCode).toBe(503);
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });

  it('that answers very slowly, or not at all, times out within five seconds', async () => {
    const did = await registered(kit());
    let requests = 0;
    pureSpectrum.answers((_, response) => {
      requests += 1;
      if (requests === 1) return;
      const drip = setInterval(() => response.write(' '), 100);
      response.on('close', () => clearInterval(drip));
    });
    // A pause of this process delays the timer too.
    const answers = Promise.all([entry('purespectrum', did), entry('purespectrum', did)]);
    expect(await Promise.race([answers, sleep(5000, [])])).toMatchObject([{ statusCode: 503 }, { statusCode: 503 }]);
  });

  it('that is down is called only once every half minute', async () => {
    const did = await registered(kit());
    await enterSurvey(kit(), 'purespectrum', did);
    pureSpectrum.answers((_, response) => response.writeHead(500).end());
    const asked = async (times: number) => {
      const before = pureSpectrum.requests.length;
      for (let n = 0; n < times; n += 1) expect((await entry('purespectrum', did)).statusCode).toBe(503);
      return pureSpectrum.requests.length - before;
    };
    expect(await asked(8)).toBe(5);
    const start = kit().clock.now().getTime();
    kit().clock.set(new Date(start + 30_000));
    expect(await asked(3)).toBe(1);
    expect((await entry('cint-match', did)).json().url).not.toBe('');
    pureSpectrum.reset();
    kit().clock.set(new Date(start + 60_000));
    await enterSurvey(kit(), 'purespectrum', did);
    expect((await entry('purespectrum', did)).statusCode).toBe(200);
  });
});

describe('a session without a return', () => {
  it('ends after a day as dropped; others are unaffected', async () => {
    const did = await registered(kit());
    const left = await enterSurvey(kit(), 'cint-match', did);
    await sweepSessions(kit().deps.database, kit().clock.now());
    kit().clock.set(new Date(kit().clock.now().getTime() + DAY_MS + 1));
    const open = await enterSurvey(kit(), 'cint-match', did);
    expect(await sweepSessions(kit().deps.database, kit().clock.now())).toBeGreaterThan(0);
    expect(await sweepSessions(kit().deps.database, kit().clock.now())).toBe(0);
    const { rows } = await kit().db.query(
      'select outcome, ended_at from survey_sessions where id = any($1) order by created_at',
      [[left.sessionId, open.sessionId]],
    );
    expect(rows).toEqual([
      { outcome: 'drop', ended_at: kit().clock.now() },
      { outcome: null, ended_at: null },
    ]);
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '@panel/domain/durations';
import { entryLink } from '@panel/domain/partners/entry-link';
import type { PARTNERS } from '@panel/domain/partners/partners';
import { api } from '@panel/domain/paths';
import { afterEach, describe, expect, it } from 'vitest';
import { registered, send, useKit } from '../../test/kit.ts';
import { deliver, enterSurvey, pendingOf, startPureSpectrum } from './partners.testing.ts';
import { SECRET } from './protocol.testing.ts';
import { spectrumComplete } from './purespectrum/contract.testing.ts';
import { sweepSessions } from './sessions.ts';

const pureSpectrum = await startPureSpectrum();
const kit = useKit({ PURESPECTRUM_URL: pureSpectrum.url, SANDBOX_URL: 'http://127.0.0.1:3001' });
const entry = (partner: (typeof PARTNERS)[number], did: string) => send(kit(), 'GET', entryLink(partner)(did));
const sessionCount = async () => (await kit().db.query('select count(*)::int as n from survey_sessions')).rows[0].n;
afterEach(() => pureSpectrum.reset());

describe('S6: an entry link', () => {
  it('that is requested at the click is the one that the partner answers; the request has only its key', async () => {
    const { url, sessionId } = await enterSurvey(kit(), 'purespectrum', await registered(kit()));
    const { headers = {} } = pureSpectrum.requests.at(-1) ?? {};
    expect(headers['access-token']).toBe(SECRET);
    const usual = [
      'host',
      'connection',
      'accept',
      'accept-encoding',
      'accept-language',
      'user-agent',
      'sec-fetch-mode',
    ];
    expect(Object.keys(headers).filter((name) => !usual.includes(name))).toEqual(['access-token']);
    expect(url).toBe(`${pureSpectrum.url}/start-session/${sessionId}`);
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

import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { registered, useKit } from '../../test/kit.ts';
import { numbers, pick, type Random } from '../../test/numbers.ts';
import {
  type Call,
  insertSessions,
  matchPush,
  matchReturn,
  ORIGIN,
  routerCallback,
  spectrumChange,
  spectrumComplete,
  type TestSession,
} from './partners.testing.ts';

const FORGERIES = process.env.LONG ? 10_000 : 2000;
const SECRETS = {
  CINT_MATCH_SECRET: 'match-key',
  CINT_MATCH_PUSH_SECRET: 'push-key',
  CINT_ROUTER_SECRET: 'router-entry-key',
  CINT_ROUTER_API_KEY: 'router-key',
  PURESPECTRUM_SECRET: 'spectrum-key',
};
const kit = useKit({ ...SECRETS, LOG_LEVEL: 'error' });

type Forge = (call: Call, random: Random, others: readonly TestSession[]) => Call;
const withUrl = (call: Call, url: string): Call => ({ ...call, url });
const parts = (url: string) => {
  const [path = '', query = ''] = url.split('?');
  return { path, pairs: query.split('&') };
};
const SIGNATURES = ['hash', 'signature_hmac_sha', 'asr_s_hash', 'ps_s_hash'];
const unsigned = (url: string) => url.replace(/&?(hash|signature_hmac_sha|asr_s_hash|ps_s_hash)=[^&]*$/, '');
const nameOf = (url: string) => /([a-z_]+)=[^&]*$/.exec(url)?.[1] ?? 'hash';

/** Each turns a valid call into one that the partner never sent. */
const FORGE: Readonly<Record<string, Forge>> = {
  'one bit': (call, random) => {
    const bytes = Buffer.from(call.url, 'latin1');
    const at = random(bytes.length - 10) + 10;
    bytes[at] = (bytes[at] as number) ^ (1 << random(7));
    return withUrl(call, bytes.toString('latin1'));
  },
  'another key': (call, random, others) => {
    const key = pick(['', 'sandbox-secret', 'Match-key', 'router-entry-key', ...Object.values(SECRETS)], random);
    const session = pick(others, random);
    const made = [
      key !== 'match-key' && matchReturn(session, 'success', '3/10', { key }),
      key !== 'push-key' && matchPush(session, '3/10', { key }),
      key !== 'router-key' && routerCallback(session, 'complete', { key }),
      key !== 'spectrum-key' && spectrumComplete(session, { key }),
      key !== 'spectrum-key' && spectrumChange(session, '33>21', { key }),
    ].filter((forged) => forged !== false);
    return made.length > 0 ? pick(made, random) : call;
  },
  'another algorithm': (call, random) => {
    const url = unsigned(call.url);
    const key = pick(Object.values(SECRETS), random);
    const text = ORIGIN + url + pick(['', '&'], random);
    const algorithm = pick(['md5', 'sha1', 'sha256', 'sha512'], random);
    const encoding = pick(['hex', 'base64', 'base64url'] as const, random);
    const digest = pick(
      [
        createHmac(algorithm, key).update(text.slice(0, -1)).digest(encoding),
        createHash(algorithm).update(key).update(text).digest(encoding),
        createHash(algorithm).update(text).digest(encoding),
        'none',
        '',
      ],
      random,
    );
    return withUrl(call, `${url}&${nameOf(call.url)}=${digest}`);
  },
  'a parameter less': (call, random) => {
    const { path, pairs } = parts(call.url);
    return withUrl(call, `${path}?${pairs.toSpliced(random(pairs.length), 1).join('&')}`);
  },
  'a parameter twice': (call, random, others) => {
    const { path, pairs } = parts(call.url);
    const twice = pick(pairs, random).replace(/s_[0-9a-f]{32}/, pick(others, random).sessionId);
    return withUrl(call, `${path}?${pairs.toSpliced(random(pairs.length + 1), 0, twice).join('&')}`);
  },
  'another order': (call, random) => {
    const { path, pairs } = parts(call.url);
    const at = random(pairs.length - 1);
    const [first = '', second = ''] = pairs.slice(at, at + 2);
    return withUrl(call, `${path}?${pairs.toSpliced(at, 2, second, first).join('&')}`);
  },
  'another spelling': (call, random) => {
    const { path, pairs } = parts(call.url);
    const at = random(pairs.length);
    const [name = '', value = ''] = (pairs[at] ?? '').split('=');
    const character = value.charCodeAt(0) || 97;
    const spelled = pick(
      [`%${character.toString(16)}${value.slice(1)}`, `${value}%20`, `${value}+`, `%00${value}`, `${value}#`],
      random,
    );
    return withUrl(call, `${path}?${pairs.with(at, `${name}=${spelled}`).join('&')}`);
  },
  'another case': (call, random) => {
    const at = random(call.url.length - 30) + 30;
    const turned = call.url
      .slice(at)
      .replace(/[a-zA-Z]/, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()));
    return withUrl(call, call.url.slice(0, at) + turned);
  },
  "another panelist's session": (call, random, others) =>
    withUrl(call, call.url.replace(/s_[0-9a-f]{32}/, pick(others, random).sessionId)),
  'another price': (call, random) =>
    withUrl(call, call.url.replace(/(rev|cpi|supCpi)=[\d.]+/, `$1=${random(900) + 2}.00`)),
  'another outcome': (call) =>
    withUrl(
      call,
      call.url
        .replace('/return/failure', '/return/success')
        .replace('status=term', 'status=complete')
        .replace('oldStatus=13', 'oldStatus=33')
        .replace('cs=20', 'cs=10'),
    ),
  'something behind it': (call, random) =>
    withUrl(
      call,
      call.url + pick(['&', '&a=1', '?', '=', '&mid=x', `&${pick(SIGNATURES, random)}=`, 'A', '%26'], random),
    ),
  'another method': (call) =>
    call.url.includes('/return/')
      ? withUrl(call, `${call.url}0`)
      : { ...call, method: call.method === 'GET' ? 'POST' : 'GET' },
  'another address': (call, random) =>
    withUrl(
      call,
      call.url
        .replace(/cint-match|cint-router|purespectrum/, pick(['cint-match', 'cint-router', 'purespectrum'], random))
        .replace('callback?', 'callback/x?'),
    ),
};

describe('S7, T5, R14: a forged callback', () => {
  it(`credits no panelist and breaks nothing, in ${FORGERIES} forgeries`, async () => {
    const sessions: TestSession[][] = [];
    for (const partner of ['cint-match', 'cint-router', 'purespectrum'] as const)
      sessions.push(await insertSessions(kit(), partner, await registered(kit()), 5));
    const others = sessions.flat();
    const random = numbers(20_261_115);
    const good = ([match, router, spectrum]: TestSession[]): Call[] => [
      matchReturn(match as TestSession, 'success', '3/10', { key: 'match-key' }),
      matchReturn(match as TestSession, 'failure', '3/20', { key: 'match-key' }),
      matchPush(match as TestSession, '3/10', { key: 'push-key' }),
      routerCallback(router as TestSession, 'complete', { key: 'router-key' }),
      routerCallback(router as TestSession, 'term', { key: 'router-key' }),
      spectrumComplete(spectrum as TestSession, { key: 'spectrum-key' }),
      spectrumChange(spectrum as TestSession, '13>21', { key: 'spectrum-key' }),
    ];
    const address = (call: Call) =>
      `${call.method} ${new URL(call.url, ORIGIN).pathname}${new URL(call.url, ORIGIN).search}`;
    const genuine = new Set(
      sessions[0]?.flatMap((_, at) => good(sessions.map((of) => of[at] as TestSession)).map(address)),
    );

    const answers: Record<string, number> = {};
    let made = 0;
    while (made < FORGERIES) {
      const batch: Call[] = [];
      while (batch.length < 50) {
        const call = pick(good(sessions.map((of) => pick(of, random))), random);
        const [kind, forge] = pick(Object.entries(FORGE), random);
        // A push is authenticated by its path alone, so only a changed path is a forgery.
        if (call.url.includes('push-key') && kind !== 'one bit' && kind !== 'another key') continue;
        const forged = forge(call, random, others);
        if (!URL.canParse(forged.url, ORIGIN) || genuine.has(address(forged))) continue;
        batch.push(forged);
      }
      const statuses = await Promise.all(batch.map(async (call) => (await kit().app.inject(call)).statusCode));
      for (const status of statuses) answers[status] = (answers[status] ?? 0) + 1;
      made += batch.length;
    }

    expect(Object.keys(answers).filter((status) => !['303', '403', '404'].includes(status))).toEqual([]);
    expect(answers[403]).toBeGreaterThan(FORGERIES / 2);
    const count = async (what: string) => (await kit().db.query(`select count(*)::int as n from ${what}`)).rows[0].n;
    expect(await count("partner_events where trust <> 'failed' or session_id is not null")).toBe(0);
    expect(await count('rewards')).toBe(0);
    expect(await count('survey_sessions where outcome is not null')).toBe(0);
    // If a partner's returns are unsigned, only the browser's return is recorded.
    expect(await count("survey_sessions where returned_at is not null and partner = 'cint-match'")).toBe(0);
    // Ten a minute per partner are kept, and no time has passed.
    const kept = await count('partner_events');
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThanOrEqual(30);
    // The originals are valid, and count.
    for (const call of good(sessions.map((of) => of[0] as TestSession))) await kit().app.inject(call);
    expect(await count('rewards')).toBe(3);
  });
});

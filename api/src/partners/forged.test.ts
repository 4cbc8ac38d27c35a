import { createHash, createHmac } from 'node:crypto';
import { PARTNER_CONTRACTS, PARTNERS, type Partner } from '@panel/domain/partners/partners';
import { describe, expect, it } from 'vitest';
import { registered, useKit } from '../../test/kit.ts';
import { numbers, pick, type Random } from '../../test/numbers.ts';
import { insertSessions } from './partners.testing.ts';
import { type Call, ORIGIN, type Report, type TestSession } from './protocol.testing.ts';
import { protocolOf, secretsOf } from './protocols.testing.ts';

const FORGERIES = process.env.LONG ? 10_000 : 2000;
/** Each secret has its own key, so that one isn't accepted in the place of another. */
const SECRETS: Readonly<Record<string, string>> = Object.fromEntries(
  PARTNERS.flatMap(secretsOf).map((name) => [name, `${name.toLowerCase()}-key`]),
);
const KEYS = Object.values(SECRETS);
const kit = useKit({ ...SECRETS, LOG_LEVEL: 'error' });

type Forge = (call: Call, random: Random, others: readonly TestSession[]) => Call;
const withUrl = (call: Call, url: string): Call => ({ ...call, url });
const parts = (url: string) => {
  const [path = '', query = ''] = url.split('?');
  return { path, pairs: query.split('&') };
};
/** The signature is the last parameter. */
const SIGNATURE = /[?&](\w+)=([^&]*)$/;
const unsigned = (url: string) => url.replace(SIGNATURE, '');
const nameOf = (url: string) => SIGNATURE.exec(url)?.[1] ?? 'hash';

/** What a partner reports of a session: completions first. */
const reportsOf = ({ partner }: TestSession): readonly Report[] => {
  const { completions, ends, reinstated } = protocolOf(partner);
  return [...completions, ...ends.map(([, report]) => report), ...(reinstated ? [reinstated] : [])];
};
const genuineCalls = (session: TestSession): Call[] =>
  reportsOf(session).map((report) => report(session, { key: SECRETS }));

/** Each turns a valid call into one that the partner never sent. */
const FORGE: Readonly<Record<string, Forge>> = {
  'one bit': (call, random) => {
    const bytes = Buffer.from(call.url, 'latin1');
    const at = random(bytes.length - 10) + 10;
    bytes[at] = (bytes[at] as number) ^ (1 << random(7));
    return withUrl(call, bytes.toString('latin1'));
  },
  'another key': (_call, random, others) => {
    const key = pick(['', 'sandbox-secret', ...KEYS, ...KEYS.map((one) => one.toUpperCase())], random);
    const session = pick(others, random);
    return pick(reportsOf(session), random)(session, { key });
  },
  'another algorithm': (call, random) => {
    const url = unsigned(call.url);
    const key = pick(KEYS, random);
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
  'another price': (call, random) => withUrl(call, call.url.replace(/=1\.00(?=&)/, `=${random(900) + 2}.00`)),
  // The signature of what really happened, at the end of something better.
  'another outcome': (call, random, others) => {
    const session = others.find(({ sessionId }) => call.url.includes(sessionId)) ?? pick(others, random);
    const better = pick(genuineCalls(session), random);
    return withUrl(better, better.url.replace(SIGNATURE, SIGNATURE.exec(call.url)?.[0] ?? ''));
  },
  'something behind it': (call, random) =>
    withUrl(call, call.url + pick(['&', '&a=1', '?', '=', '&mid=x', `&${nameOf(call.url)}=`, 'A', '%26'], random)),
  'another method': (call) =>
    call.url.includes('/return/')
      ? withUrl(call, `${call.url}0`)
      : { ...call, method: call.method === 'GET' ? 'POST' : 'GET' },
  'another address': (call, random) =>
    withUrl(
      call,
      call.url.replace(/(?<=partners\/)[\w-]+/, pick(PARTNERS, random)).replace('callback?', 'callback/x?'),
    ),
};

describe('S7, T5, R14: a forged callback', () => {
  it(`credits no panelist and breaks nothing, in ${FORGERIES} forgeries`, async () => {
    const sessions: TestSession[][] = [];
    for (const partner of PARTNERS) sessions.push(await insertSessions(kit(), partner, await registered(kit()), 5));
    const others = sessions.flat();
    const random = numbers(20_261_115);
    const address = (call: Call) =>
      `${call.method} ${new URL(call.url, ORIGIN).pathname}${new URL(call.url, ORIGIN).search}`;
    const genuine = new Set(others.flatMap(genuineCalls).map(address));

    const answers: Record<string, number> = {};
    let made = 0;
    while (made < FORGERIES) {
      const batch: Call[] = [];
      while (batch.length < 50) {
        const call = pick(genuineCalls(pick(others, random)), random);
        const [kind, forge] = pick(Object.entries(FORGE), random);
        // A push is authenticated by its path alone, so only a changed path is a forgery.
        if (!call.url.includes('?') && kind !== 'one bit' && kind !== 'another key') continue;
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
    const returned = await kit().db.query('select partner from survey_sessions where returned_at is not null');
    expect(returned.rows.filter(({ partner }) => PARTNER_CONTRACTS[partner as Partner].signsReturns)).toEqual([]);
    // Ten a minute per partner are kept, and no time has passed.
    const kept = await count('partner_events');
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThanOrEqual(10 * PARTNERS.length);
    // The originals are valid, and count.
    for (const [session] of sessions)
      for (const call of genuineCalls(session as TestSession)) await kit().app.inject(call);
    expect(await count('rewards')).toBe(PARTNERS.length);
  });
});

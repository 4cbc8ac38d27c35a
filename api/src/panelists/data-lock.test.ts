/** The code from the chat, without which no call returns an answer. */
import { addMs, DAY_MS, MINUTE_MS } from '@panel/domain/durations';
import { COPY_FORMATS } from '@panel/domain/panelists/your-data';
import { api } from '@panel/domain/paths';
import { afterEach, describe, expect, it } from 'vitest';
import { dump } from '../../test/changes.ts';
import { idOf, NOW, registered, send, useKit } from '../../test/kit.ts';
import { applyRetention } from '../worker/retention.ts';
import { copyOf, deliverCodes, getWith, requestCode, unlock } from './your-data.testing.ts';

const kit = useKit({ LOG_LEVEL: 'trace' });
const at = (ms: number) => kit().clock.set(addMs(NOW, ms));
const enter = (did: string, code: string) => send(kit(), 'POST', api.dataUnlock(did), { code });
const ask = (did: string) => send(kit(), 'POST', api.dataCode(did));
const read = async (did: string, cookie = '') => (await getWith(kit(), api.yourData(did), cookie)).json();
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

afterEach(() => {
  kit().superApp.reset();
  kit().clock.set(NOW);
});

describe('T31, Y2: a did alone', () => {
  it('gets no answer, no name and no copy', async () => {
    const did = await registered(kit());
    const { topics, lock } = await read(did);
    expect([topics, lock]).toEqual([
      null,
      { unlockedUntil: null, secondsLeft: 0, codeUntil: null, triesLeft: 5, nextCodeAt: null },
    ]);
    for (const format of COPY_FORMATS) {
      const answer = await send(kit(), 'GET', copyOf(did, format));
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'locked']);
    }
    expect((await send(kit(), 'GET', api.yourData(did))).body).not.toContain('Nomvula');
  });

  it('with the cookie of another panelist’s phone gets none either', async () => {
    const [did, other] = [await registered(kit()), await registered(kit())];
    const cookie = await unlock(kit(), other);
    expect((await read(other, cookie)).topics).not.toBeNull();
    expect((await read(did, cookie)).topics).toBeNull();
    expect((await getWith(kit(), copyOf(did, 'json'), cookie)).statusCode).toBe(403);
  });

  it('with a cookie that we did not set gets none either', async () => {
    const did = await registered(kit());
    for (const cookie of ['data-unlock=', 'data-unlock=x', `data-unlock=${'x'.repeat(43)}`, 'data-unlock=%00'])
      expect((await read(did, cookie)).topics).toBeNull();
  });
});

describe('T31, Y2: the code from the chat', () => {
  it('unlocks the answers on that phone for fifteen minutes', async () => {
    const did = await registered(kit());
    const code = await requestCode(kit(), did);
    expect(code).toMatch(/^\d{6}$/);
    const answer = await enter(did, code);
    const [cookie = '', ...attributes] = String(answer.headers['set-cookie']).split('; ');
    expect(cookie).toMatch(/^data-unlock=[\w-]{43}$/);
    expect(attributes).toEqual(['Path=/', 'HttpOnly', 'SameSite=Strict', 'Max-Age=900']);
    expect(answer.json().unlockedUntil).toBe(addMs(NOW, 15 * MINUTE_MS).toISOString());
    at(14 * MINUTE_MS);
    expect((await read(did, cookie)).lock.secondsLeft).toBe(60);
    at(15 * MINUTE_MS - 1);
    expect((await read(did, cookie)).topics[0].answers[0]).toEqual({ question: 'First name', answer: 'Nomvula' });
    expect((await read(did)).topics).toBeNull();
    at(15 * MINUTE_MS);
    expect(await read(did, cookie)).toMatchObject({ topics: null, lock: { unlockedUntil: null } });
    expect((await getWith(kit(), copyOf(did, 'text'), cookie)).statusCode).toBe(403);
  });

  it('works once', async () => {
    const did = await registered(kit());
    const code = await requestCode(kit(), did);
    expect((await enter(did, code)).headers['set-cookie']).toBeDefined();
    const again = await enter(did, code);
    expect([again.headers['set-cookie'], again.json().unlockedUntil]).toEqual([undefined, null]);
  });

  it('works once even if two phones enter it at the same time', async () => {
    const did = await registered(kit());
    const code = await requestCode(kit(), did);
    const answers = await Promise.all([enter(did, code), enter(did, code), enter(did, code)]);
    expect(answers.filter(({ headers }) => headers['set-cookie'] !== undefined)).toHaveLength(1);
  });

  it('works for ten minutes, and a late message is not sent', async () => {
    const did = await registered(kit());
    const code = await requestCode(kit(), did);
    at(10 * MINUTE_MS);
    expect((await enter(did, code)).json()).toMatchObject({ unlockedUntil: null, codeUntil: null, triesLeft: 5 });
    await ask(did);
    at(20 * MINUTE_MS);
    expect(await deliverCodes(kit())).toEqual([]);
  });

  it('is replaced by a new one', async () => {
    const did = await registered(kit());
    const first = await requestCode(kit(), did);
    const second = await requestCode(kit(), did);
    expect((await enter(did, first)).json()).toMatchObject({ unlockedUntil: null, triesLeft: 4 });
    expect((await enter(did, second)).json().unlockedUntil).not.toBeNull();
  });

  it('of another panelist doesn’t work', async () => {
    const [did, other] = [await registered(kit()), await registered(kit())];
    await requestCode(kit(), did);
    expect((await enter(did, await requestCode(kit(), other))).json().unlockedUntil).toBeNull();
  });

  it('can be entered wrongly five times; then neither it nor a new one works for a day', async () => {
    const did = await registered(kit());
    const code = await requestCode(kit(), did);
    const left: number[] = [];
    for (let tries = 0; tries < 5; tries += 1) left.push((await enter(did, wrong(code))).json().triesLeft);
    expect(left).toEqual([4, 3, 2, 1, 0]);
    const until = addMs(NOW, DAY_MS).toISOString();
    for (const answer of [await enter(did, code), await ask(did)])
      expect(answer.json()).toEqual({
        unlockedUntil: null,
        secondsLeft: 0,
        codeUntil: null,
        triesLeft: 0,
        nextCodeAt: until,
      });
    expect(await deliverCodes(kit())).toEqual([]);
    at(DAY_MS);
    expect((await enter(did, await requestCode(kit(), did))).json().unlockedUntil).not.toBeNull();
  });

  it('counts five tries even if they are made at the same time', async () => {
    const did = await registered(kit());
    const code = await requestCode(kit(), did);
    await Promise.all(Array.from({ length: 12 }, () => enter(did, wrong(code))));
    expect((await enter(did, code)).json()).toMatchObject({ unlockedUntil: null, triesLeft: 0 });
  });

  it('is sent five times a day', async () => {
    const did = await registered(kit());
    for (let sent = 0; sent < 5; sent += 1) await requestCode(kit(), did);
    expect((await ask(did)).json().nextCodeAt).toBe(addMs(NOW, DAY_MS).toISOString());
    expect(await deliverCodes(kit())).toEqual([]);
  });

  it('is not promised while the chat is down, and costs nothing then', async () => {
    const did = await registered(kit());
    kit().superApp.answers((_, response) => response.writeHead(500).end());
    for (let asked = 0; asked < 6; asked += 1) expect((await ask(did)).statusCode).toBe(503);
    kit().superApp.reset();
    expect(await requestCode(kit(), did)).toMatch(/^\d{6}$/);
  });

  it.each(['12345', '1234567', 'abcdef', '', 123456])('%j is refused and costs no try', async (code) => {
    const did = await registered(kit());
    await requestCode(kit(), did);
    expect((await send(kit(), 'POST', api.dataUnlock(did), { code })).statusCode).toBe(400);
    expect((await read(did)).lock.triesLeft).toBe(5);
  });

  it('and the token are in no log line and in no column of the database', async () => {
    const did = await registered(kit());
    const code = await requestCode(kit(), did);
    const cookie = String((await enter(did, code)).headers['set-cookie']).split(';', 1)[0] ?? '';
    await getWith(kit(), copyOf(did, 'page'), cookie);
    const token = cookie.split('=')[1] ?? '';
    // Six digits are also in times and ids: the code is looked for by itself.
    const alone = new RegExp(`(?<![\\da-f.-])${code}(?![\\da-f])`);
    for (const text of [kit().log.join(''), await dump(kit().db)]) {
      expect(text.length).toBeGreaterThan(1000);
      expect(text).not.toContain(token);
      expect(text).not.toMatch(alone);
    }
  });
});

describe('T31, Y2: Lock it now', () => {
  it('locks the answers on every phone and deletes the cookie', async () => {
    const did = await registered(kit());
    const cookies = [await unlock(kit(), did), await unlock(kit(), did)];
    const answer = await send(kit(), 'DELETE', api.dataUnlock(did));
    expect([answer.json().unlockedUntil, answer.headers['set-cookie']]).toEqual([
      null,
      'data-unlock=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0',
    ]);
    for (const cookie of cookies) expect((await read(did, cookie)).topics).toBeNull();
  });
});

it('T31, T29: deleting the profile ends its codes and unlocks', async () => {
  const did = await registered(kit());
  const [cookie, code] = [await unlock(kit(), did), await requestCode(kit(), did)];
  const id = await idOf(kit(), did);
  await send(kit(), 'DELETE', api.deleteProfile(did));
  for (const table of ['data_codes', 'data_unlocks'])
    expect((await kit().db.query(`select from ${table} where panelist_id = $1`, [id])).rowCount).toBe(0);
  await registered(kit(), did);
  expect((await read(did, cookie)).topics).toBeNull();
  expect((await enter(did, code)).json().unlockedUntil).toBeNull();
});

it('T29: codes and unlocks that are over are erased', async () => {
  const did = await registered(kit());
  await unlock(kit(), did);
  const id = await idOf(kit(), did);
  const count = async () =>
    (
      await kit().db.query(
        'select panelist_id from data_codes where panelist_id = $1 union all select panelist_id from data_unlocks where panelist_id = $1',
        [id],
      )
    ).rowCount;
  expect(await count()).toBe(2);
  await applyRetention(kit().deps);
  expect(await count()).toBe(2);
  at(15 * MINUTE_MS);
  await applyRetention(kit().deps);
  expect(await count()).toBe(1);
  at(2 * DAY_MS + 1);
  await applyRetention(kit().deps);
  expect(await count()).toBe(0);
});

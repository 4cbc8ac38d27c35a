/** Messages that can't be composed or have nobody to go to. */
import { HOUR_MS, MINUTE_MS } from '@panel/domain/durations';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NOW, registered, useKit } from '../../test/kit.ts';
import { inviteToDueSurveys } from '../invitations/due-surveys.ts';
import { composersOf } from '../worker.ts';
import { deliverMessages } from './testing.ts';

const kit = useKit({ DAILY_CAP_RAND: '100000' });
let inbox: string[] = [];

beforeEach(async () => {
  inbox = [];
  await kit().db.query('delete from messages');
});
/** A chat that knows every device and takes every message. */
const chat = () =>
  kit().superApp.answers(async (request, response) => {
    if (request.method === 'GET') return void response.end('{"user_profile":{"number":"27820001111"}}');
    let body = '';
    for await (const chunk of request) body += chunk;
    inbox.push(JSON.parse(body).text.body);
    response.end('{}');
  });
afterEach(() => {
  kit().superApp.reset();
  kit().clock.set(NOW);
});

const after = (ms: number) => kit().clock.set(new Date(NOW.getTime() + ms));
const deliver = (deps = kit().deps) => deliverMessages(deps, composersOf(deps), kit().app.log);
const stateOf = async (did: string) =>
  (
    await kit().db.query(
      'select m.state, m.unknowns from messages m join panelists p on p.id = m.panelist_id where p.did_index = $1',
      [kit().vault.digest('did', did)],
    )
  ).rows;

async function invited(): Promise<string> {
  const did = await registered(kit());
  await inviteToDueSurveys(kit().deps);
  return did;
}

describe('R9: a message that can’t be composed', () => {
  it('while the key store is away is sent once it is back', async () => {
    const did = await invited();
    chat();
    const { deps, vault } = kit();
    const opener = () => Promise.reject(new Error('the key store is away'));
    const away = { ...deps, vault: { ...vault, panelistKeys: { ...vault.panelistKeys, opener } } };
    for (const minutes of [0, 1, 3, 7, 15]) {
      after(minutes * MINUTE_MS);
      await deliver(away);
      expect(await stateOf(did)).toEqual([{ state: 'waiting', unknowns: 0 }]);
    }
    after(HOUR_MS);
    await deliver();
    expect(inbox).toEqual([expect.stringContaining(did)]);
    expect(await stateOf(did)).toEqual([{ state: 'sent', unknowns: 0 }]);
  });

  it('ever keeps no other waiting, is logged, and is given up after a day', async () => {
    const [unreadable, other] = [await invited(), await invited()];
    chat();
    await kit().db.query("update panelists set did_sealed = 'no ciphertext' where did_index = $1", [
      kit().vault.digest('did', unreadable),
    ]);
    kit().log.length = 0;
    await deliver();
    expect(inbox).toEqual([expect.stringContaining(other)]);
    expect(await stateOf(unreadable)).toEqual([{ state: 'waiting', unknowns: 0 }]);
    const logged = kit().log.map((line) => JSON.parse(line));
    expect(logged).toMatchObject([{ kind: 'invitation', msg: 'a message could not be composed' }]);
    after(23 * HOUR_MS);
    await deliver();
    expect(await stateOf(unreadable)).toEqual([{ state: 'waiting', unknowns: 0 }]);
    after(25 * HOUR_MS);
    await deliver();
    expect(await stateOf(unreadable)).toEqual([{ state: 'dropped', unknowns: 0 }]);
  });
});

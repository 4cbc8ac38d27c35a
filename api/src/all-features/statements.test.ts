/** How many statements a call sends to the database, including `begin` and `commit`. */
import { DAY_MS } from '@panel/domain/durations';
import { api } from '@panel/domain/paths';
import { describe, expect, it } from 'vitest';
import { goldenFor, newDid, registered, send, useKit } from '../../test/kit.ts';
import { recordStatements } from '../../test/statements.ts';
import { deliver, panelistWithSession } from '../partners/partners.testing.ts';
import { spectrumComplete } from '../partners/purespectrum/contract.testing.ts';
import { releaseDueRewards } from '../rewards/ledger.ts';
import { complete, earnAvailable } from '../rewards/rewards.testing.ts';

const kit = useKit({ DAILY_CAP_RAND: '100000' });

const sent = recordStatements();

async function statementsOf(call: () => Promise<unknown>): Promise<number> {
  sent.clear();
  await call();
  return sent.texts.length;
}

describe('the statements of a call', () => {
  it('are one for the registration check and four for the history', async () => {
    const did = await registered(kit());
    await earnAvailable(kit(), did);
    expect(await statementsOf(() => send(kit(), 'GET', api.registrationCheck(did)))).toBe(1);
    expect(await statementsOf(() => send(kit(), 'GET', api.history(did)))).toBe(4);
  });

  it('are three for a registration: the check for a repeat, the panelist’s key, and everything that is stored', async () => {
    const payload = goldenFor('registration', newDid());
    expect(await statementsOf(() => send(kit(), 'POST', api.register, payload))).toBe(3);
    expect(await statementsOf(() => send(kit(), 'POST', api.register, payload))).toBe(1);
  });

  it('are five for a profiling survey and for its repeat', async () => {
    const did = await registered(kit());
    const submit = () => send(kit(), 'PUT', api.profiling('quarterly'), goldenFor('quarterly', did));
    for (const _ of ['first', 'repeat']) expect(await statementsOf(submit)).toBe(5);
  });

  it('are five for a withdrawal, and four for a double tap', async () => {
    const did = await registered(kit());
    await earnAvailable(kit(), did);
    const withdraw = () => send(kit(), 'GET', api.withdraw(did));
    expect(await statementsOf(withdraw)).toBe(5);
    expect(await statementsOf(withdraw)).toBe(4);
  });

  it('are six for a partner’s callback, and five for a repeat', async () => {
    const { session } = await panelistWithSession(kit(), 'purespectrum');
    const callback = () => deliver(kit(), spectrumComplete(session));
    expect(await statementsOf(callback)).toBe(6);
    expect(await statementsOf(callback)).toBe(5);
  });

  it('are seven for a batch of releases, however many rewards it releases', async () => {
    const dids = await Promise.all(Array.from({ length: 5 }, () => registered(kit())));
    for (const did of dids) for (const amount of [900, 1800]) await complete(kit(), did, amount);
    const later = new Date(kit().clock.now().getTime() + 15 * DAY_MS);
    expect(await statementsOf(() => releaseDueRewards(kit().deps.database, later))).toBe(7);
  });
});

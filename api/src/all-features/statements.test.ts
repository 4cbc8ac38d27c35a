/** How often a call waits for the database. Statements that don't need each other's results are sent together. */
import { DAY_MS } from '@panel/domain/durations';
import { api } from '@panel/domain/paths';
import { describe, expect, it } from 'vitest';
import { goldenFor, newDid, registered, send, useKit } from '../../test/kit.ts';
import { recordStatements } from '../../test/statements.ts';
import { deliver, panelistWithSession } from '../partners/partners.testing.ts';
import { spectrumComplete } from '../partners/purespectrum/contract.testing.ts';
import { releaseDueRewards } from '../rewards/release.ts';
import { complete, earnAvailable } from '../rewards/rewards.testing.ts';

const kit = useKit({ DAILY_CAP_RAND: '100000' });

const sent = recordStatements();

async function roundTripsOf(call: () => Promise<unknown>): Promise<number> {
  sent.clear();
  await call();
  return sent.roundTrips;
}

describe('the round trips of a call', () => {
  it('are one for the registration check, and one for each statement of the history', async () => {
    const did = await registered(kit());
    await earnAvailable(kit(), did);
    expect(await roundTripsOf(() => send(kit(), 'GET', api.registrationCheck(did)))).toBe(1);
    expect(await roundTripsOf(() => send(kit(), 'GET', api.history(did)))).toBe(4);
  });

  it('are four for a registration: the check for a repeat, the panelist’s key, earlier profiles, and everything that is stored', async () => {
    const payload = goldenFor('registration', newDid());
    expect(await roundTripsOf(() => send(kit(), 'POST', api.register, payload))).toBe(4);
    expect(await roundTripsOf(() => send(kit(), 'POST', api.register, payload))).toBe(1);
  });

  it('are two for a profiling survey and for its repeat', async () => {
    const did = await registered(kit());
    const submit = () => send(kit(), 'PUT', api.profiling('quarterly'), goldenFor('quarterly', did));
    for (const _ of ['first', 'repeat']) expect(await roundTripsOf(submit)).toBe(2);
  });

  it('are two for a withdrawal and for a double tap', async () => {
    const did = await registered(kit());
    await earnAvailable(kit(), did);
    for (const _ of ['first', 'double'])
      expect(await roundTripsOf(() => send(kit(), 'GET', api.withdraw(did)))).toBe(2);
  });

  it('are two for a partner’s callback and for a repeat', async () => {
    const { session } = await panelistWithSession(kit(), 'purespectrum');
    for (const _ of ['first', 'repeat'])
      expect(await roundTripsOf(() => deliver(kit(), spectrumComplete(session)))).toBe(2);
  });

  it('are six for a batch of releases, however many rewards it releases', async () => {
    const dids = await Promise.all(Array.from({ length: 5 }, () => registered(kit())));
    for (const did of dids) for (const amount of [900, 1800]) await complete(kit(), did, amount);
    const later = new Date(kit().clock.now().getTime() + 15 * DAY_MS);
    expect(await roundTripsOf(() => releaseDueRewards(kit().deps.database, later))).toBe(6);
  });
});

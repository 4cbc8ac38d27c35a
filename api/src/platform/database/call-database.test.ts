import { entryLink } from '@panel/domain/partners/entry-link';
import { api } from '@panel/domain/paths';
import { encodePreference } from '@panel/domain/preferences/preferences';
import { afterEach, expect, it, vi } from 'vitest';
import { goldenFor, idOf, type Kit, newDid, registered, send, useKit } from '../../../test/kit.ts';
import { finishSurvey, report } from '../../disputes/disputes.testing.ts';
import { earnAvailable } from '../../rewards/rewards.testing.ts';
import { DatabaseUnavailable } from './database.ts';

const kit = useKit({ RATE_LIMITS: 'on' });
afterEach(() => vi.restoreAllMocks());

/** Each prepares what the call needs, and returns the call. */
const CALLS: Readonly<Record<string, (kit: Kit) => Promise<() => Promise<{ statusCode: number }>>>> = {
  registration: async (kit) => {
    const did = newDid();
    return () => send(kit, 'POST', api.register, goldenFor('registration', did));
  },
  'survey link': async (kit) => {
    const did = await registered(kit);
    return () => send(kit, 'GET', entryLink('cint-router')(did));
  },
  deletion: async (kit) => {
    const did = await registered(kit);
    return () => send(kit, 'DELETE', api.deleteProfile(did));
  },
  preference: async (kit) => {
    const did = await registered(kit);
    await send(kit, 'PUT', api.preference(did), encodePreference(true));
    return () => send(kit, 'GET', api.preference(did));
  },
  submission: async (kit) => {
    const did = await registered(kit);
    return () => send(kit, 'PUT', api.profiling('quarterly'), goldenFor('quarterly', did));
  },
  withdrawal: async (kit) => {
    const did = await registered(kit);
    await earnAvailable(kit, did);
    return () => send(kit, 'GET', api.withdraw(did));
  },
  report: async (kit) => {
    const did = await registered(kit);
    const session = await finishSurvey(kit, did);
    return () => report(kit, did, session);
  },
};

it.each(Object.entries(CALLS))('R8: a %s has one time limit for all its database work', async (_, prepare) => {
  const call = await prepare(kit());
  const { database } = kit().depsAs('api');
  const ofOneCall = vi.spyOn(database, 'ofOneCall');
  const others = (['one', 'many', 'run', 'returning', 'transaction'] as const).map((use) => vi.spyOn(database, use));
  expect([200, 201]).toContain((await call()).statusCode);
  expect(ofOneCall).toHaveBeenCalledOnce();
  for (const use of others) expect(use).not.toHaveBeenCalled();
});

it('R8: a submission or a withdrawal is stored once even if its response comes too late', async () => {
  const did = await registered(kit());
  await earnAvailable(kit(), did);
  const calls = [
    () => send(kit(), 'PUT', api.profiling('quarterly'), goldenFor('quarterly', did)),
    () => send(kit(), 'PUT', api.dateOfBirth, goldenFor('dateOfBirth', did)),
    () => send(kit(), 'GET', api.withdraw(did)),
  ];
  const { database } = kit().depsAs('api');
  const transaction: typeof database.transaction = async (work) => {
    await database.transaction(work);
    throw new DatabaseUnavailable('timed out');
  };
  const ofOneCall = vi.spyOn(database, 'ofOneCall').mockReturnValue({ ...database, transaction });
  for (const call of calls) expect((await call()).statusCode).toBe(503);
  ofOneCall.mockRestore();
  for (const call of calls) expect((await call()).json()).toBe(true);
  const stored = await kit().db.query(
    `select (select count(*)::int from withdrawals d join wallets w on w.id = d.wallet_id where w.panelist_id = $1) as withdrawals,
      (select count(*)::int from submissions where panelist_id = $1) as submissions`,
    [await idOf(kit(), did)],
  );
  // The third submission is the registration.
  expect(stored.rows).toEqual([{ withdrawals: 1, submissions: 3 }]);
});

it('R8: a registration waits no longer than that for the key store, and is stored once', async () => {
  const did = newDid();
  const { database } = kit().depsAs('api');
  const late = () => Promise.reject(new DatabaseUnavailable('timed out'));
  const ofOneCall = vi.spyOn(database, 'ofOneCall').mockReturnValue({ ...database, waitFor: late });
  const call = () => send(kit(), 'POST', api.register, goldenFor('registration', did));
  expect((await call()).statusCode).toBe(503);
  ofOneCall.mockRestore();
  for (const _ of ['first', 'repeated']) expect((await call()).statusCode).toBe(201);
  const id = await idOf(kit(), did);
  expect((await kit().db.query('select from submissions where panelist_id = $1', [id])).rows).toHaveLength(1);
});

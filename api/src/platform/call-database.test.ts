import { api } from '@panel/domain/paths';
import { afterEach, expect, it, vi } from 'vitest';
import { goldenFor, type Kit, newDid, registered, send, useKit } from '../../test/kit.ts';
import { finishSurvey, report } from '../disputes/testing.ts';

const kit = useKit({ RATE_LIMITS: 'on' });
afterEach(() => vi.restoreAllMocks());

/** Each makes what the call needs, and returns the call. */
const CALLS: Readonly<Record<string, (kit: Kit) => Promise<() => Promise<{ statusCode: number }>>>> = {
  registration: async (kit) => {
    const did = newDid();
    return () => send(kit, 'POST', api.register, goldenFor('registration', did));
  },
  'survey link': async (kit) => {
    const did = await registered(kit);
    return () => send(kit, 'GET', api.entryLink('cint-router')(did));
  },
  deletion: async (kit) => {
    const did = await registered(kit);
    return () => send(kit, 'DELETE', api.deleteProfile(did));
  },
  report: async (kit) => {
    const did = await registered(kit);
    const session = await finishSurvey(kit, did);
    return () => report(kit, did, session);
  },
};

it.each(Object.entries(CALLS))('R8: a %s asks the database within one time limit alone', async (_, prepare) => {
  const call = await prepare(kit());
  const { database } = kit().deps;
  const ofOneCall = vi.spyOn(database, 'ofOneCall');
  const others = (['one', 'many', 'write', 'transaction'] as const).map((use) => vi.spyOn(database, use));
  expect([200, 201]).toContain((await call()).statusCode);
  expect(ofOneCall).toHaveBeenCalledOnce();
  for (const use of others) expect(use).not.toHaveBeenCalled();
});

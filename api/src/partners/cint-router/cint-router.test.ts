import { expect, it } from 'vitest';
import { useKit } from '../../../test/kit.ts';
import { alarms, deliver, eventsOf, panelistWithSession, pendingOf } from '../partners.testing.ts';
import { routerCallback } from './contract.testing.ts';

const kit = useKit();

it('S7: with one address per status and no transaction, each status is recorded, and a repeated completion pays nothing', async () => {
  const { did, session } = await panelistWithSession(kit(), 'cint-router');
  for (const status of ['term', 'overquota', 'tentative', 'complete', 'reconciliation'])
    expect((await deliver(kit(), routerCallback(session, status, { txn: null }))).statusCode).toBe(200);
  expect(await eventsOf(kit(), session.sessionId)).toEqual([
    'screenout: noted',
    'overquota: noted',
    'tentative: noted',
    'complete: credited',
    'reversed: reversed',
  ]);
  expect(await pendingOf(kit(), did)).toBe(0);
  const before = alarms(kit());
  await deliver(kit(), routerCallback(session, 'complete', { txn: null }));
  expect([await pendingOf(kit(), did), alarms(kit()) - before]).toEqual([0, 1]);
});

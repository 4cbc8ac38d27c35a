import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useKit } from '../../test/kit.ts';
import { matchItem, matchReturn } from './cint-match/contract.testing.ts';
import { routerCallback } from './cint-router/contract.testing.ts';
import { deliver, panelistWithSession, pendingOf } from './partners.testing.ts';
import { SECRET } from './protocol.testing.ts';

const kit = useKit();
/** Random, because PostgreSQL compresses repeated text before it checks the length. */
const LONG = randomBytes(4000).toString('hex');
const longestStored = async () => {
  const { rows } = await kit().db.query(
    'select max(greatest(length(dedupe_key), length(raw_code), length(survey_id))) as length from partner_events',
  );
  return rows[0].length;
};

describe('T23: a text of 8,000 characters from a partner', () => {
  it('as the router’s transaction is stored as a hash: the completion counts once, and the next one is different', async () => {
    const { did, session } = await panelistWithSession(kit(), 'cint-router');
    const report = (status: string, txn: string) => deliver(kit(), routerCallback(session, status, { txn }));
    for (const _ of ['first', 'again']) expect((await report('complete', `${LONG}1`)).statusCode).toBe(200);
    expect(await pendingOf(kit(), did)).toBe(900);
    expect((await report('reconciliation', `${LONG}1`)).statusCode).toBe(200);
    expect(await pendingOf(kit(), did)).toBe(0);
    expect((await report('complete', `${LONG}2`)).statusCode).toBe(200);
    expect(await pendingOf(kit(), did)).toBe(900);
    expect(await longestStored()).toBeLessThanOrEqual(200);
  });

  it('in any other field of a callback is answered, and not stored', async () => {
    const { session } = await panelistWithSession(kit(), 'cint-match');
    const long = { ...session, sessionId: LONG, pid: LONG };
    expect((await deliver(kit(), matchReturn(session, 'success', `${LONG}/${LONG}`))).statusCode).toBe(303);
    expect((await deliver(kit(), matchReturn(long, 'success', '3/10', { survey: LONG }))).statusCode).toBe(303);
    const item = matchItem(session, '3/10');
    for (const field of Object.keys(item)) {
      const url = `/partners/cint-match/callback/${SECRET}`;
      const { statusCode } = await deliver(kit(), { method: 'POST', url, payload: [{ ...item, [field]: LONG }] });
      expect([field, statusCode]).toEqual([field, 200]);
    }
    expect(await longestStored()).toBeLessThanOrEqual(200);
  });
});

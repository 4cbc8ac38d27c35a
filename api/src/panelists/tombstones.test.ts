import { createHash } from 'node:crypto';
import type { PanelistStatus } from '@panel/domain/panelists/status';
import { api } from '@panel/domain/paths';
import { afterAll, describe, expect, it } from 'vitest';
import { check, goldenFor, knows, newDid, registered, send, useKit } from '../../test/kit.ts';
import { aLockIsAwaited, holdTransaction } from '../../test/locks.ts';
import { identify, setStatus } from '../identity/panelists.ts';
import { contentDigest } from '../partners/callbacks.ts';
import { deepMoneyCheck, quickMoneyCheck } from '../rewards/money-check.ts';
import { runPayouts } from '../rewards/payouts.testing.ts';
import { complete, ENOUGH, earnAvailable, mintSession, reportEvent, wallet } from '../rewards/rewards.testing.ts';
import { deleteProfile } from './delete.ts';
import { personalData } from './personal-data.ts';

const kit = useKit();
const NOTHING = { pending: 0, available: 0, reserved: 0, owed: 0 };

const leave = (did: string) => send(kit(), 'DELETE', api.deleteProfile(did));
const registerWith = async (number: string, did: string = newDid()): Promise<string> => {
  kit().superApp.answers(knows(number));
  return registered(kit(), did).finally(() => kit().superApp.reset());
};
const withdraw = async (did: string) => {
  await send(kit(), 'GET', api.withdraw(did));
  await runPayouts(kit().deps);
};
const reverse = (session: string) => reportEvent(kit(), session, { outcome: 'reversed', key: `${session}:reversed` });
const reinstate = (session: string) =>
  reportEvent(kit(), session, { outcome: 'reinstated', key: `${session}:reinstated` });

async function decide(did: string, status: PanelistStatus): Promise<void> {
  const { id } = await identify(kit().deps.database, kit().vault, did);
  await kit().deps.database.transaction((tx) => setStatus(tx, id, status));
}

/** The answer to a panelist's request for stored data. */
const dataOf = async (did: string) => {
  const { id } = await identify(kit().deps.database, kit().vault, did);
  return personalData(kit().deps.database, kit().vault, id);
};

/** The panel's losses so far, in cents. */
const writtenOff = async (): Promise<number> => {
  const { rows } = await kit().db.query(
    "select -coalesce(sum(amount), 0)::int as lost from postings where account = 'write-off'",
  );
  return rows[0].lost;
};

afterAll(async () => {
  expect(await quickMoneyCheck(kit().deps.database)).toEqual({ ok: true, faults: [] });
  expect(await deepMoneyCheck(kit().deps.database)).toEqual({ ok: true, faults: [] });
});

describe('T11: deleting a profile and signing up again', () => {
  it('keeps a block if the panelist signs up on another phone while the first profile is being deleted', async () => {
    const number = '27820000009';
    const did = await registerWith(number);
    await decide(did, 'blocked');
    const { id } = await identify(kit().deps.database, kit().vault, did);
    const { deps, vault, clock } = kit();
    const deletion = await holdTransaction(deps.database, (tx) => deleteProfile(tx, vault, { id, did }, clock.now()));
    const otherPhone = registerWith(number);
    await aLockIsAwaited(kit());
    await deletion.commit();
    expect(await check(kit(), await otherPhone)).toMatchObject({ status: 'blocked' });
  });

  it('keeps a block, by the device and by the number', async () => {
    const did = await registerWith('27820000001');
    await decide(did, 'blocked');
    await leave(did);
    const answer = await send(kit(), 'POST', api.register, goldenFor('registration', did));
    expect([answer.statusCode, answer.json()]).toEqual([201, { status: 'blocked' }]);
    expect(await check(kit(), did)).toMatchObject({ status: 'blocked', purespectrum_entry_link: null });
    const otherPhone = await registerWith('27820000001');
    expect(await check(kit(), otherPhone)).toMatchObject({ status: 'blocked' });
    const somebodyElse = await registerWith('27820000002');
    expect(await check(kit(), somebodyElse)).toMatchObject({ status: 'approved' });
  });

  it.each([
    ['blocked', 'suspended', 'blocked', '27820000021'],
    ['pending', 'underage', 'underage', '27820000022'],
  ] as const)('keeps the severest status: of %s and %s, %s', async (ofDevice, ofNumber, kept, number) => {
    const did = await registerWith(`${number}0`);
    const otherPhone = await registerWith(number);
    await decide(did, ofDevice);
    await decide(otherPhone, ofNumber);
    await leave(did);
    await leave(otherPhone);
    await registerWith(number, did);
    expect(await check(kit(), did)).toMatchObject({ status: kept });
  });

  it('is possible again after an operator has approved the panelist', async () => {
    const did = await registerWith('27820000003');
    await decide(did, 'blocked');
    await leave(did);
    await registerWith('27820000003', did);
    await decide(did, 'approved');
    await leave(did);
    await registerWith('27820000003', did);
    expect(await check(kit(), did)).toMatchObject({ status: 'approved' });
  });

  it('keeps a debt, once', async () => {
    const did = await registerWith('27820000004');
    const session = await earnAvailable(kit(), did);
    await withdraw(did);
    await reverse(session);
    expect(await wallet(kit(), did)).toEqual({ ...NOTHING, owed: -ENOUGH });
    const before = await writtenOff();
    await leave(did);
    expect((await writtenOff()) - before).toBe(ENOUGH);
    await registerWith('27820000004', did);
    expect(await wallet(kit(), did)).toEqual({ ...NOTHING, owed: -ENOUGH });
    expect((await writtenOff()) - before).toBe(0);
    const otherPhone = await registerWith('27820000005', newDid());
    expect(await wallet(kit(), otherPhone)).toEqual(NOTHING);
    await earnAvailable(kit(), did, ENOUGH + 1500);
    expect(await wallet(kit(), did)).toEqual({ ...NOTHING, available: 1500 });
  });

  it('S9: pays no survey a second time', async () => {
    const did = await registerWith('27820000006');
    await complete(kit(), did, 900, { surveyId: 'survey-7' });
    await leave(did);
    await registerWith('27820000006', did);
    await complete(kit(), did, 900, { surveyId: 'survey-7' });
    expect(await wallet(kit(), did)).toEqual(NOTHING);
    await complete(kit(), did, 900, { surveyId: 'survey-8' });
    expect(await wallet(kit(), did)).toEqual({ ...NOTHING, pending: 900 });
    await leave(did);
    const otherPhone = await registerWith('27820000006');
    for (const surveyId of ['survey-7', 'survey-8']) await complete(kit(), otherPhone, 900, { surveyId });
    expect(await wallet(kit(), otherPhone)).toEqual(NOTHING);
    const surveys = expect.arrayContaining([{ partner: 'purespectrum', survey: 'survey-7' }]);
    expect(await dataOf(otherPhone)).toHaveProperty(
      'earlierProfiles',
      expect.arrayContaining([expect.objectContaining({ surveys })]),
    );
  });

  it('S10: keeps only the day, because the exact time would lead to the wallet’s last transfer', async () => {
    const did = await registered(kit());
    await earnAvailable(kit(), did);
    await decide(did, 'blocked');
    await leave(did);
    const { rows } = await kit().db.query(
      'select count(*)::int as kept, count(t.at)::int as joined from tombstones b left join transfers t on t.at = b.deleted_at where b.did_index = $1',
      [kit().vault.digest('did', did)],
    );
    expect(rows[0]).toEqual({ kept: 1, joined: 0 });
  });

  it('S10: keeps paid surveys without a link to a wallet, even if a partner takes one back later as a loss', async () => {
    const did = await registered(kit());
    const surveys = ['left-1', 'left-2', 'left-3'];
    const sessions: string[] = [];
    for (const surveyId of surveys) sessions.push(await complete(kit(), did, 900, { surveyId }));
    for (const [index, session] of sessions.entries())
      await kit().db.query('update survey_sessions set survey_id = $2 where id = $1', [session, surveys[index]]);
    await leave(did);
    const before = await writtenOff();
    const [session = ''] = sessions;
    const late = { outcome: 'reversed', key: `${session}:reversed`, surveyId: 'left-1' } as const;
    expect(await reportEvent(kit(), session, late)).toBe('reversed');
    expect((await writtenOff()) - before).toBe(900);
    const { rows } = await kit().db.query(
      `select count(*)::int as kept, count(r.id)::int as rewards, count(o.id)::int as sessions, count(e.id)::int as events
       from tombstone_surveys s
         left join rewards r using (partner, survey_id)
         left join survey_sessions o using (partner, survey_id)
         left join partner_events e using (partner, survey_id)
       where s.did_index = $1`,
      [kit().vault.digest('did', did)],
    );
    expect(rows).toEqual([{ kept: 3, rewards: 0, sessions: 0, events: 0 }]);
  });

  it('S10: keeps no digest that would reveal an event’s survey, even for later events', async () => {
    const did = await registered(kit());
    const [surveyId, usdMicros] = ['left-4', 1_000_000n];
    const session = await complete(kit(), did, 900, { surveyId });
    const unpaid = await mintSession(kit(), did);
    await leave(did);
    const reversed = { outcome: 'reversed', key: `${session}:reversed`, surveyId } as const;
    expect(await reportEvent(kit(), session, reversed)).toBe('reversed');
    expect(await reportEvent(kit(), session, reversed)).toBe('duplicate');
    const late = { outcome: 'complete', key: `${unpaid}:complete`, surveyId, usdMicros } as const;
    expect(await reportEvent(kit(), unpaid, late)).toBe('deleted-panelist');
    expect(await reportEvent(kit(), unpaid, late)).toBe('duplicate');

    const { rows } = await kit().db.query<{ digest: Buffer; key: string; surveyId: string | null }>(
      `select digest, dedupe_key as key, survey_id as "surveyId" from partner_events
       where session_id = $1 or effect = 'deleted-panelist' order by id desc limit 3`,
      [session],
    );
    expect(rows.map((row) => row.surveyId)).toEqual([null, null, null]);
    const tried = [
      contentDigest({ outcome: 'complete', sessionId: session, surveyId, usdMicros }),
      contentDigest({ outcome: 'reversed', sessionId: session, surveyId }),
      contentDigest({ outcome: 'complete', sessionId: unpaid, surveyId, usdMicros }),
    ];
    for (const digest of tried) {
      const key = createHash('sha256').update(late.key).update(digest).digest('hex');
      expect(rows.filter((row) => row.digest.equals(digest) || row.key.includes(key))).toEqual([]);
    }
  });

  it('S10: keeps nothing of a panelist in good standing who was paid nothing', async () => {
    const count = async () => (await kit().db.query('select count(*)::int as rows from tombstones')).rows[0].rows;
    const before = await count();
    await leave(await registered(kit()));
    expect(await count()).toBe(before);
  });
});

describe('a reversal after the profile was deleted', () => {
  it('is a loss in the books, and a reinstatement undoes it', async () => {
    const did = await registered(kit());
    const [withdrawn, held] = [await earnAvailable(kit(), did), await complete(kit(), did, 900)];
    await withdraw(did);
    await leave(did);
    const before = await writtenOff();
    expect(await reverse(withdrawn)).toBe('reversed');
    expect((await writtenOff()) - before).toBe(ENOUGH);
    expect(await reverse(held)).toBe('reversed');
    expect((await writtenOff()) - before).toBe(ENOUGH + 900);
    expect(await reverse(held)).toBe('duplicate');
    expect(await reinstate(withdrawn)).toBe('reinstated');
    expect((await writtenOff()) - before).toBe(900);
    const { rows } = await kit().db.query(
      'select pending, available, owed from wallets where panelist_id is null and (pending, available, owed) <> (0, 0, 0)',
    );
    expect(rows).toEqual([]);
  });
});

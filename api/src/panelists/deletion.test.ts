import { addMonths } from '@panel/domain/calendar';
import { GOLDEN } from '@panel/domain/golden';
import { api } from '@panel/domain/paths';
import { describe, expect, it } from 'vitest';
import { check, goldenFor, idOf, knows, NOW, newDid, registered, rowCounts, send, useKit } from '../../test/kit.ts';
import { aLockIsAwaited, holdTransaction } from '../../test/locks.ts';
import { buildApp } from '../app.ts';
import { destroyKeys } from '../identity/keys.ts';
import { inviteToDueSurveys } from '../invitations/due-surveys.ts';
import type { Database } from '../platform/database/database.ts';
import { endMessagesOf, withdrawalOf, withdrawing } from '../rewards/rewards.testing.ts';
import { returnWithdrawal } from '../rewards/withdrawals.ts';
import { checkInactivePanelists } from './inactivity.ts';

const kit = useKit();

/** Every row of every table as text, with bytes made readable. */
async function dump(): Promise<string> {
  const tables = await kit().db.query("select table_name from information_schema.tables where table_schema = 'public'");
  const rows = await Promise.all(
    tables.rows.map(
      async ({ table_name }) => (await kit().db.query(`select t::text as row from "${table_name}" t`)).rows,
    ),
  );
  const text = rows
    .flat()
    .map(({ row }) => row)
    .join('\n');
  return (
    text +
    [...text.matchAll(/\\x([0-9a-f]+)/g)].map(([, hex]) => Buffer.from(hex ?? '', 'hex').toString('latin1')).join('\n')
  );
}

describe('S10: deleting a profile', () => {
  it('X3: leaves nothing of a panelist in the database, and is final', async () => {
    const number = '27831234567';
    const did = `canary-${newDid()}`;
    kit().superApp.answers(knows(number));
    await registered(kit(), did).finally(() => kit().superApp.reset());
    await send(kit(), 'PUT', api.profiling('second-round'), goldenFor('secondRound', did));
    await send(kit(), 'PUT', api.profiling('quarterly'), goldenFor('quarterly', did));
    await send(kit(), 'PUT', api.profiling('yearly'), goldenFor('yearly', did));
    await send(kit(), 'PUT', api.dateOfBirth, goldenFor('dateOfBirth', did));

    // Before the deletion the answers are there for sampling, but the identity can't be read even then.
    const { firstname, surname, dob } = GOLDEN.registration.answers;
    const identity = [did, number, firstname, surname, dob, 'indian'];
    const answers = ['western_cape', 'pietermaritzburg', 'stokvel', 'minibus_taxi', 'kfc'];
    const id = await idOf(kit(), did);
    await kit().db.query('update profiling_due set invite_at = $1', [kit().clock.now()]);
    await inviteToDueSurveys(kit().deps);
    await kit().db.query('update panelists set last_active_at = $1, inactivity_check_at = $1', [addMonths(NOW, -25)]);
    await checkInactivePanelists(kit().deps);
    const before = await dump();
    for (const kind of ['invitation', 'inactivity']) expect(before).toMatch(new RegExp(`${kind},"?${id}:`));
    for (const answer of answers) expect(before).toContain(answer);
    for (const secret of identity) expect(before).not.toContain(secret);

    const answer = await send(kit(), 'DELETE', api.deleteProfile(did));
    expect([answer.statusCode, answer.json()]).toEqual([200, true]);
    await destroyKeys(kit().deps);
    const after = await dump();
    for (const needle of [...identity, ...answers, id]) expect(after).not.toContain(needle);
    expect(await rowCounts(kit())).toEqual({
      panelists: 0,
      submissions: 0,
      profiles: 0,
      personal_answers: 0,
      consents: 0,
      preferences: 0,
      // The books stay, without a reference to the panelist.
      wallets: 1,
      transfers: 0,
      postings: 0,
    });

    for (const [method, url, body] of [
      ['GET', api.registrationCheck(did)],
      ['DELETE', api.deleteProfile(did)],
      ['GET', api.preference(did)],
      ['PUT', api.preference(did), { data: [{ preference: 'research', value: true }] }],
      ['PUT', api.profiling('quarterly'), goldenFor('quarterly', did)],
      ['GET', api.withdraw(did)],
    ] as const)
      expect((await send(kit(), method, url, body)).statusCode).toBe(404);
  });

  it('S4: lets the device sign up again, even with the same registration at once', async () => {
    const did = await registered(kit());
    await send(kit(), 'DELETE', api.deleteProfile(did));
    await registered(kit(), did);
    expect(await check(kit(), did)).toMatchObject({
      status: 'approved',
      bua_second_round_survey_link: 'http://localhost:3000/profiling-second-round',
    });
  });

  it('affects no other panelist', async () => {
    const [leaving, staying] = [await registered(kit()), await registered(kit())];
    await send(kit(), 'DELETE', api.deleteProfile(leaving));
    expect(await check(kit(), staying)).toMatchObject({ status: 'approved' });
  });

  it('accepts a DELETE with the JSON content type and no body', async () => {
    const did = await registered(kit());
    const answer = await kit().app.inject({
      method: 'DELETE',
      url: api.deleteProfile(did),
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.statusCode).toBe(200);
  });

  it('during submissions of the same panelist leaves nothing behind', async () => {
    const did = await registered(kit());
    const before = await rowCounts(kit());
    const calls = Array.from({ length: 20 }, (_, index) =>
      index === 10
        ? send(kit(), 'DELETE', api.deleteProfile(did))
        : send(kit(), 'PUT', api.profiling('quarterly'), goldenFor('quarterly', did)),
    );
    const statuses = (await Promise.all(calls)).map((answer) => answer.statusCode);
    expect(statuses[10]).toBe(200);
    expect(statuses.every((status) => status === 200 || status === 404)).toBe(true);
    const after = await rowCounts(kit());
    expect(after.panelists).toBe((before.panelists ?? 0) - 1);
    expect(
      (await kit().db.query('select from submissions where panelist_id not in (select id from panelists)')).rows,
    ).toEqual([]);
  });
});

it('S10: a deletion is confirmed if the answer to its commit was lost and the transaction was retried', async () => {
  const did = await registered(kit());
  const { database } = kit().deps;
  const ofOneCall = (): Database => {
    const ofCall = database.ofOneCall();
    return {
      ...ofCall,
      transaction: async (work) => {
        await ofCall.transaction(work);
        return ofCall.transaction(work);
      },
    };
  };
  const app = buildApp({ ...kit().deps, database: { ...database, ofOneCall } });
  const remove = () => app.inject({ method: 'DELETE', url: api.deleteProfile(did) });
  const answer = await remove();
  expect([answer.statusCode, answer.json()]).toEqual([200, true]);
  expect((await remove()).statusCode).toBe(404);
  await app.close();
});

it('S10: money that comes back while the profile is being deleted is forfeited, and no message says that it is back', async () => {
  const did = await withdrawing(kit());
  const { id, wallet_id: walletId, amount } = await withdrawalOf(kit(), did);
  const returning = await holdTransaction(kit().deps.database, (tx) =>
    returnWithdrawal(tx, { id, walletId, amount }, 'refused', NOW),
  );
  const deletion = send(kit(), 'DELETE', api.deleteProfile(did));
  await aLockIsAwaited(kit());
  await returning.commit();
  expect((await deletion).json()).toBe(true);
  expect(await endMessagesOf(kit(), id)).toEqual([{ kind: 'withdrawal-returned', state: 'dropped' }]);
});

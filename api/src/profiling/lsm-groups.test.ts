/** The LSM group: when it is worked out, and the operation that does it again. */
import { addMs, MINUTE_MS } from '@panel/domain/durations';
import { api } from '@panel/domain/paths';
import { describe, expect, it } from 'vitest';
import { goldenFor, idOf, newDid, send } from '../../test/kit.ts';
import { useOperator } from '../console/operator.testing.ts';

const { kit, operate, audited, isAlarmed } = useOperator();

const recompute = () => operate('recompute-lsm', { reason: 'other weights' });

async function registeredWith(appliances: readonly number[]): Promise<string> {
  const did = newDid();
  const payload = goldenFor('registration', did) as { questionnaire_response: object };
  Object.assign(payload.questionnaire_response, { lsm_appliances: appliances });
  expect((await send(kit(), 'POST', api.register, payload)).statusCode).toBe(201);
  return did;
}
async function answerYearly(did: string, appliances: readonly number[]): Promise<void> {
  const payload = goldenFor('yearly', did) as { questionnaire_response: object };
  Object.assign(payload.questionnaire_response, { lsm_appliances: appliances });
  expect((await send(kit(), 'PUT', api.profiling('yearly'), payload)).statusCode).toBe(200);
}
async function profileOf(did: string) {
  const { rows } = await kit().db.query('select lsm_group as group, answers from profiles where panelist_id = $1', [
    await idOf(kit(), did),
  ]);
  return rows[0] as { group: number | null; answers: Record<string, unknown> };
}

describe('the LSM group', () => {
  it('is stored at registration, and again with the yearly survey', async () => {
    const did = await registeredWith([1, 9, 13, 25]);
    expect((await profileOf(did)).group).toBe(4);
    await send(kit(), 'PUT', api.profiling('quarterly'), goldenFor('quarterly', did));
    expect((await profileOf(did)).group).toBe(4);
    await answerYearly(did, [2, 24]);
    expect((await profileOf(did)).group).toBe(5);
  });

  it('counts the appliances of the registration if the yearly survey leaves them out', async () => {
    const did = await registeredWith([1, 2, 6]);
    expect((await profileOf(did)).group).toBe(5);
    await answerYearly(did, []);
    // A domestic worker, but no house and no city any more: .120814 + .166031 + .311118 - .810519.
    expect(await profileOf(did)).toMatchObject({
      group: 6,
      answers: { lsm_appliances: ['tv', 'swimming_pool', 'computer'], lsm_housing: false },
    });
  });

  it('is worked out again by an operation, for every profile whose group is another or missing', async () => {
    const [did, other] = [await registeredWith([1, 9, 13, 25]), await registeredWith([1, 9, 13, 25])];
    await recompute();
    await kit().db.query('update profiles set lsm_group = null where panelist_id = $1', [await idOf(kit(), did)]);
    await kit().db.query('update profiles set lsm_group = 9 where panelist_id = $1', [await idOf(kit(), other)]);
    expect(await recompute()).toMatch(/\b2 changed$/);
    expect([(await profileOf(did)).group, (await profileOf(other)).group]).toEqual([4, 4]);
    expect(await recompute()).toMatch(/\b0 changed$/);
    expect(await audited()).toMatchObject({ actor: 'thandi', operation: 'recompute-lsm' });
  });

  it('R22: is worked out again for all others if one fails', async () => {
    const dids = [await registeredWith([1]), await registeredWith([1]), await registeredWith([1])];
    const [, broken = ''] = await Promise.all(dids.map((did) => idOf(kit(), did)));
    await kit().db.query('update profiles set lsm_group = 9');
    await kit().db.query(`
      create function break_profile() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
      create trigger break_profile before update on profiles for each row when (old.panelist_id = '${broken}')
        execute function break_profile()`);
    expect(await recompute()).toContain('1 failed: Today lists the reason. Repeat this once it is fixed.');
    expect(isAlarmed()).toBe(true);
    expect((await kit().db.query('select from profiles where lsm_group = 9')).rowCount).toBe(1);
    expect((await kit().db.query('select job, item from failed_items')).rows).toEqual([{ job: 'lsm', item: broken }]);
    await kit().db.query('drop function break_profile cascade');
    kit().clock.set(addMs(kit().clock.now(), MINUTE_MS));
    expect(await recompute()).toContain('1 changed');
    expect((await kit().db.query('select from failed_items')).rowCount).toBe(0);
  });

  it('is worked out again in batches', async () => {
    const did = await registeredWith([1, 9, 13, 25]);
    await recompute();
    await kit().db.query(`
      with people as (
        insert into panelists (id, did_index, did_sealed, number_index, status, registration_digest, registered_at, last_active_at,
          inactivity_check_at)
        select md5('batch' || n)::uuid, sha256(('did' || n)::bytea), 'x', sha256(('number' || n)::bytea), 'approved', 'x', now(), now(), now()
        from generate_series(1, 2000) n returning id)
      insert into profiles (panelist_id, answers, lsm_group)
      select p.id, r.answers, 9 from people p, profiles r where r.panelist_id = '${await idOf(kit(), did)}'`);
    expect(await recompute()).toMatch(/\b2000 changed$/);
    await kit().db.query("delete from panelists where registration_digest = 'x'");
  });

  it('is removed if an answer that it needs is missing', async () => {
    const did = await registeredWith([1]);
    await kit().db.query(`update profiles set answers = answers - 'lsm_city' where panelist_id = $1`, [
      await idOf(kit(), did),
    ]);
    expect(await recompute()).toMatch(/\b1 changed$/);
    expect((await profileOf(did)).group).toBeNull();
  });
});

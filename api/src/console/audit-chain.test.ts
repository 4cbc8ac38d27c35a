import { beforeEach, describe, expect, it } from 'vitest';
import { registered } from '../../test/kit.ts';
import { useOperator } from './operator.testing.ts';

const { kit, run, operate, isAlarmed } = useOperator();
/** Changes the log as someone with the owner's rights could. */
const change = (text: string) =>
  kit().db.query(
    `begin; alter table audit disable trigger audit_kept; ${text}; alter table audit enable trigger audit_kept; commit`,
  );
const ids = async (): Promise<string[]> =>
  (await kit().db.query('select id from audit order by id')).rows.map((row) => row.id);
const lastHash = async (): Promise<string> =>
  (await kit().db.query("select encode(hash, 'hex') as hash from audit order by id desc limit 1")).rows[0].hash;

beforeEach(async () => {
  await change('delete from audit');
  const did = await registered(kit());
  for (const to of ['suspended', 'blocked', 'approved']) await operate('set-status', { did, to, reason: 'zoë: “x”' });
});

describe('T27: audit verify', () => {
  it('finds every row intact, even after concurrent work', async () => {
    const dids = await Promise.all(Array.from({ length: 8 }, () => registered(kit())));
    await Promise.all(dids.map((did) => operate('set-status', { did, to: 'suspended', reason: 'x' })));
    expect(await run('audit verify')).toContain(
      `11 rows are intact. Keep the last hash somewhere else: ${await lastHash()}`,
    );
    expect(isAlarmed()).toBe(false);
  });

  it.each([
    ['changed', (id: string) => `update audit set reason = 'another' where id = ${id}`, 1],
    [
      'changed and hashed again',
      (id: string) => `update audit a set reason = 'another', hash = sha256('x') where id = ${id}`,
      1,
    ],
    ['removed', (id: string) => `delete from audit where id = ${id}`, 2],
    [
      'given its subject as the second one',
      (id: string) => `update audit set second_subject = actor_subject, actor_subject = null where id = ${id}`,
      1,
    ],
  ])('names the first bad row if a row was %s', async (_, text, broken) => {
    const rows = await ids();
    await change(text(rows[1] as string));
    expect(await run('audit verify')).toContain(`Row ${rows[broken]} was changed`);
    expect(isAlarmed()).toBe(true);
  });

  it('covers every column', async () => {
    const id = (await ids())[1];
    const { rows } = await kit().db.query(`select to_jsonb(a) as row from audit a where id = ${id}`);
    const before = JSON.stringify(rows[0].row);
    const columns = Object.keys(rows[0].row).filter((name) => name !== 'id');
    const others: Record<string, string> = {
      at: "at + interval '1 microsecond'",
      role: "'finance'",
      step: "'viewed'",
      inputs: `'{"to": "approved"}'`,
      proposal: '1',
      amount: '1',
      hash: "sha256('x')",
    };
    for (const column of columns) {
      await change(`update audit set ${column} = ${others[column] ?? "'another'"} where id = ${id}`);
      expect(await run('audit verify'), column).toContain(`Row ${id} was changed`);
      await change(`
        update audit set ${column} = (jsonb_populate_record(null::audit, '${before}')).${column} where id = ${id}`);
      expect(await run('audit verify'), column).toContain('3 rows are intact');
    }
  });

  it('notices that the end was removed, by a hash from an earlier run', async () => {
    const noted = await lastHash();
    expect(await run('audit verify', { seen: noted })).toContain('3 rows are intact');
    const rows = await ids();
    await change(`delete from audit where id = ${rows[2]}`);
    expect(await run('audit verify')).toContain('2 rows are intact');
    expect(await run('audit verify', { seen: noted })).toContain('No row has that hash');
    expect(isAlarmed()).toBe(true);
  });
});

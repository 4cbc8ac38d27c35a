import { execFileSync, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OPERATIONS } from '@panel/domain/console/all-operations';
import { GOLDEN } from '@panel/domain/golden';
import { TERMS } from '@panel/domain/panelists/rules';
import { api } from '@panel/domain/paths';
import { describe, expect, it } from 'vitest';
import { check, goldenFor, LONG_LIMITS, newDid, registered, send } from '../../test/kit.ts';
import { aLockIsAwaited, holdTransaction } from '../../test/locks.ts';
import { builtFile } from '../../test/product.ts';
import { useOperator } from '../console/operator.testing.ts';
import { identify } from '../identity/panelists.ts';
import { createDatabaseClient, DatabaseUnavailable } from '../platform/database/database.ts';
import { deleteProfile } from './delete.ts';

const CLI = fileURLToPath(new URL('../cli.ts', import.meta.url));
const { kit, operate, audited, types, folder } = useOperator();

describe('T27: operators', () => {
  it('approve, suspend and block a panelist, each time with a reason and a name', async () => {
    const did = await registered(kit());
    for (const to of ['suspended', 'blocked', 'approved']) {
      await operate('set-status', { did, to, reason: 'quality' });
      expect(await check(kit(), did)).toMatchObject({ status: to });
      expect(await audited()).toEqual({
        actor: 'thandi',
        second_actor: null,
        operation: 'set-status',
        step: 'done',
        inputs: { to },
        reason: 'quality',
      });
    }
    await expect(operate('set-status', { did, to: 'king', reason: 'x' })).rejects.toThrow('--to: Choose one of');
    await expect(operate('set-status', { did, to: 'blocked' })).rejects.toThrow('--reason: Required');
    await expect(operate('set-status', { did, to: 'blocked', reason: 'x', as: '' })).rejects.toThrow(
      '--as is required',
    );
    await expect(operate('set-status', { did: newDid(), to: 'blocked', reason: 'x' })).rejects.toThrow('No panelist');
    expect(await check(kit(), did)).toMatchObject({ status: 'approved' });
  });

  it('get a database error, not an unknown did, while the database is down', async () => {
    const did = await registered(kit());
    const database = createDatabaseClient('postgres://nobody@127.0.0.1:1/none', {
      ...LONG_LIMITS,
      connectMs: 500,
      retryForMs: 0,
    });
    const deps = { ...kit().deps, database };
    await expect(operate('set-status', { did, to: 'blocked', reason: 'x' }, deps)).rejects.toThrow(DatabaseUnavailable);
    await database.close();
  });

  it('are told that a profile was deleted while they blocked it, and the audit log has no block', async () => {
    const did = await registered(kit());
    const { deps, vault, clock } = kit();
    const { id } = await identify(deps.database, vault, did);
    const deletion = await holdTransaction(deps.database, (tx) => deleteProfile(tx, vault, { id, did }, clock.now()));
    const block = operate('set-status', { did, to: 'blocked', reason: 'fraud' });
    const told = expect(block).rejects.toThrow('The profile was deleted.');
    await aLockIsAwaited(kit());
    await deletion.commit();
    await told;
    expect(
      (
        await kit().db.query(
          "select from audit where operation = 'set-status' and inputs ->> 'to' = 'blocked' and reason = 'fraud'",
        )
      ).rowCount,
    ).toBe(0);
  });

  it('S11: draw a sample by age, and can’t invite it twice', async () => {
    await kit().db.query('delete from panelists');
    const dids = [await registered(kit()), await registered(kit()), await registered(kit())];
    await send(kit(), 'PUT', api.dateOfBirth, { account: { user_id: dids[2] as string, dob: '1960-01-01' } });
    await expect(
      operate('draw-sample', { task: 'bread', sample: 'finishedWanted=5', study: 'https://evil.example' }),
    ).rejects.toThrow('must begin with one of');
    const study = `${kit().config.studies.origins[0]}/study/bread`;
    const drawn = { task: 'bread', sample: 'ageFrom=25&ageTo=34&finishedWanted=5&seed=1', study };
    expect(await operate('draw-sample', drawn)).toContain('2 people are drawn for bread, with seed 1');
    await expect(operate('draw-sample', drawn)).rejects.toThrow('A task with this name already exists');
    const invited = { task: 'bread', people: '2', text: 'A study about bread: {link}' };
    expect(await operate('invite-task', invited)).toContain('Sending to 2 people');
    await expect(operate('invite-task', invited)).rejects.toThrow('were already sent');
    await expect(operate('remind-task', invited)).rejects.toThrow('are still being sent');
    await operate('stop-task', { task: 'bread', reason: 'a mistake' });
    await expect(operate('remind-task', invited)).rejects.toThrow('was stopped');
  });

  it('export everything about a person, and erase them', async () => {
    const did = await registered(kit());
    const other = await registered(kit());
    await send(kit(), 'PUT', api.profiling('quarterly'), goldenFor('quarterly', did));
    const file = join(folder(), 'person.json');
    await operate('export-person', { did, to: file, reason: 'asked by mail', second: 'sipho' });
    const person = await readFile(file, 'utf8');
    const { firstname, surname, dob } = GOLDEN.registration.answers;
    for (const known of [did, firstname, surname, dob, 'isizulu', 'minibus_taxi', TERMS.revised])
      expect(person).toContain(known);
    expect(person).not.toContain(other);
    types(did);
    await operate('erase-person', { reason: 'asked by mail', second: 'sipho' });
    expect((await send(kit(), 'GET', api.registrationCheck(did))).statusCode).toBe(404);
    expect(await check(kit(), other)).toMatchObject({ status: 'approved' });
    expect(await audited()).toMatchObject({ operation: 'erase-person', reason: 'asked by mail' });
    expect(JSON.stringify((await kit().db.query('select * from audit')).rows)).not.toContain(did);
  });

  it('T29: erase a person whose lost key was replaced by a later answer', async () => {
    const did = await registered(kit());
    const { id } = await identify(kit().deps.database, kit().vault, did);
    await kit().vault.panelistKeys.destroy([id]);
    expect((await send(kit(), 'PUT', api.dateOfBirth, goldenFor('dateOfBirth', did))).statusCode).toBe(200);
    types(did);
    await operate('erase-person', { reason: 'asked by mail', second: 'sipho' });
    expect((await send(kit(), 'GET', api.registrationCheck(did))).statusCode).toBe(404);
  });

  it('see the command as they started it in the help: an npm script, or panel.js on a server', async () => {
    const usage = (...file: string[]) =>
      execFileSync(process.execPath, [...file, 'operate', 'freeze-payouts', '--help'], { encoding: 'utf8' });
    expect(usage('--import', 'tsx', CLI)).toMatch(/^Usage: npm run panel -- operate freeze-payouts /);
    expect(usage(await builtFile('panel.js'))).toMatch(/^Usage: node panel\.js operate freeze-payouts /);
  });

  it('need none of the console’s settings: migrating and copying are commands too', async () => {
    const env = { PATH: process.env.PATH, MODE: 'live', ROLE: 'console' };
    const command = [await builtFile('panel.js'), 'money', 'check'];
    const { stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', env });
    expect(stderr).toMatch(/MODE=live needs .*KEYS_DATABASE_URL/);
    expect(stderr).not.toMatch(/OIDC_|CONSOLE_/);
  });

  it('get help for each command without a database, and a list of the operations', async () => {
    const panel = async (...args: string[]) => {
      const { status, stderr, stdout } = spawnSync(process.execPath, [await builtFile('panel.js'), ...args], {
        encoding: 'utf8',
      });
      return { status, text: stdout + stderr };
    };
    const { text: listed } = await panel('operate');
    for (const { name, title } of Object.values(OPERATIONS))
      expect(listed).toMatch(new RegExp(`^  ${name} .* ${title}$`, 'm'));
    const { status, text } = await panel('operate', 'resolve-payout', '--help');
    expect([status, text]).toEqual([
      0,
      expect.stringMatching(/--outcome <code> +The issuer says: issued, not-issued, voided/),
    ]);
    // A PIN is asked for: shells keep command lines.
    expect(text).not.toContain('--pin');
    expect(await panel('operate', 'freeze')).toMatchObject({
      status: 2,
      text: expect.stringContaining("unknown command 'freeze'"),
    });
    expect(await panel('nonsense')).toMatchObject({
      status: 2,
      text: expect.stringContaining("unknown command 'nonsense'"),
    });
  });
});

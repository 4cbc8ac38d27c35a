import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GOLDEN } from '@panel/domain/golden';
import { api } from '@panel/domain/paths';
import { describe, expect, it } from 'vitest';
import { check, goldenFor, newDid, registered, send } from '../../test/kit.ts';
import { deliverMessages } from '../messages/delivery.ts';
import { earnAvailable } from '../rewards/testing.ts';
import { composersOf } from '../worker.ts';
import { useOperator } from './testing.ts';

const { kit, run, audited, types, folder } = useOperator();

describe('T27: operators', () => {
  it('see the standing of a panelist, and nothing that says who they are', async () => {
    const did = await registered(kit());
    await earnAvailable(kit(), did, 6000);
    const shown = await run('show', { did, reason: 'asked by chat' });
    expect(shown).toMatch(/status +approved/);
    expect(shown).toContain('available   R60');
    for (const secret of [did, GOLDEN.registration.answers.firstname, GOLDEN.registration.answers.dob])
      expect(shown).not.toContain(secret);
    expect(await audited()).toMatchObject({ actor: 'thandi', command: 'show' });
  });

  it('approve, suspend and block, each with a reason and a name', async () => {
    const did = await registered(kit());
    for (const to of ['suspended', 'blocked', 'approved']) {
      await run('status', { did, to, reason: 'quality' });
      expect(await check(kit(), did)).toMatchObject({ status: to });
      expect(await audited()).toEqual({
        actor: 'thandi',
        second_actor: null,
        command: `status ${to}`,
        reason: 'quality',
      });
    }
    await expect(run('status', { did, to: 'king', reason: 'x' })).rejects.toThrow('--to must be one of');
    await expect(run('status', { did, to: 'blocked' })).rejects.toThrow('--reason is needed');
    await expect(run('status', { did, to: 'blocked', reason: 'x', as: '' })).rejects.toThrow('--as is needed');
    await expect(run('status', { did: newDid(), to: 'blocked', reason: 'x' })).rejects.toThrow('No panelist');
    expect(await check(kit(), did)).toMatchObject({ status: 'approved' });
  });

  it('S11: draw a sample by profile and age, and invite nobody twice for one task', async () => {
    await kit().db.query('delete from panelists');
    const dids = [await registered(kit()), await registered(kit()), await registered(kit())];
    await send(kit(), 'PUT', api.dateOfBirth, { account: { user_id: dids[2] as string, dob: '1960-01-01' } });
    expect(await run('sample', {})).toBe('3 panelists');
    expect(await run('sample', { province: 'kwazulu_natal', gender: 'female', age: '25-34' })).toBe('2 panelists');
    expect(await run('sample', { province: 'gauteng' })).toBe('0 panelists');
    expect(await run('sample', { lsm_appliances: 'tv' })).toBe('3 panelists');
    await expect(run('sample', { province: 'atlantis' })).rejects.toThrow('--province must be one of');
    await expect(run('sample', { age: '34-25' })).rejects.toThrow('--age is a range');

    const task = { age: '25-34', invite: 'bread-study', text: 'A study about bread: tap Discover.' };
    expect(await run('sample', task)).toContain('2 invited now');
    expect(await run('sample', task)).toContain('0 invited now');
    await expect(run('sample', { ...task, text: 'Another' })).rejects.toThrow('another text');
    await send(kit(), 'PUT', api.preference(dids[0] as string), { data: [{ preference: 'research', value: false }] });
    expect(await run('sample', {})).toBe('2 panelists');
    const texts: string[] = [];
    kit().superApp.answers(async (request, response) => {
      if (request.method === 'GET') return void response.end('{"user_profile":{"number":"27820001111"}}');
      for await (const chunk of request) texts.push(String(chunk));
      response.end('{}');
    });
    await deliverMessages(kit().deps, composersOf(kit().deps));
    kit().superApp.reset();
    expect(texts.filter((text) => text.includes('study about bread'))).toHaveLength(1);
  });

  it('export everything about a person, and erase them', async () => {
    const did = await registered(kit());
    const other = await registered(kit());
    await send(kit(), 'PUT', api.profiling('quarterly'), goldenFor('quarterly', did));
    const file = join(folder(), 'person.json');
    await run('export', { did, to: file, reason: 'asked by mail', second: 'sipho' });
    const person = await readFile(file, 'utf8');
    const { firstname, surname, dob } = GOLDEN.registration.answers;
    for (const known of [did, firstname, surname, dob, 'isizulu', 'minibus_taxi', '2024-11-26'])
      expect(person).toContain(known);
    expect(person).not.toContain(other);
    types(did);
    await run('erase', { reason: 'asked by mail', second: 'sipho' });
    expect((await send(kit(), 'GET', api.registrationCheck(did))).statusCode).toBe(404);
    expect(await check(kit(), other)).toMatchObject({ status: 'approved' });
    expect(await audited()).toMatchObject({ command: 'erase', reason: 'asked by mail' });
    expect(JSON.stringify((await kit().db.query('select * from audit')).rows)).not.toContain(did);
  });

  it('are told how each command is used, without a database', () => {
    const cli = (...args: string[]) =>
      execFileSync(process.execPath, ['--import', 'tsx', fileURLToPath(new URL('cli.ts', import.meta.url)), ...args], {
        encoding: 'utf8',
      });
    const help = cli('--help');
    for (const noun of ['show', 'status', 'sample', 'rewards', 'payouts', 'messages', 'money', 'reconcile', 'export'])
      expect(help).toContain(`\n  ${noun}`);
    expect(cli('payouts', '--help')).toContain('resolve');
    expect(cli('sample', '--help')).toContain('nobody twice for one task');
    expect(() => cli('nonsense')).toThrow();
  });
});

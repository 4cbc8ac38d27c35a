import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { MAX_SESSION_MS, ROLES, type Role } from '@panel/domain/console/pages';
import { addMs } from '@panel/domain/durations';
import { describe, expect, it } from 'vitest';
import { NOW, registered, useKit } from '../../test/kit.ts';
import { buildProgram, runSubcommand, SUBCOMMANDS } from '../commands.ts';
import type { OptionValues } from './command.ts';
import { startSession } from './sessions.ts';

const kit = useKit();

const tokenOf = (account: string, role: Role, authenticatedAt = NOW) =>
  kit().deps.database.transaction((tx) =>
    startSession(
      tx,
      { subject: `sub-${account}`, account, role, authenticatedAt, endsAt: addMs(NOW, MAX_SESSION_MS) },
      NOW,
    ),
  );

/** Runs a command line, with a token or in live mode. */
async function panel(line: string, { token = null, isLive = false }: { token?: string | null; isLive?: boolean } = {}) {
  const { deps } = kit();
  const config = { ...deps.config, ...(isLive && { mode: 'live' as const }) };
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  const terminal = { print, prompt: async () => '', progress: () => {}, alarm: () => {} };
  const program = buildProgram((subcommand, options: OptionValues) =>
    runSubcommand(subcommand, { ...deps, config }, { ...options, token: token ?? undefined }, terminal),
  );
  await program.parseAsync(line.split(' '), { from: 'user' });
  return printed.join('\n');
}

const lastAudit = async (count: number) =>
  (
    await kit().db.query('select actor, second_actor as second, command, reason from audit order by id desc limit $1', [
      count,
    ])
  ).rows;

describe('T27: the operator of a command', () => {
  it('is the account of the token: it proposes, and another account approves', async () => {
    const [one, two] = [await tokenOf('finance-1', 'finance'), await tokenOf('finance-2', 'finance')];
    expect(await panel('payouts freeze --reason odd', { token: one })).toBe('Payouts are frozen.');
    const proposed = await panel('payouts resume --reason understood', { token: one });
    const [id] = /P-\d+/.exec(proposed) as unknown as [string];
    await expect(panel(`proposals approve ${id}`, { token: one })).rejects.toThrow('someone else must approve it');
    expect(await panel('proposals list', { token: two })).toMatch(
      new RegExp(`${id}  Resume payouts  by finance-1 .*\n +Frozen since: 2026-.*\n +Why: odd\n`),
    );
    expect(await panel(`proposals approve ${id}`, { token: two })).toContain('Payouts have resumed');
    expect(await lastAudit(1)).toEqual([
      { actor: 'finance-1', second: 'finance-2', command: 'payouts resume', reason: 'understood' },
    ]);
  });

  it('learns that a file can’t be written before anything is decided', async () => {
    const did = await registered(kit());
    const folder = await mkdtemp(join(tmpdir(), 'panel-identity-'));
    const [taken, free] = [join(folder, 'taken.json'), join(folder, 'free.json')];
    await writeFile(taken, 'something else');
    const [one, two] = [await tokenOf('support-1', 'support'), await tokenOf('support-2', 'support')];
    const [id] = /P-\d+/.exec(await panel(`export --did ${did} --reason asked`, { token: one })) ?? [];
    const before = await lastAudit(1000);
    const byNames = `export --did ${did} --reason asked --as thandi --second sipho`;
    for (const [line, token] of [
      [`proposals approve ${id}`, two],
      [byNames, null],
    ] as const) {
      await expect(panel(line, { token })).rejects.toThrow('--to is required');
      await expect(panel(`${line} --to ${taken}`, { token })).rejects.toThrow('already exists');
      await expect(panel(`${line} --to ${join(folder, 'no', 'x')}`, { token })).rejects.toThrow('can’t be written');
    }
    expect(await lastAudit(1000)).toEqual(before);
    expect(await readFile(taken, 'utf8')).toBe('something else');
    // A refused approval leaves no file behind.
    await expect(panel(`proposals approve ${id} --to ${free}`, { token: one })).rejects.toThrow('someone else');
    expect(await panel(`proposals approve ${id} --to ${free}`, { token: two })).toBe(`Written to ${free}.`);
    expect(await readFile(free, 'utf8')).toContain(did);
    await rm(folder, { recursive: true });
  });

  it('may do what the account’s role may, for as long as the session lasts', async () => {
    const did = await registered(kit());
    const auditor = await tokenOf('auditor-1', 'auditor');
    expect(await panel(`show --did ${did} --reason audit`, { token: auditor })).toContain('status      approved');
    await expect(panel(`status --did ${did} --to blocked --reason x`, { token: auditor })).rejects.toThrow(
      'Only support may do this.',
    );
    await expect(panel('payouts freeze --reason x', { token: 'made up' })).rejects.toThrow('has ended');
    const leaver = await tokenOf('finance-4', 'finance');
    const stale = await tokenOf('finance-3', 'finance', addMs(NOW, -MAX_SESSION_MS));
    await expect(panel('proposals approve P-1', { token: stale })).rejects.toThrow('Sign in again');
    expect(
      await panel('sign-ins end --account finance-4 --reason left', { token: await tokenOf('finance-1', 'finance') }),
    ).toBe('1 session ended, 0 proposals withdrawn.');
    await expect(panel('payouts freeze --reason x', { token: leaver })).rejects.toThrow('has ended');
  });

  it('may run only the commands of their role; an auditor reads but changes nothing', async () => {
    const named = SUBCOMMANDS.flatMap((subcommand) => (subcommand.isAnonymous ? [] : subcommand));
    const terminal = { print: () => {}, prompt: async () => '', progress: () => {}, alarm: () => {} };
    const before = await lastAudit(1000);
    for (const role of ROLES) {
      const token = await tokenOf(`${role}-9`, role);
      for (const subcommand of named.filter(({ roles }) => !roles.includes(role)))
        await expect(runSubcommand(subcommand, kit().deps, { token }, terminal), subcommand.name).rejects.toThrow(
          /^Only .+ may do this\.$/,
        );
    }
    expect(await lastAudit(1000)).toEqual(before);
    const looks = named.filter(({ roles }) => roles.includes('auditor')).map(({ name }) => name);
    expect(looks).toEqual(['show', 'audit export', 'sample', 'proposals list']);
    // Few roles may run commands that reach everyone's data.
    const rolesOf = (command: string) => named.find(({ name }) => name.startsWith(command))?.roles;
    expect(rolesOf('consents withdraw')).toEqual(['support']);
    for (const command of ['keys rotate', 'keys prune', 'backup', 'restore <file>', 'restore finish'])
      expect(rolesOf(command)).toEqual(['finance']);
  });

  it('is a name in live mode only with --break-glass, two names and a reason, which the audit log shows', async () => {
    const live = { isLive: true };
    await expect(panel('payouts freeze --as thandi --reason x', live)).rejects.toThrow('Create a token in the console');
    await expect(panel('payouts freeze --break-glass --as thandi --reason x', live)).rejects.toThrow('--second');
    for (const second of ['thandi', 'Thandi', 'THANDI\u200b'])
      await expect(
        panel(`payouts resume --break-glass --as thandi --second ${second} --reason x`, live),
      ).rejects.toThrow('someone else');
    await panel('payouts freeze --break-glass --as thandi --second sipho --reason fire', live);
    await panel('payouts resume --break-glass --as thandi --second sipho --reason fire', live);
    expect(await lastAudit(2)).toEqual([
      { actor: 'thandi', second: 'sipho', command: 'payouts resume', reason: 'fire' },
      { actor: 'thandi', second: 'sipho', command: 'break-glass payouts resume', reason: 'fire' },
    ]);
    expect(await panel('money check', live)).toBe('Every cent is where it should be.');
  });

  it('is ‘schedule’ in the audit log for a backup by a timer, and only for that', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'panel-identity-')), 'copy');
    await expect(panel(`backup ${file}`, { isLive: true })).rejects.toThrow('Create a token in the console');
    await panel(`backup ${file} --scheduled`, { isLive: true });
    expect(await lastAudit(1)).toEqual([{ actor: 'schedule', second: null, command: 'backup', reason: null }]);
    const scheduled = SUBCOMMANDS.filter(({ options }) => options?.some(([flags]) => flags === '--scheduled'));
    expect(scheduled.map(({ name }) => name)).toEqual(['backup <file>']);
    await rm(dirname(file), { recursive: true });
  });

  it('can break the glass for any command, even one that isn’t an operation, and each time is audited', async () => {
    const did = await registered(kit());
    const file = join(await mkdtemp(join(tmpdir(), 'panel-identity-')), 'copy');
    const lines = {
      'keys prune': 'keys prune',
      'rollups rebuild': 'rollups rebuild',
      sample: 'sample',
      'proposals list': 'proposals list',
      'sign-ins end': 'sign-ins end --account finance-1',
      'consents withdraw marketing': `consents withdraw --did ${did} --purpose marketing`,
      backup: `backup ${file}`,
    };
    for (const [command, line] of Object.entries(lines)) {
      await panel(`${line} --break-glass --as thandi --second sipho --reason fire`, { isLive: true });
      const rows = await lastAudit(2);
      const row = { actor: 'thandi', second: 'sipho', reason: 'fire' };
      expect(rows, command).toContainEqual({ ...row, command: `break-glass ${command}` });
    }
    await rm(dirname(file), { recursive: true });
  });
});

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { MAX_SESSION_MS, ROLES, type Role } from '@panel/domain/console/pages';
import { addMs } from '@panel/domain/durations';
import { describe, expect, it } from 'vitest';
import { NOW, registered } from '../../test/kit.ts';
import { buildProgram, runSubcommand, SUBCOMMANDS } from '../commands.ts';
import type { OptionValues } from './command.ts';
import { useConsole } from './console.testing.ts';
import { startSession } from './sessions.ts';

const { kit, signIn } = useConsole();

const tokenOf = (account: string, role: Role) =>
  kit().deps.database.transaction((tx) =>
    startSession(
      tx,
      { subject: `sub-${account}`, account, role, authenticatedAt: NOW, endsAt: addMs(NOW, MAX_SESSION_MS) },
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
    await kit().db.query(
      'select actor, role, second_actor as second, operation, step, reason from audit order by id desc limit $1',
      [count],
    )
  ).rows;

describe('T27: the operator of a command', () => {
  it('is the account of the token: it proposes, and another account approves in the console', async () => {
    const one = await tokenOf('finance-1', 'finance');
    expect(await panel('operate freeze-payouts --reason odd', { token: one })).toBe('Payouts are frozen.');
    const resume = () => panel('operate resume-payouts --reason understood', { token: one });
    const proposed = await resume();
    const [id = ''] = /^P-\d+/.exec(proposed) ?? [];
    expect(proposed).toBe(`${id} needs another person’s approval in the console.`);
    await expect(resume()).rejects.toThrow(`${id} for this is already waiting for approval`);
    const two = await signIn('finance-2', 'finance');
    expect((await two.approve(id)).json().message).toContain('Payouts have resumed');
    expect(await lastAudit(1)).toEqual([
      {
        actor: 'finance-1',
        role: 'finance',
        second: 'finance-2',
        operation: 'resume-payouts',
        step: 'done',
        reason: 'understood',
      },
    ]);
  });

  it('learns that a file can’t be written before anything is decided', async () => {
    const did = await registered(kit());
    const folder = await mkdtemp(join(tmpdir(), 'panel-identity-'));
    const [taken, free] = [join(folder, 'taken.json'), join(folder, 'free.json')];
    await writeFile(taken, 'something else');
    const before = await lastAudit(1000);
    const line = `operate export-person --did ${did} --reason asked --as thandi --second sipho`;
    await expect(panel(line)).rejects.toThrow('--to is required');
    await expect(panel(`${line} --to ${taken}`)).rejects.toThrow('already exists');
    await expect(panel(`${line} --to ${join(folder, 'no', 'x')}`)).rejects.toThrow('can’t be written');
    expect(await lastAudit(1000)).toEqual(before);
    expect(await readFile(taken, 'utf8')).toBe('something else');
    // A refused operation leaves no file behind.
    await expect(panel(`${line} --to ${free} --format x`)).rejects.toThrow('--format: Choose one of');
    expect(await panel(`${line} --to ${free}`)).toBe(`Written to ${free}.`);
    expect(await readFile(free, 'utf8')).toContain(did);
    await rm(folder, { recursive: true });
  });

  it('may do what the account’s role may, for as long as the session lasts', async () => {
    const did = await registered(kit());
    const auditor = await tokenOf('auditor-1', 'auditor');
    expect(await panel(`operate open-card --did ${did} --reason audit`, { token: auditor })).toMatch(
      /^The card is open\.\ncard: /,
    );
    await expect(panel(`operate set-status --did ${did} --to blocked --reason x`, { token: auditor })).rejects.toThrow(
      'Only support may do this.',
    );
    await expect(panel('operate freeze-payouts --reason x', { token: 'made up' })).rejects.toThrow('has ended');
    const leaver = await tokenOf('finance-4', 'finance');
    expect(
      await panel('sign-ins end --account finance-4 --reason left', { token: await tokenOf('finance-1', 'finance') }),
    ).toBe('1 session ended, 0 proposals withdrawn.');
    await expect(panel('operate freeze-payouts --reason x', { token: leaver })).rejects.toThrow('has ended');
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
    expect(looks).toEqual(
      ['open-card', 'open-disputed-card', 'export-audit', 'create-token', 'end-session', 'end-sessions'].map(
        (name) => `operate ${name}`,
      ),
    );
    // Few roles may run commands that reach everyone's data.
    const rolesOf = (command: string) => named.find(({ name }) => name.startsWith(command))?.roles;
    for (const command of ['keys rotate', 'keys prune', 'backup', 'restore <file>', 'restore finish'])
      expect(rolesOf(command)).toEqual(['finance']);
  });

  it('is a name in live mode only with --break-glass, two names and a reason, which the audit log shows', async () => {
    const live = { isLive: true };
    await expect(panel('operate freeze-payouts --as thandi --reason x', live)).rejects.toThrow(
      'Create a token in the console',
    );
    await expect(panel('operate freeze-payouts --break-glass --as thandi --reason x', live)).rejects.toThrow(
      '--second',
    );
    for (const second of ['thandi', 'Thandi', 'THANDI\u200b'])
      await expect(
        panel(`operate resume-payouts --break-glass --as thandi --second ${second} --reason x`, live),
      ).rejects.toThrow('someone else');
    await panel('operate freeze-payouts --break-glass --as thandi --second sipho --reason fire', live);
    await panel('operate resume-payouts --break-glass --as thandi --second sipho --reason fire', live);
    const entry = { actor: 'thandi', role: null, second: 'sipho', operation: 'resume-payouts', reason: 'fire' };
    expect(await lastAudit(2)).toEqual([
      { ...entry, step: 'done' },
      { ...entry, step: 'break-glass' },
    ]);
    expect(await panel('money check', live)).toBe('Every cent is where it should be.');
  });

  it('is ‘schedule’ in the audit log for a backup by a timer, and only for that', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'panel-identity-')), 'copy');
    await expect(panel(`backup ${file}`, { isLive: true })).rejects.toThrow('Create a token in the console');
    await panel(`backup ${file} --scheduled`, { isLive: true });
    expect(await lastAudit(1)).toEqual([
      { actor: 'schedule', role: null, second: null, operation: 'backup', step: 'done', reason: null },
    ]);
    const scheduled = SUBCOMMANDS.filter(({ options }) => options?.some(([flags]) => flags === '--scheduled'));
    expect(scheduled.map(({ name }) => name)).toEqual(['backup <file>']);
    await rm(dirname(file), { recursive: true });
  });

  it('can break the glass for any command, and each time is audited', async () => {
    const did = await registered(kit());
    const file = join(await mkdtemp(join(tmpdir(), 'panel-identity-')), 'copy');
    const lines = {
      'prune-keys': 'keys prune',
      'rebuild-figures': 'operate rebuild-figures',
      'end-sign-ins': 'sign-ins end --account finance-1',
      'withdraw-consent': `operate withdraw-consent --did ${did} --purpose marketing`,
      backup: `backup ${file}`,
    };
    for (const [operation, line] of Object.entries(lines)) {
      await panel(`${line} --break-glass --as thandi --second sipho --reason fire`, { isLive: true });
      const rows = await lastAudit(2);
      const row = { actor: 'thandi', role: null, second: 'sipho', reason: 'fire' };
      expect(rows, operation).toContainEqual({ ...row, operation, step: 'break-glass' });
    }
    await rm(dirname(file), { recursive: true });
  });
});

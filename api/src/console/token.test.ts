import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { MAX_SESSION_MS } from '@panel/domain/console/pages';
import { addMs } from '@panel/domain/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registered, useKit } from '../../test/kit.ts';
import { builtFile } from '../../test/product.ts';
import { startSession } from './sessions.ts';

const kit = useKit();

let token = '';
let folder = '';
let file = '';
beforeAll(async () => {
  // The process uses this machine's clock.
  const at = new Date();
  const session = { subject: 'idp-1', account: 'support-1', role: 'support', authenticatedAt: at } as const;
  token = await kit().deps.database.transaction((tx) =>
    startSession(tx, { ...session, endsAt: addMs(at, MAX_SESSION_MS) }, at),
  );
  folder = await mkdtemp(join(tmpdir(), 'panel-token-'));
  file = join(folder, 'token');
  await writeFile(file, `${token}\n`);
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs `panel.js` as a process, with `typed` on standard input. */
async function panel(args: readonly string[], { typed = '', env = {} }: { typed?: string; env?: object } = {}) {
  const child = spawn(process.execPath, [await builtFile('panel.js'), ...args], {
    env: { ...process.env, ...kit().env, DATABASE_URL: kit().url, ...env },
  });
  child.stdin.end(typed);
  const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { out, errors, code };
}

const lastActor = async () =>
  (await kit().db.query('select actor, actor_subject as subject from audit order by id desc limit 1')).rows[0];

describe('T27: the token of a command', () => {
  it('is read from a file named by an option or a setting', async () => {
    const did = await registered(kit());
    const show = ['operate', 'open-card', '--did', did, '--reason', 'asked'];
    for (const run of [panel([...show, '--token-file', file]), panel(show, { env: { PANEL_TOKEN_FILE: file } })])
      expect((await run).out).toContain('The card is open.');
    expect(await lastActor()).toEqual({ actor: 'support-1', subject: 'idp-1' });
    const missing = await panel([...show, '--token-file', join(folder, 'none')]);
    expect([missing.code, missing.errors]).toEqual([2, expect.stringMatching(/^The token file can’t be read: .*\n$/)]);
  });

  it('is the first line of standard input for --token-file -, and the next lines answer prompts', async () => {
    const did = await registered(kit());
    const { out, errors } = await panel(['operate', 'open-card', '--reason', 'asked', '--token-file', '-'], {
      typed: `${token}\n${did}\n`,
    });
    expect(out).toContain('The card is open.');
    expect(errors).toBe('token: did: ');
    const empty = await panel(['operate', 'open-card', '--reason', 'asked', '--token-file', '-']);
    expect([empty.code, empty.errors]).toEqual([2, 'token: The token is empty. Create one in the console.\n']);
  });

  it('is refused in PANEL_TOKEN and as an argument, and the message says what to do instead', async () => {
    const set = await panel(['keys', 'prune'], { env: { PANEL_TOKEN: token } });
    expect(set.code).toBe(2);
    expect(set.errors).toMatch(/^PANEL_TOKEN is no longer used\. Put the token in a file .*\n$/);
    const given = await panel(['keys', 'prune', '--token', token]);
    expect(given.code).toBe(2);
    expect(given.errors).toContain("unknown option '--token'");
    for (const { errors } of [set, given]) expect(errors).not.toContain(token);
  });
});

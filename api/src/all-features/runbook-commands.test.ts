/** The runbook's commands that no other test runs on the command line, with what the audit log says about them. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '@panel/domain/durations';
import { entryLink } from '@panel/domain/partners/entry-link';
import { describe, expect, it } from 'vitest';
import { NOW, registered, send } from '../../test/kit.ts';
import { signIn } from '../console/accounts.ts';
import { useOperator } from '../console/operator.testing.ts';
import { routerCallback } from '../partners/cint-router/contract.testing.ts';
import { deliver, panelistWithSession, sessionRow } from '../partners/partners.testing.ts';
import { complete, wallet } from '../rewards/rewards.testing.ts';

const { kit, run, operate, folder, audited } = useOperator();
const two = { second: 'sipho', reason: 'x' };

describe('a command of the runbook', () => {
  it('blocks a partner’s surveys, and unblocks them', async () => {
    const did = await registered(kit());
    const hasSurvey = async () => /s_[0-9a-f]{32}/.test((await send(kit(), 'GET', entryLink('cint-router')(did))).body);
    await operate('block-partner', { partner: 'cint-router', reason: 'x' });
    const isOffered = await hasSurvey();
    await operate('unblock-partner', { partner: 'cint-router', reason: 'x' });
    expect([isOffered, await hasSurvey()]).toEqual([false, true]);
  });

  it('reads a partner’s statement and applies it, and waives that of another month', async () => {
    const did = await registered(kit());
    const session = await complete(kit(), did, 6000);
    kit().clock.set(new Date(NOW.getTime() + 40 * DAY_MS));
    const file = join(folder(), 'statement.csv');
    await writeFile(file, `session;status;amount\n${session};reversed;6.67\n`);
    const month = { partner: 'purespectrum', month: '2026-11' };
    const printed = await operate('read-statement', { file, ...month, anyway: 'yes' });
    expect(printed).toContain(session);
    const { rows } = await kit().db.query('select max(id) as id from partner_statements');
    await operate('apply-statement', { ...two, statement: String(rows[0].id) });
    expect(await wallet(kit(), did)).toMatchObject({ pending: 0 });
    await operate('waive-statement', { ...two, partner: 'cint-match', month: '2026-11' });
    expect(await audited()).toMatchObject({ actor: 'thandi', second_actor: 'sipho' });
  });

  it('maps a partner’s code to an outcome', async () => {
    const { session } = await panelistWithSession(kit(), 'cint-router');
    await deliver(kit(), routerCallback(session, 'qf-x'));
    const { rows } = await kit().db.query('select max(id) as id from partner_events');
    const code = { partner: 'cint-router', code: 'qf-x', event: String(rows[0].id), outcome: 'overquota' };
    await operate('map-code', { ...two, ...code });
    expect((await sessionRow(kit(), session.sessionId)).outcome).toBe('overquota');
  });

  it('exports the audit log, and releases an account’s name', async () => {
    const file = join(folder(), 'audit.csv');
    await operate('export-audit', { to: file, reason: 'the yearly audit' });
    expect(await readFile(file, 'utf8')).toContain('thandi');
    const at = kit().clock.now();
    const session = { subject: 'idp-zoe', account: 'zoe', role: 'support', authenticatedAt: at, endsAt: at } as const;
    await kit()
      .depsAs('console')
      .database.transaction((tx) => signIn(tx, session, at));
    await run('sign-ins release', { account: 'zoe', reason: 'x' });
    expect(await audited()).toMatchObject({ actor: 'thandi', operation: 'release-account' });
  });
});

/** Operators' work on the command line, for the test of query plans. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withdrawing } from '../rewards/rewards.testing.ts';
import { signIn } from './accounts.ts';
import type { useOperator } from './operator.testing.ts';

/** Runs every command that changes something or lists open work. */
export async function workAsOperator(
  { kit, run, types, folder }: ReturnType<typeof useOperator>,
  did: string,
  event: string,
): Promise<void> {
  const two = { second: 'sipho', reason: 'x' };
  await run('show', { did, reason: 'x' });
  await run('status', { did, to: 'approved', reason: 'x' });
  await run('export', { ...two, did, to: join(folder(), 'export.json') });
  await run('quality leave-out', { ...two, did, signal: 'contradictions' });
  await run('sample', { gender: 'female', lsm_appliances: 'tv', age: '18-99' });
  await run('lsm recompute');
  await run('rewards list');
  await run('rewards reverse', { ...two, event });
  await run('rewards credit', { ...two, event });
  const { rows: disputes } = await kit().db.query(
    "select 'D-' || id as name from disputes where answered_at is null order by reported_at",
  );
  const [credited, declined] = disputes.map(({ name }) => name as string);
  await run('disputes list');
  await run('disputes ask', { dispute: credited ?? '', reason: 'x' });
  await run('disputes credit', { ...two, dispute: credited ?? '', amount: '12', answer: 'x' });
  await run('disputes assign', { dispute: declined ?? '', to: 'me' });
  await run('disputes decline', { dispute: declined ?? '', answer: 'x' });
  await run('disputes reopen', { dispute: declined ?? '', reason: 'x' });
  await run('disputes decline', { dispute: declined ?? '', answer: 'x' });
  await run('payouts freeze', { reason: 'x' });
  await run('payouts resume', two);
  await run('migrate');
  await run('payouts list');
  await run('payouts references');
  await run('payouts unclaimed');
  await run('money check');
  await run('consents withdraw', { did, reason: 'x', purpose: 'special:ethnicity' });
  await run('keys rotate');
  await run('keys prune');
  await run('audit verify');
  const { rows } = await kit().db.query(`select id from withdrawals where state = 'needs-review'`);
  types('12345678');
  await run('payouts resolve', { ...two, id: rows[0].id, outcome: 'not-issued' });
  await run('payouts resolve', { ...two, id: rows[1].id, outcome: 'issued', serial: 'S', transaction: 'T-by-hand' });
  await run('messages list');
  await run('messages resend', { reason: 'x', id: rows[0].id }).catch(() => {});
  const { rows: messages } = await kit().db.query(
    "update messages set state = 'needs-review' where kind = 'withdrawal-returned' and subject = $1 returning id",
    [rows[0].id],
  );
  await run('messages close', { ...two, id: messages[0].id });
  const file = join(folder(), 'settlements.csv');
  for (const line of ['W1;5000;1234;T1;2026-11-15', 'Wff;5000;1234;T;2026-11-15']) {
    await writeFile(file, `reference;amount;serialNumber;transactionId;transactionDate\n${line}\n`);
    await run(`reconcile ${file}`);
  }
  await run('settlements ask', { reference: 'Wff' });
  await run('settlements write-off', { ...two, reference: 'Wff', transaction: 'T' });
  await run('payouts resume', two);

  const at = kit().clock.now();
  const session = { subject: 'idp-zoe', account: 'zoe', role: 'support', authenticatedAt: at, endsAt: at } as const;
  await kit()
    .depsAs('console')
    .database.transaction((tx) => signIn(tx, session, at));
  for (const command of ['sign-ins end', 'sign-ins release']) await run(command, { account: 'zoe', reason: 'x' });

  const leaver = await withdrawing(kit());
  types(leaver);
  await run('erase', two);
  const { rows: left } = await kit().db.query(
    `update withdrawals d set state = 'needs-review' from wallets w
     where w.id = d.wallet_id and w.panelist_id is null and d.state = 'reserved' returning d.id, d.reference`,
  );
  await run('payouts resolve', { ...two, id: left[0].id, outcome: 'not-issued' });
  await run('payouts claim', { ...two, reference: left[0].reference });
}

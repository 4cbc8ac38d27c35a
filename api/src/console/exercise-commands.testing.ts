/** Operators' work on the command line, for the test of query plans. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withdrawing } from '../rewards/rewards.testing.ts';
import { signIn } from './accounts.ts';
import type { useOperator } from './operator.testing.ts';

/** Runs every command, and the operations whose statements no page sends. */
export async function workAsOperator(
  { kit, run, operate, types, folder }: ReturnType<typeof useOperator>,
  did: string,
  event: string,
): Promise<void> {
  const two = { second: 'sipho', reason: 'x' };
  await operate('open-card', { did, reason: 'x' });
  await operate('set-status', { did, to: 'approved', reason: 'x' });
  await operate('export-person', { ...two, did, to: join(folder(), 'export.json') });
  await operate('leave-out-signal', { ...two, did, signal: 'contradictions' });
  await operate('recompute-lsm', { reason: 'x' });
  await operate('reverse-reward', { ...two, event });
  await operate('credit-reward', { ...two, event });
  const { rows: disputes } = await kit().db.query(
    "select 'D-' || id as name from disputes where answered_at is null order by reported_at",
  );
  const [credited, declined] = disputes.map(({ name }) => name as string);
  await operate('ask-partner', { dispute: credited ?? '', reason: 'x' });
  await operate('credit-dispute', { ...two, dispute: credited ?? '', amount: '12', answer: 'x' });
  await operate('assign-dispute', { dispute: declined ?? '', to: 'me' });
  await operate('decline-dispute', { dispute: declined ?? '', answer: 'x' });
  await operate('reopen-dispute', { dispute: declined ?? '', reason: 'x' });
  await operate('decline-dispute', { dispute: declined ?? '', answer: 'x' });
  await operate('freeze-payouts', { reason: 'x' });
  await operate('resume-payouts', two);
  await run('migrate');
  await run('money check');
  await operate('withdraw-consent', { did, reason: 'x', purpose: 'special:ethnicity' });
  await run('keys rotate');
  await run('keys prune');
  await run('audit verify');
  const { rows } = await kit().db.query(`select id from withdrawals where state = 'needs-review'`);
  types('12345678');
  await operate('resolve-payout', { ...two, id: rows[0].id, outcome: 'not-issued' });
  await operate('resolve-payout', { ...two, id: rows[1].id, outcome: 'issued', serial: 'S', transaction: 'T-by-hand' });
  await operate('resend-message', { reason: 'x', id: rows[0].id }).catch(() => {});
  const { rows: messages } = await kit().db.query(
    "update messages set state = 'needs-review' where kind = 'withdrawal-returned' and subject = $1 returning id",
    [rows[0].id],
  );
  await operate('close-message', { ...two, id: messages[0].id });
  const file = join(folder(), 'settlements.csv');
  for (const line of ['W1;5000;1234;T1;2026-11-15', 'Wff;5000;1234;T;2026-11-15']) {
    await writeFile(file, `reference;amount;serialNumber;transactionId;transactionDate\n${line}\n`);
    await operate('reconcile', { file });
  }
  await operate('ask-issuer', { reference: 'Wff' });
  await operate('write-off-voucher', { ...two, reference: 'Wff', transaction: 'T' });
  await operate('resume-payouts', two);

  const at = kit().clock.now();
  const session = { subject: 'idp-zoe', account: 'zoe', role: 'support', authenticatedAt: at, endsAt: at } as const;
  await kit()
    .depsAs('console')
    .database.transaction((tx) => signIn(tx, session, at));
  for (const command of ['sign-ins end', 'sign-ins release']) await run(command, { account: 'zoe', reason: 'x' });

  const leaver = await withdrawing(kit());
  types(leaver);
  await operate('erase-person', two);
  const { rows: left } = await kit().db.query(
    `update withdrawals d set state = 'needs-review' from wallets w
     where w.id = d.wallet_id and w.panelist_id is null and d.state = 'reserved' returning d.id, d.reference`,
  );
  await operate('resolve-payout', { ...two, id: left[0].id, outcome: 'not-issued' });
  await operate('claim-payout', { ...two, reference: left[0].reference });
}

/** A voucher whose PIN only one process has, while the database has changed or is down. */
import { afterAll, describe, expect, it } from 'vitest';
import { useKit } from '../../test/kit.ts';
import { DatabaseUnavailable, sql } from '../platform/database/database.ts';
import type { IssueResult } from './issuer.ts';
import { deepMoneyCheck } from './money-check.ts';
import { runPayouts } from './payouts.testing.ts';
import { endMessagesOf, wallet, withdrawalOf, withdrawing } from './rewards.testing.ts';
import { type OpenWithdrawal, returnWithdrawal } from './withdrawals.ts';

const kit = useKit({ DAILY_CAP_RAND: '100000' });
afterAll(async () => {
  expect(await deepMoneyCheck(kit().deps.database)).toEqual({ ok: true, faults: [] });
});

const row = (did: string) => withdrawalOf(kit(), did);
const PAID = { pending: 0, available: 0, reserved: 0, owed: 0 };

describe('R4: a late voucher', () => {
  it('pays the withdrawal if the database was down for longer than its own retries', async () => {
    const did = await withdrawing(kit());
    const { database } = kit().deps;
    let failures = 0;
    const transaction: typeof database.transaction = (work) =>
      kit().issuer.issued.size > issuedBefore && ++failures <= 2
        ? Promise.reject(new DatabaseUnavailable('failing over'))
        : database.transaction(work);
    const issuedBefore = kit().issuer.issued.size;
    await runPayouts({ ...kit().deps, database: { ...database, transaction } });
    expect(failures).toBeGreaterThan(2);
    expect(await row(did)).toMatchObject({ state: 'paid', attempts: 1 });
  });

  it('pays the withdrawal if a failover has lost the request', async () => {
    const did = await withdrawing(kit());
    const { id } = await row(did);
    const loseClaim = async (step: string) => {
      if (step === 'issued')
        await kit().db.query(
          "update withdrawals set state = 'reserved', attempts = 0, first_sent_at = null, unanswered_at = null where id = $1",
          [id],
        );
    };
    await runPayouts(kit().deps, loseClaim, 1);
    expect(await row(did)).toMatchObject({ state: 'paid' });
    expect(await endMessagesOf(kit(), id)).toEqual([{ kind: 'voucher', state: 'waiting' }]);
    expect(await wallet(kit(), did)).toEqual(PAID);
  });

  it('is reported to operators, without its PIN, if its money was returned in the meantime', async () => {
    const did = await withdrawing(kit());
    const { id, reference } = await row(did);
    const { database, clock } = kit().deps;
    const returnMoney = async (step: string) => {
      if (step !== 'issued') return;
      await database.transaction(async (tx) => {
        const open = await tx.one<OpenWithdrawal>(
          sql`select id, wallet_id as "walletId", amount from withdrawals where id = ${id}`,
        );
        if (open) await returnWithdrawal(tx, open, 'by-hand', clock.now());
      });
    };
    const logged: unknown[] = [];
    await runPayouts(kit().deps, returnMoney, 1, { error: (...line: unknown[]) => void logged.push(line) });
    expect(await row(did)).toMatchObject({ state: 'returned' });
    const { pin } = kit().issuer.issued.get(reference) as Extract<IssueResult, { kind: 'issued' }>;
    expect(JSON.stringify(logged)).toContain(reference);
    expect(JSON.stringify(logged)).not.toContain(pin);
  });
});

/** A withdrawal whose device can't be found holds up nobody else's, and not its own money for ever. */
import { randomBytes } from 'node:crypto';
import { api } from '@panel/domain/paths';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { NOW, registered, send, useKit } from '../../test/kit.ts';
import { type Breakers, breaker } from '../platform/breaker.ts';
import { cipherOf } from '../platform/cipher.ts';
import { vaultLabel } from '../platform/vault.ts';
import { deepMoneyCheck } from './money-check.ts';
import { payoutRunner } from './payouts.ts';
import { earnAvailable, wallet } from './testing.ts';

const kit = useKit({ DAILY_CAP_RAND: '100000' });
afterEach(() => {
  kit().clock.set(NOW);
  kit().superApp.reset();
});
afterAll(async () => {
  expect(await deepMoneyCheck(kit().deps.database)).toEqual({ ok: true, faults: [] });
});

async function withdrawing(): Promise<string> {
  const did = await registered(kit());
  await earnAvailable(kit(), did, 6000);
  expect((await send(kit(), 'GET', api.withdraw(did))).json()).toBe(true);
  return did;
}
const withdrawal = async (did: string) =>
  (
    await kit().db.query(
      `select d.id, d.state, d.outcome_code as code from withdrawals d join wallets w on w.id = d.wallet_id
       join panelists p on p.id = w.panelist_id where p.did_index = $1`,
      [kit().vault.digest('did', did)],
    )
  ).rows[0];
const afterMinutes = (minutes: number) => kit().clock.set(new Date(NOW.getTime() + minutes * 60_000));

/** The payouts of a worker: `round` is what it does every second. */
function worker() {
  const logged: unknown[] = [];
  const breakers: Breakers = { issuer: breaker(kit().clock), chat: breaker(kit().clock) };
  const log = { error: (...line: unknown[]) => void logged.push(line) };
  return { round: payoutRunner(kit().deps, 1, breakers, new AbortController().signal, log), breakers, logged };
}

/** Encrypts the device of the panelist's withdrawal with a key that no process has; returns how it was before. */
async function sealWithLostKey(did: string): Promise<Buffer> {
  const { id } = await withdrawal(did);
  const sealed = cipherOf([{ id: 9, key: randomBytes(32) }]).seal(vaultLabel.withdrawalDid(id), did);
  const { rows } = await kit().db.query('select did_sealed from withdrawals where id = $1', [id]);
  await kit().db.query('update withdrawals set did_sealed = $2 where id = $1', [id, sealed]);
  return rows[0].did_sealed;
}

describe('R9: a withdrawal whose device can’t be decrypted', () => {
  it('is logged and waits, while everybody else is paid', async () => {
    const lost = await withdrawing();
    const sealed = await sealWithLostKey(lost);
    const other = await withdrawing();
    const { round, breakers, logged } = worker();
    await round();
    expect(await withdrawal(other)).toMatchObject({ state: 'paid' });
    expect(await withdrawal(lost)).toMatchObject({ state: 'reserved' });
    expect(logged).toHaveLength(1);
    expect(JSON.stringify(logged)).not.toContain(lost);
    expect(breakers.chat.isOpen()).toBe(false);

    // Once the key is there again it is paid like any other.
    await kit().db.query('update withdrawals set did_sealed = $2 where id = $1', [(await withdrawal(lost)).id, sealed]);
    afterMinutes(1);
    await round();
    expect(await withdrawal(lost)).toMatchObject({ state: 'paid' });
    expect(await wallet(kit(), lost)).toMatchObject({ available: 0, reserved: 0 });
  });
});

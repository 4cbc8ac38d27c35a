/** The encrypted devices and PINs of withdrawals: erased once their message was sent, and re-encrypted with a new master key. */
import { addMs, DAY_MS } from '@panel/domain/durations';
import { type Database, type Statement, sql, type Tx } from '../platform/database/database.ts';
import { isNotSetAside, processItems } from '../platform/failed-items.ts';
import { resealing } from '../platform/security/reseal.ts';
import { type Vault, vaultLabel } from '../platform/security/vault.ts';

/** A PIN and its device are kept for a day after the message was sent, in case the panelist asks about it. */
const KEEP_PIN_MS = DAY_MS;
const ERASED_AT_ONCE = 500;

/** Erases the PIN and device of withdrawals whose message was sent a day ago. Returns the number of withdrawals erased. */
export const eraseDeliveredPins = (database: Database, at: Date): Promise<number> => {
  const by = addMs(at, -KEEP_PIN_MS);
  return processItems(database, at, {
    job: 'pins',
    find: () =>
      database.column(sql`
        ${deliveredStatement(sql`ended_at <= ${by} and ${isNotSetAside('pins', sql`w.id::text`, at)}`, by)}
        limit ${ERASED_AT_ONCE}`),
    process: (ids) =>
      database.transaction((tx) => erasePins(tx, deliveredStatement(sql`w.id = any(${ids}::uuid[])`, by))),
  });
};

/** Erases the PIN and device of a wallet's withdrawals whose message was sent. */
export const erasePinsOf = (tx: Tx, walletId: string, at: Date) =>
  erasePins(tx, deliveredStatement(sql`wallet_id = ${walletId}`, at));

/** The withdrawals of this condition whose message was sent, or given up, by then. */
const deliveredStatement = (condition: Statement, by: Date): Statement =>
  sql`
    select w.id from withdrawals w join messages m on m.subject = w.id::text and m.kind in ('voucher', 'withdrawal-returned')
    where w.did_sealed is not null and ${condition}
      and m.state in ('sent', 'dropped') and coalesce(m.sent_at, m.next_attempt_at) <= ${by}`;

async function erasePins(tx: Tx, delivered: Statement): Promise<number> {
  const ids = await tx.column<string>(sql`${delivered} for no key update of w`);
  await tx.run(
    sql`update vouchers set pin_sealed = null where withdrawal_id = any(${ids}::uuid[])`,
    sql`update withdrawals set did_sealed = null where id = any(${ids}::uuid[])`,
  );
  return ids.length;
}

type Row = { readonly id: string; readonly didSealed: Buffer; readonly pinSealed: Buffer | null };

export const withdrawalsToReseal = (database: Database, vault: Vault) =>
  resealing<Row>({
    find: (after, limit) =>
      database.many(sql`
        select w.id, w.did_sealed as "didSealed", v.pin_sealed as "pinSealed"
        from withdrawals w left join vouchers v on v.withdrawal_id = w.id
        where w.did_sealed is not null and (substring(w.did_sealed from 2 for 1) = any(${vault.olderKeyIds}::bytea[])
          or substring(v.pin_sealed from 2 for 1) = any(${vault.olderKeyIds}::bytea[]))
          and (${after}::uuid is null or w.id > ${after}::uuid)
        order by w.id limit ${limit}`),
    reseal: ({ id, didSealed, pinSealed }) => ({
      id,
      didSealed: vault.reseal(vaultLabel.withdrawalDid(id), didSealed),
      pinSealed: pinSealed && vault.reseal(vaultLabel.voucherPin(id), pinSealed),
    }),
    save: (rows) =>
      database.run(
        sql`
          update withdrawals w set did_sealed = r.sealed
          from unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.didSealed)}::bytea[]) as r (id, sealed)
          where w.id = r.id and w.did_sealed is not null`,
        sql`
          update vouchers v set pin_sealed = r.sealed
          from unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.pinSealed)}::bytea[]) as r (id, sealed)
          where v.withdrawal_id = r.id and v.pin_sealed is not null and r.sealed is not null`,
      ),
  });

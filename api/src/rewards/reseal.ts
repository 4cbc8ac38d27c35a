import { type Database, sql } from '../platform/database/database.ts';
import type { EncryptionKeys } from '../platform/security/cipher.ts';
import { type Vault, vaultLabel } from '../platform/security/vault.ts';

const BATCH = 200;

type Row = { readonly id: string; readonly didSealed: Buffer; readonly pinSealed: Buffer | null };

/**
 * Re-encrypts with the newest master key the dids and PINs of up to 200 withdrawals encrypted with an older one. Returns the
 * number of withdrawals it found.
 */
export async function resealWithdrawals(
  database: Database,
  vault: Vault,
  [, ...older]: EncryptionKeys,
): Promise<number> {
  const olderIds = older.map(({ id }) => Buffer.from([id]));
  return database.transaction(async (tx) => {
    const rows = await tx.many<Row>(sql`
      select w.id, w.did_sealed as "didSealed", v.pin_sealed as "pinSealed"
      from withdrawals w left join vouchers v on v.withdrawal_id = w.id
      where w.did_sealed is not null and (substring(w.did_sealed from 2 for 1) = any(${olderIds}::bytea[])
        or substring(v.pin_sealed from 2 for 1) = any(${olderIds}::bytea[]))
      limit ${BATCH} for no key update of w`);
    const ids = rows.map((row) => row.id);
    const reseal = (label: string, sealed: Buffer) => vault.seal(label, vault.open(label, sealed));
    await tx.many(sql`
      update withdrawals w set did_sealed = r.sealed
      from unnest(${ids}::uuid[], ${rows.map(({ id, didSealed }) => reseal(vaultLabel.withdrawalDid(id), didSealed))}::bytea[])
        as r (id, sealed)
      where w.id = r.id`);
    await tx.many(sql`
      update vouchers v set pin_sealed = r.sealed
      from unnest(${ids}::uuid[], ${rows.map(({ id, pinSealed }) => pinSealed && reseal(vaultLabel.voucherPin(id), pinSealed))}::bytea[])
        as r (id, sealed)
      where v.withdrawal_id = r.id and r.sealed is not null`);
    return rows.length;
  });
}

/** Who a call is about. A did is the only identity there is; every feature finds its panelist here. */
import { isDid } from '@panel/domain/panelists/rules';
import type { PanelistStatus } from '@panel/domain/panelists/status';
import { type Queries, sql, type Tx } from './database.ts';
import { Problem } from './problems.ts';
import type { Vault } from './vault.ts';

export type Panelist = { readonly id: string; readonly status: PanelistStatus; readonly registeredAt: Date };

/** A did as the tables know it. A malformed one is answered exactly like an unknown one. */
export function indexOf(vault: Vault, did: unknown): Buffer {
  if (!isDid(did)) throw new Problem('unknown-panelist');
  return vault.digest('did', did);
}

export function known<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Problem('unknown-panelist');
  return row;
}

export async function identify(db: Queries, vault: Vault, did: string): Promise<Panelist> {
  const didIndex = indexOf(vault, did);
  return known(
    await db.one<Panelist>(sql`
      select id, status, registered_at as "registeredAt" from panelists where did_index = ${didIndex}`),
  );
}

/** The panelist, held until the transaction ends: what one person sends at the same time is done one after the other. */
export async function lockPanelist(tx: Tx, vault: Vault, did: string): Promise<Panelist> {
  const didIndex = indexOf(vault, did);
  return known(
    await tx.one<Panelist>(sql`
      select id, status, registered_at as "registeredAt" from panelists where did_index = ${didIndex}
      for no key update`),
  );
}

/** A blocked partner offers no surveys. The block is read with each request for a link, so it applies to every process at once. */
import type { Partner } from '@panel/domain/partners/partners';
import { type Queries, sql, type Tx } from '../platform/database/database.ts';

/** Returns false if it was already blocked. */
export const blockPartner = async (tx: Tx, partner: Partner, reason: string, at: Date): Promise<boolean> =>
  (await tx.affected(sql`
    insert into partner_blocks (partner, reason, blocked_at) values (${partner}, ${reason}, ${at})
    on conflict do nothing`)) > 0;

/** Returns whether it was blocked. */
export const unblockPartner = async (tx: Tx, partner: Partner, at: Date): Promise<boolean> =>
  (await tx.affected(sql`
    update partner_blocks set lifted_at = ${at} where partner = ${partner} and lifted_at is null`)) > 0;

export const openBlocks = (db: Queries) =>
  db.many<{ partner: Partner; since: Date }>(sql`
    select partner, blocked_at as since from partner_blocks where lifted_at is null`);

/** Every partner is abroad, so a panelist who withdrew that consent is sent to none. A blocked partner gets no panelists. */
export const mayEnter = (db: Queries, panelistId: string, partner: Partner): Promise<boolean> =>
  db.value(sql`
    select coalesce((
        select given from consents where panelist_id = ${panelistId} and purpose = 'transfer_abroad' order by id desc limit 1
      ), false)
      and not exists (select from partner_blocks where partner = ${partner} and lifted_at is null)`);

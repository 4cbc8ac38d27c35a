/** A blocked partner offers no surveys. The block is read with each request for a link, so it applies to every process at once. */
import type { Partner } from '@panel/domain/partners/partners';
import { type Queries, sql } from '../platform/database/database.ts';

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

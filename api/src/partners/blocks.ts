/** A blocked partner offers no surveys. The block is read with each request for a link, so it applies to every process at once. */
import { PARTNER_NAMES, type Partner } from '@panel/domain/partners/partners';
import { type Implementation, inputOf, type OperationRun } from '../console/operation.ts';
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

export const partnerOf = (run: OperationRun): Partner => inputOf(run, 'partner') as Partner;

const blockPartnerOperation: Implementation = {
  async perform(run) {
    const partner = partnerOf(run);
    const added = await run.tx.run(sql`
      insert into partner_blocks (partner, blocked_at) values (${partner}, ${run.at})
      on conflict do nothing`);
    return {
      message: `${PARTNER_NAMES[partner]} ${added > 0 ? 'is blocked.' : 'was already blocked.'}`,
      subject: partner,
    };
  },
};

const unblockPartnerOperation: Implementation = {
  async perform(run) {
    const partner = partnerOf(run);
    const lifted = await run.tx.run(sql`
      update partner_blocks set lifted_at = ${run.at} where partner = ${partner} and lifted_at is null`);
    return {
      message: `${PARTNER_NAMES[partner]} ${lifted > 0 ? 'is no longer blocked.' : 'was not blocked.'}`,
      subject: partner,
    };
  },
};

export const blockOperations = {
  'block-partner': blockPartnerOperation,
  'unblock-partner': unblockPartnerOperation,
};

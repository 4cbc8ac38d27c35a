import { PARTNER_NAMES, type Partner } from '@panel/domain/partners/partners';
import { type Implementation, inputOf, type OperationRun } from '../console/operation.ts';
import { sql } from '../platform/database/database.ts';

export const partnerOf = (run: OperationRun): Partner => inputOf(run, 'partner') as Partner;

export const blockPartnerOperation: Implementation = {
  async perform(run) {
    const partner = partnerOf(run);
    const added = await run.tx.affected(sql`
      insert into partner_blocks (partner, reason, blocked_at) values (${partner}, ${inputOf(run, 'reason')}, ${run.at})
      on conflict do nothing`);
    return {
      message: `${PARTNER_NAMES[partner]} ${added > 0 ? 'is blocked.' : 'was already blocked.'}`,
      subject: partner,
    };
  },
};

export const unblockPartnerOperation: Implementation = {
  async perform(run) {
    const partner = partnerOf(run);
    const lifted = await run.tx.affected(sql`
      update partner_blocks set lifted_at = ${run.at} where partner = ${partner} and lifted_at is null`);
    return {
      message: `${PARTNER_NAMES[partner]} ${lifted > 0 ? 'is no longer blocked.' : 'was not blocked.'}`,
      subject: partner,
    };
  },
};

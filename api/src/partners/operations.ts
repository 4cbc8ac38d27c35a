import { PARTNER_NAMES, type Partner } from '@panel/domain/partners/partners';
import { type Implementation, inputOf, type OperationRun } from '../console/operation.ts';
import { blockPartner, unblockPartner } from './blocks.ts';

export const partnerOf = (run: OperationRun): Partner => inputOf(run, 'partner') as Partner;

export const blockPartnerOperation: Implementation = {
  async perform(run) {
    const partner = partnerOf(run);
    const isNew = await blockPartner(run.tx, partner, inputOf(run, 'reason'), run.at);
    return { message: `${PARTNER_NAMES[partner]} ${isNew ? 'is blocked.' : 'was already blocked.'}`, subject: partner };
  },
};

export const unblockPartnerOperation: Implementation = {
  async perform(run) {
    const partner = partnerOf(run);
    const wasBlocked = await unblockPartner(run.tx, partner, run.at);
    return {
      message: `${PARTNER_NAMES[partner]} ${wasBlocked ? 'is no longer blocked.' : 'was not blocked.'}`,
      subject: partner,
    };
  },
};

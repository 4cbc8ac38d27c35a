import { CINT_REVERSALS } from './cint.ts';
import type { PartnerButton, PartnerContract } from './definition.ts';

export const cintRouterButton: PartnerButton = {
  title: 'Find Available Surveys',
  hint: 'More surveys that are open right now.',
  failure: 'Error fetching survey link',
  coins: 2,
  entryPath: '/api/v2/cint/response/entrylink',
  linkField: 'cint_router_survey_link',
};

export const cintRouterContract: PartnerContract = {
  name: 'Cint router',
  reversals: CINT_REVERSALS,
  signsReturns: false,
  signsEnds: true,
};

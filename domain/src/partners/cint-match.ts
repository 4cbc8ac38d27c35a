import { CINT_REVERSALS } from './cint.ts';
import type { PartnerButton, PartnerContract } from './definition.ts';

export const cintMatchButton: PartnerButton = {
  title: 'Find Top Surveys',
  hint: 'Matched to your profile. Usually the best rewards.',
  failure: 'Error fetching survey link',
  coins: 3,
  entryPath: '/api/v2/cint-match-integration/response/entrylink',
  linkField: 'cint_match_survey_link',
};

export const cintMatchContract: PartnerContract = {
  name: 'Cint Match',
  reversals: CINT_REVERSALS,
  signsReturns: true,
  signsEnds: true,
};

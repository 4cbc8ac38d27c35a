import type { PartnerButton, PartnerContract } from './definition.ts';

export const pureSpectrumButton: PartnerButton = {
  title: 'Discover Even More Surveys',
  hint: 'A wider choice, when you have time to spare.',
  failure: 'No survey available for you at the moment',
  coins: 1,
  entryPath: '/api/v2/purespectrum/response/entrylink',
  linkField: 'purespectrum_entry_link',
};

export const pureSpectrumContract: PartnerContract = {
  name: 'PureSpectrum',
  // Assumption: reversal-windows. PureSpectrum names no day.
  reversals: { daysAfterMonth: 90 },
  signsReturns: false,
  signsEnds: false,
};

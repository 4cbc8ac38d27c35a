/** The three survey partners, in the order of their buttons. */
export const PARTNERS = ['cint-match', 'cint-router', 'purespectrum'] as const;
export type Partner = (typeof PARTNERS)[number];

/** What operators call them. */
export const PARTNER_NAMES: Readonly<Record<Partner, string>> = {
  'cint-match': 'Cint Match',
  'cint-router': 'Cint router',
  purespectrum: 'PureSpectrum',
};

/** The field of the registration check that says whether a partner has surveys to offer. */
export const PARTNER_LINK_FIELDS = {
  'cint-match': 'cint_match_survey_link',
  'cint-router': 'cint_router_survey_link',
  purespectrum: 'purespectrum_entry_link',
} as const satisfies Record<Partner, string>;

/** The partners that sign the browser's return: one of theirs without a signature is somebody else's, and is not recorded. */
export const SIGNED_RETURNS: readonly Partner[] = ['cint-match'];

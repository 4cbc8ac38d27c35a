/** The three survey partners, in the order of their buttons. */
export const PARTNERS = ['cint-match', 'cint-router', 'purespectrum'] as const;
export type Partner = (typeof PARTNERS)[number];

/** Their names in the console. */
export const PARTNER_NAMES: Readonly<Record<Partner, string>> = {
  'cint-match': 'Cint Match',
  'cint-router': 'Cint router',
  purespectrum: 'PureSpectrum',
};

/** The field of the registration check that says whether a partner has surveys. */
export const PARTNER_LINK_FIELDS = {
  'cint-match': 'cint_match_survey_link',
  'cint-router': 'cint_router_survey_link',
  purespectrum: 'purespectrum_entry_link',
} as const satisfies Record<Partner, string>;

/** The partners that sign the browser's return. A return of theirs without a signature is forged, and isn't recorded. */
export const SIGNED_RETURNS: readonly Partner[] = ['cint-match'];

/** The partners that report every end to the server, signed. PureSpectrum signs completions only, and tells its other ends to the browser. */
export const SIGNED_ENDS: readonly Partner[] = ['cint-match', 'cint-router'];

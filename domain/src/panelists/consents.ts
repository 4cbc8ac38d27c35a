/** What a panelist is asked to agree to. */
export const CONSENT_PURPOSES = [
  'membership',
  'special:ethnicity',
  'marketing',
  'partner_comms',
  'transfer_abroad',
] as const;
export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number];

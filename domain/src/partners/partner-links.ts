/** The registration check's links to the partners' surveys. */
import { PARTNER_BUTTONS, PARTNERS, type Partner } from './partners.ts';

/** Null for a partner that has no surveys for this panelist. */
type PartnerLinks = Readonly<Record<Partner, string | null>>;

export const partnerLinkFields = (): readonly string[] => PARTNERS.map((partner) => PARTNER_BUTTONS[partner].linkField);

export const writePartnerLinks = (links: PartnerLinks): Readonly<Record<string, string | null>> =>
  Object.fromEntries(PARTNERS.map((partner) => [PARTNER_BUTTONS[partner].linkField, links[partner]]));

/** The partners that have surveys for the panelist of this check. The app doesn't need the links: it asks for one by the partner's id. */
export const partnersIn = (check: unknown): readonly Partner[] =>
  PARTNERS.filter((partner) => Object(check)[PARTNER_BUTTONS[partner].linkField]);

/** The survey partners. Every record over them is derived from these three, and none of them may lack one. */
import { cintMatchButton, cintMatchContract } from './cint-match.ts';
import { cintRouterButton, cintRouterContract } from './cint-router.ts';
import type { PartnerButton, PartnerContract } from './definition.ts';
import { pureSpectrumButton, pureSpectrumContract } from './purespectrum.ts';

/** Their ids in our addresses and our database, in the order of the buttons. Literals: a page without buttons doesn't load their texts. */
export const PARTNERS = ['cint-match', 'cint-router', 'purespectrum'] as const;
export type Partner = (typeof PARTNERS)[number];

export const PARTNER_BUTTONS: Readonly<Record<Partner, PartnerButton>> = {
  'cint-match': cintMatchButton,
  'cint-router': cintRouterButton,
  purespectrum: pureSpectrumButton,
};

export const PARTNER_CONTRACTS: Readonly<Record<Partner, PartnerContract>> = {
  'cint-match': cintMatchContract,
  'cint-router': cintRouterContract,
  purespectrum: pureSpectrumContract,
};

/** A value for each partner. */
export const byPartner = <Value>(make: (partner: Partner) => Value): Readonly<Record<Partner, Value>> =>
  Object.fromEntries(PARTNERS.map((id) => [id, make(id)])) as Record<Partner, Value>;

/** Their names in the console. */
export const PARTNER_NAMES = /* @__PURE__ */ byPartner((id) => PARTNER_CONTRACTS[id].name);

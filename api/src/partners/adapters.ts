/** The code of each partner. */
import { byPartner, type Partner } from '@panel/domain/partners/partners';
import type { SettingsOf, SettingsReader } from '../platform/settings.ts';
import { cintMatchAdapter } from './cint-match/adapter.ts';
import { cintRouterAdapter } from './cint-router/adapter.ts';
import type { PartnerAdapter, SurveyPartner } from './partner.ts';
import { pureSpectrumAdapter } from './purespectrum/adapter.ts';

/** Assumption: partner-products. */
const ADAPTERS = {
  'cint-match': cintMatchAdapter,
  'cint-router': cintRouterAdapter,
  purespectrum: pureSpectrumAdapter,
};

type Tables = { readonly [P in Partner]: (typeof ADAPTERS)[P]['settings'] };
export type PartnerSettings = { readonly [P in Partner]: SettingsOf<Tables[P]> };

export const adapterOf = <P extends Partner>(partner: P): PartnerAdapter<Tables[P]> => {
  const adapters: { readonly [Q in Partner]: PartnerAdapter<Tables[Q]> } = ADAPTERS;
  return adapters[partner];
};

export const readPartnerSettings = ({ table }: SettingsReader): PartnerSettings =>
  byPartner((partner) => table(adapterOf(partner).settings)) as PartnerSettings;

/** Connects every partner. */
export const connectPartners = (
  settings: PartnerSettings,
  isLive: boolean,
): Readonly<Record<Partner, SurveyPartner>> => {
  const connect = <P extends Partner>(partner: P) => adapterOf(partner).connect(settings[partner], isLive);
  return byPartner(connect);
};

import type { Pricing } from '@panel/domain/rewards/pricing';
import type { Dependencies } from '../platform/dependencies.ts';
import type { PartnerSettings } from './adapters.ts';

export type PartnersConfig = PartnerSettings & {
  /** Live partners are called over https only. */
  readonly isLive: boolean;
  /** The origin that partners redirect and call back to, and sign. */
  readonly publicOrigin: string;
  /** Where the data-free gateway shows the app; '' without a gateway. */
  readonly gatewayOrigin: string;
  readonly pseudonymKey: Buffer;
};

/** What the partners' routes need in addition to every feature's dependencies. */
export type PartnerDependencies = Dependencies & {
  readonly config: { readonly partners: PartnersConfig; readonly pricing: Pricing };
};

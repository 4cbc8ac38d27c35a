import { PARTNERS, type Partner } from '@panel/domain/partners/partners';
import type { Setting } from '../platform/settings.ts';
import { adapterOf } from './adapters.ts';
import type { Protocol } from './protocol.testing.ts';

const protocols = new Map<Partner, Protocol>();
for (const partner of PARTNERS) protocols.set(partner, (await import(`./${partner}/contract.testing.ts`)).default);

export function protocolOf(partner: Partner): Protocol {
  const protocol = protocols.get(partner);
  if (!protocol) throw new Error(`${partner} has no contract.testing.ts`);
  return protocol;
}

/** The names of the secrets that a partner signs or sends with. One that we send can't be a list. */
export function secretsOf(partner: Partner): string[] {
  const names = Object.values<Setting>(adapterOf(partner).settings)
    .filter(({ kind }) => kind.secretsIn && !kind.fault?.('new-key, old-key', false))
    .map(({ name }) => name);
  if (names.length === 0) throw new Error(`${partner} has no secret to forge or to change`);
  return names;
}

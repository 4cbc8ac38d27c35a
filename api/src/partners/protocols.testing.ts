import { PARTNERS, type Partner } from '@panel/domain/partners/partners';
import type { Protocol } from './protocol.testing.ts';

const protocols = new Map<Partner, Protocol>();
for (const partner of PARTNERS) protocols.set(partner, (await import(`./${partner}/contract.testing.ts`)).default);

export function protocolOf(partner: Partner): Protocol {
  const protocol = protocols.get(partner);
  if (!protocol) throw new Error(`${partner} has no contract.testing.ts`);
  return protocol;
}

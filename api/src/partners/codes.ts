/** Partners' codes as stored with an event, and their meaning in the status tables. */
import type { Outcome } from '@panel/domain/partners/outcomes';
import type { Partner } from '@panel/domain/partners/partners';
import { routerOutcome } from './cint-router.ts';
import { cintCodeOutcome } from './cint-statuses.ts';
import { pureSpectrumCodeOutcome } from './purespectrum-statuses.ts';

const READERS: Readonly<Record<Partner, (rawCode: string) => Outcome | undefined>> = {
  'cint-match': cintCodeOutcome,
  'cint-router': routerOutcome,
  purespectrum: pureSpectrumCodeOutcome,
};

/** Null for a code that is in no table. */
export const outcomeOfCode = (partner: Partner, rawCode: string): Outcome | null => READERS[partner](rawCode) ?? null;

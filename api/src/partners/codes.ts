/** Partners' codes as stored with an event, and their meaning in the status tables. */
import type { BuiltInCode } from '@panel/domain/console/money-pages';
import type { Outcome } from '@panel/domain/partners/outcomes';
import type { Partner } from '@panel/domain/partners/partners';
import { cintCodeOutcome } from './cint-match.ts';
import { ROUTER_STATUSES, routerOutcome } from './cint-router.ts';
import { CLIENT_STATUSES, MARKETPLACE_STATUSES } from './cint-statuses.ts';
import { pureSpectrumCodeOutcome } from './purespectrum.ts';
import { RESPONDENT_STATUSES } from './purespectrum-statuses.ts';
import type { StatusRow } from './reading.ts';

const READERS: Readonly<Record<Partner, (rawCode: string) => Outcome | undefined>> = {
  'cint-match': cintCodeOutcome,
  'cint-router': routerOutcome,
  purespectrum: pureSpectrumCodeOutcome,
};

/** Null for a code that is in no table. */
export const outcomeOfCode = (partner: Partner, rawCode: string): Outcome | null => READERS[partner](rawCode) ?? null;

type BuiltInTable = readonly [partner: Partner, sender: BuiltInCode['sender'], rows: readonly StatusRow[]];
const TABLES: readonly BuiltInTable[] = [
  ['cint-match', 'marketplace', MARKETPLACE_STATUSES],
  ['cint-match', 'client', CLIENT_STATUSES],
  ['cint-router', null, ROUTER_STATUSES],
  ['purespectrum', null, RESPONDENT_STATUSES],
];

/** The codes of the status tables, in their order. */
export const BUILT_IN_CODES: readonly BuiltInCode[] = TABLES.flatMap(([partner, sender, rows]) =>
  rows.map(([code, outcome, meaning]) => ({ partner, sender, code, outcome, meaning })),
);

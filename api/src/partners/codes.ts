/** Partners' codes as stored with an event, and their meaning in the status tables. */
import type { BuiltInCode } from '@panel/domain/console/money-pages';
import type { Outcome } from '@panel/domain/partners/outcomes';
import { PARTNERS, type Partner } from '@panel/domain/partners/partners';
import { adapterOf } from './adapters.ts';

/** Null for a code that is in no table. */
export const outcomeOfCode = (partner: Partner, rawCode: string): Outcome | null =>
  adapterOf(partner).outcomeOfCode(rawCode) ?? null;

/** The codes of the status tables, in their order. */
export const BUILT_IN_CODES: readonly BuiltInCode[] = PARTNERS.flatMap((partner) =>
  adapterOf(partner).codes.flatMap(({ sender, rows }) =>
    rows.map(([code, outcome, meaning]) => ({ partner, sender, code, outcome, meaning })),
  ),
);

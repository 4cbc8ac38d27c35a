/** The steps of a random history of a panel's money. */
import fc from 'fast-check';
import { ISSUER_FAULTS, type IssuerFault } from './issuer.model.testing.ts';

/** Longer than the partners' holding periods. */
export const HOLDING_MINUTES = 15 * 24 * 60;

type Attempt = { readonly faults: IssuerFault[]; readonly minutes: number };

const anyAttempts: fc.Arbitrary<Attempt[]> = fc.array(
  fc.record({
    faults: fc.array(fc.constantFrom(...ISSUER_FAULTS), { minLength: 1, maxLength: 2 }),
    minutes: fc.constantFrom(1, 3, 10, 26),
  }),
  { minLength: 2, maxLength: 5 },
);
/** A voucher was or will be bought that the answer to a later attempt doesn't show. */
const hiddenVouchers: fc.Arbitrary<Attempt[]> = fc.constantFrom(
  [
    { faults: ['lost-after'], minutes: 26 },
    { faults: ['late'], minutes: 10 },
  ],
  [
    { faults: ['lost-after'], minutes: 10 },
    { faults: ['busy'], minutes: 10 },
  ],
  [
    { faults: ['late'], minutes: 3 },
    { faults: ['refuse'], minutes: 10 },
  ],
  // Another worker sends it while the first one waits for its refusal.
  [{ faults: ['slow-refuse', 'late'], minutes: 10 }],
);

export const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('complete' as const),
      who: fc.nat(2),
      usd: fc.integer({ min: 1, max: 12 }),
      copies: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 2,
    // A partner takes a reward back and reinstates it in turn. Each turn is reported this many times.
    arbitrary: fc.record({
      do: fc.constant('turns' as const),
      which: fc.nat(20),
      copies: fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      minutes: fc.constantFrom(1, 3, 10, 26, 40, HOLDING_MINUTES),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('withdraw' as const),
      who: fc.nat(2),
      times: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('work' as const),
      faults: fc.array(fc.constantFrom(...ISSUER_FAULTS), { maxLength: 4 }),
      crash: fc.constantFrom(null, 'claimed' as const, 'issued' as const, 'recorded' as const),
      workers: fc.integer({ min: 1, max: 2 }),
    }),
  },
  {
    // One withdrawal from its first attempt to its last, because most bugs show there.
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('saga' as const),
      who: fc.nat(2),
      tries: fc.oneof(anyAttempts, hiddenVouchers),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('withdraw while one is open' as const),
      who: fc.nat(2),
      usd: fc.integer({ min: 6, max: 12 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('delete' as const, 'return' as const), who: fc.nat(2) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('screen out' as const),
      who: fc.nat(2),
      /** The minutes until each of them ended. */
      visits: fc.array(fc.constantFrom(3, 10, 26), { minLength: 1, maxLength: 4 }),
      copies: fc.integer({ min: 1, max: 3 }),
    }),
  },
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

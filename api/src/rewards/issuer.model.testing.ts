/** A voucher issuer on logical time that can fail in every way a real issuer can. */
import { MINUTE_MS } from '@panel/domain/durations';
import { CHOSEN } from '../../test/mutants.ts';
import type { IssueResult, Issuer } from './issuer.ts';

/** How long the issuer remembers a reference. After that the same reference buys another voucher. */
const ISSUER_MEMORY_MS = CHOSEN?.issuerMemoryMs ?? 30 * MINUTE_MS;

export const ISSUER_FAULTS = [
  'ok',
  'refuse',
  'upstream',
  'lost-before',
  'lost-after',
  'late',
  'busy',
  'slow',
  'slow-refuse',
] as const;
export type IssuerFault = (typeof ISSUER_FAULTS)[number];

/** Keeps every voucher it ever issued. */
export function modelIssuer(now: () => number) {
  const vouchers: { reference: string; amount: bigint; at: number; result: IssueResult }[] = [];
  const late: { reference: string; amount: bigint; at: number }[] = [];
  let faults: IssuerFault[] = [];
  let meanwhile = async () => {};
  const buy = (reference: string, amount: bigint, at: number): IssueResult => {
    const known = vouchers.find((voucher) => voucher.reference === reference && at - voucher.at < ISSUER_MEMORY_MS);
    if (known) return known.result;
    const result: IssueResult = {
      kind: 'issued',
      pin: String(10n ** 15n + BigInt(vouchers.length)),
      serial: 'S0001',
      transaction: 'T',
      expiresOn: null,
    };
    vouchers.push({ reference, amount, at, result });
    return result;
  };
  const issuer: Issuer = {
    async issue({ reference, amountCents }) {
      const fault = faults.shift() ?? 'ok';
      switch (fault) {
        case 'slow-refuse':
          await meanwhile();
          return vouchers.some((voucher) => voucher.reference === reference)
            ? buy(reference, amountCents, now())
            : { kind: 'refused', code: '2406' };
        case 'refuse':
          // A reference that was honoured is not refused later.
          if (vouchers.some((voucher) => voucher.reference === reference)) return buy(reference, amountCents, now());
          return { kind: 'refused', code: '2406' };
        case 'upstream':
        case 'lost-before':
          return { kind: 'unknown', code: fault };
        case 'busy':
          return { kind: 'not-started', code: fault };
        case 'lost-after':
          buy(reference, amountCents, now());
          return { kind: 'unknown', code: fault };
        case 'slow':
          // So slow that another worker takes over the payout and ends it before this answer comes.
          await meanwhile();
          return buy(reference, amountCents, now());
        case 'late':
          // Delayed on the way to the issuer, and delivered some minutes later.
          late.push({ reference, amount: amountCents, at: now() + 4 * MINUTE_MS });
          return { kind: 'unknown', code: fault };
        default:
          return buy(reference, amountCents, now());
      }
    },
  };
  return {
    issuer,
    vouchers,
    fail: (next: readonly IssuerFault[]) => {
      faults = [...next];
    },
    whileSlow: (work: () => Promise<void>) => {
      meanwhile = work;
    },
    tick() {
      for (const request of late.splice(0)) {
        if (request.at > now()) late.push(request);
        else buy(request.reference, request.amount, request.at);
      }
    },
  };
}

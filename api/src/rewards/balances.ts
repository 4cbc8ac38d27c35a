import { type Cents, cents } from '@panel/domain/rewards/money';

export type Balances = { readonly available: Cents; readonly pending: Cents; readonly total: Cents };

/** What a panelist has earned. Only surveys of the partners are rewarded, and none of them is connected yet. */
export const balances = (): Balances => ({ available: cents(0n), pending: cents(0n), total: cents(0n) });

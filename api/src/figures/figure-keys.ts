/** The keys of daily figures, as day-figures.ts writes them. */
import { PARTNERS, type Partner } from '@panel/domain/partners/partners';
import type { Account, TransferKind } from '@panel/domain/rewards/money';

/** For `moved` and `transfers`. */
export const transferKey = (kind: TransferKind, account: Account): string => `${kind}:${account}`;
export const partnerTransferKey = (kind: TransferKind, partner: Partner): string =>
  transferKey(kind, `partner:${partner}`);
/** A partner's account contains a colon too. */
export const readTransferKey = (key: string): readonly [TransferKind, Account] => {
  const [kind = '', ...account] = key.split(':');
  return [kind as TransferKind, account.join(':') as Account];
};

/** Whether a transfer pays a panelist. What the issuer charged without a payout is written off. */
export const isPaidOut = (kind: TransferKind, account: Account): boolean =>
  account === 'paid-out' && kind !== 'written-off';

/** `detail` is a callback's trust, a code, or the month in which a reward was earned. */
export const partnerKey = (partner: Partner, detail: string): string => `${partner}:${detail}`;
export function readPartnerKey(key: string): readonly [Partner, string] | null {
  const partner = PARTNERS.find((one) => key.startsWith(`${one}:`));
  return partner ? [partner, key.slice(partner.length + 1)] : null;
}

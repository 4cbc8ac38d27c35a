import { DAY_MS } from '../durations.ts';
import type { Partner } from '../partners/partners.ts';
import type { CentsNumber, Instant } from './values.ts';

/** Whether something has waited for a person for too long: money, and messages about it, for more than a day. */
export const isOverdue = (since: Instant, now: Instant): boolean => Date.parse(now) - Date.parse(since) > DAY_MS;

/** The three books of the money check; `difference` is 0 if a book agrees. */
export type Books = {
  checkedAt: Instant;
  postings: { sum: CentsNumber; difference: CentsNumber };
  wallets: { sum: CentsNumber; difference: CentsNumber };
  states: { sum: CentsNumber; difference: CentsNumber };
};

/** How often a party that fails is tested with one call. */
export const PROBE_SECONDS = 30;

export type PartyState = 'up' | 'slow' | 'broken';
export type PartyHealth = {
  name: Partner | 'issuer' | 'chat';
  /** Null without a call in the last 24 hours. */
  state: PartyState | null;
  /** Since when it has been in this state; null if for the last 24 hours. */
  since: Instant | null;
  /** No calls are sent, except one every `PROBE_SECONDS` to test it. */
  breakerOpen: boolean;
  medianSeconds: number | null;
  failedShare: number | null;
  /** The last 24 hours, oldest first, null if nothing was called. */
  halfHours: (PartyState | null)[];
};

/** Browsers that are built on a Chromium before this version count as old. */
export const OLD_BEFORE_CHROME = 80;

/** A fact that the approver decides by; `now` differs from `proposed` if it changed since. */
export type FactValue = { text: string } | { cents: CentsNumber } | { at: Instant } | AmountChange;
/** What the decision does to an amount. */
type AmountChange = { before: CentsNumber; after: CentsNumber };
export type MoneyChange = AmountChange & { label: string };
export type Fact = { label: string; proposed: FactValue; now: FactValue };

export type ProposalEnd = 'carried-out' | 'refused' | 'withdrawn' | 'facts-changed' | 'expired';

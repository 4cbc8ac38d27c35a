/**
 * How a partner speaks, written once more from its documents, in `<partner>/contract.testing.ts`. It signs with other code than ours, so
 * that a bug can't hide in both.
 */

import type { BuiltInCode } from '@panel/domain/console/money-pages';
import type { Outcome, SurveyResult } from '@panel/domain/partners/outcomes';
import type { Partner } from '@panel/domain/partners/partners';
import type { Sign } from './reading.ts';

export const SECRET = 'sandbox-secret';
export const ORIGIN = 'http://localhost:3000';

export type TestSession = { readonly partner: Partner; readonly sessionId: string; readonly pid: string };
export type Call = { readonly method: 'GET' | 'POST'; readonly url: string; readonly payload?: object | string };

/** `key`: of all secrets, or of each by the name of its variable. */
export type ReportedEvent = {
  readonly usd?: string;
  readonly survey?: string;
  readonly key?: string | Readonly<Record<string, string>>;
};
/** Of a completion for one dollar, if nothing else is said. */
export type Report = (session: TestSession, reported?: ReportedEvent) => Call;

export const keyOf = (name: string, { key = SECRET }: ReportedEvent): string =>
  typeof key === 'string' ? key : (key[name] ?? SECRET);

/** The panelist that a link is for. */
type Person = Pick<TestSession, 'sessionId' | 'pid'> & {
  readonly age?: number;
  readonly gender: 'male' | 'female';
};

export type Protocol = {
  /** What our signatures must be, with the key `sandbox-secret`. */
  readonly golden: readonly (readonly [name: string, sign: Sign, text: string, signature: string])[];
  /** The address that we make for a person, below the sandbox's: the entry link, or the request for one. Nothing else may be in it. */
  entry(person: Person, sandbox: string): string;
  /** Ways to report the same completion, by the return last. */
  readonly completions: readonly [Report, ...Report[]];
  /** What else it reports about a session in which nothing was earned, with the outcome. */
  readonly ends: readonly (readonly [Outcome, Report])[];
  readonly reversed: Report;
  /** Null if it never takes a reversal back. */
  readonly reinstated: Report | null;
  /** Reports that end with the same outcome in any order. */
  readonly histories: readonly (readonly [Outcome, readonly Report[]])[];
  readonly unknownCodes: readonly Report[];
  /** The codes that earn something. */
  readonly credited: readonly string[];
  /** How a code of a sender is stored with an event; as it is if not said. */
  stored?(sender: BuiltInCode['sender'], code: string): string;
  readonly unknown: readonly string[];
  /** The names of its browser returns, with the page that each shows. */
  readonly returns: Readonly<Record<string, SurveyResult>>;
  /** The parameters of a return without a signature. */
  returned(session: TestSession): string;
  /** Whether a call is signed with the sandbox's key. */
  isGenuine(url: string): boolean;
};

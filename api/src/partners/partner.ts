/** The interface of a survey partner. Each protocol's details stay in its own file. */
import type { BuiltInCode } from '@panel/domain/console/money-pages';
import type { Outcome, ReversalReason } from '@panel/domain/partners/outcomes';
import type { Partner } from '@panel/domain/partners/partners';
import { kinds } from '../platform/setting-kinds.ts';
import { type Setting, type SettingsOf, type SettingsTable, setting } from '../platform/settings.ts';
import type { StatusRow } from './reading.ts';

/** Everything about a panelist that a partner may learn. */
export type EntryRequest = {
  readonly sessionId: string;
  /** The panelist's pseudonym at this partner, different at every partner. */
  readonly pid: string;
  readonly age?: number;
  readonly gender?: 'male' | 'female';
  /** The pseudonym at another partner. Only for two products of one company that agreed to recognise a panelist by it. */
  readonly pidAt: (partner: Partner) => string;
  /** Surveys the panelist has completed, which would earn nothing again. Not sent to the partner. */
  readonly completed: ReadonlySet<string>;
};

export type EntryResult =
  | {
      readonly kind: 'link';
      readonly url: string;
      readonly surveyId?: string;
      readonly usdMicros?: bigint | undefined;
      /** The length that the partner names. */
      readonly minutes?: number | undefined;
    }
  | { readonly kind: 'none' }
  /** `isAboutPerson`: the partner works and refuses this panelist. */
  | { readonly kind: 'error'; readonly code: string; readonly isAboutPerson?: boolean };

/** A survey of a partner's list for one panelist. Its link belongs to the session that asked for the list. */
export type OfferedSurvey = {
  readonly surveyId: string;
  readonly usdMicros: bigint | undefined;
  readonly minutes: number | undefined;
  readonly url: string;
};

export type ListResult =
  /** `isBroken` if a survey couldn't be read or its link isn't allowed: it is left out. */
  | { readonly kind: 'list'; readonly surveys: readonly OfferedSurvey[]; readonly isBroken: boolean }
  | Extract<EntryResult, { kind: 'error' }>;

/** A partner's callback, or a browser that a partner redirected to us. */
export type Inbound = {
  readonly channel: 'callback' | 'return';
  readonly method: string;
  /** The configured origin and the exact bytes of path and query, which is what the partner signed. */
  readonly publicUrl: string;
  /** The last segment of the path: the name of the return, or the secret of a push. */
  readonly lastSegment: string;
  readonly body: string;
};

export type PartnerEvent = {
  readonly outcome: Outcome;
  readonly sessionId: string;
  /** If the partner repeats the pseudonym, it must be the session's. */
  readonly pid?: string;
  readonly surveyId?: string | undefined;
  readonly usdMicros?: bigint | undefined;
  /** The interview length, if the partner reports it with a completion. */
  readonly lengthSeconds?: number | undefined;
  readonly rawCode: string;
  /** Why a completion is taken back, if the partner says so. */
  readonly reason?: ReversalReason | undefined;
  /** The same for the same event, however often and through whichever channel it comes. */
  readonly dedupeKey: string;
  /** Why an operator should check it. */
  readonly alert?: Alert;
};
export const ALERTS = ['unknown-code', 'no-amount', 'contradiction'] as const;
type Alert = (typeof ALERTS)[number];

/** `verified`: signed by the partner. `unsigned`: anyone may have sent it, so it pays nothing. `failed`: a wrong signature, so it is rejected. */
type Trust = 'verified' | 'unsigned' | 'failed';

export type Received = {
  readonly trust: Trust;
  readonly events: readonly PartnerEvent[];
  readonly reply: { readonly status: number; readonly body: string };
  /** What is wrong with a partner's message that can't be read. */
  readonly fault?: string;
};

export type SurveyPartner = {
  readonly id: Partner;
  entry(request: EntryRequest, signal: AbortSignal): Promise<EntryResult>;
  /** The surveys that a panelist can choose from, best first. A partner without such a list has only its button. */
  list?(request: EntryRequest, signal: AbortSignal): Promise<ListResult>;
  receive(inbound: Inbound): Received;
  /** Whether the last segment of a callback's path is the secret of this partner's pushes, which may be long. */
  isPushSecret?(lastSegment: string): boolean;
  /** The names of its browser returns, and the outcome of each. */
  readonly returns: ReadonlyMap<string, Outcome>;
  /** The parameter in which a browser return names the session. */
  readonly returnedSession: string;
};

/** An event that an operator has to check. Its separate key leaves the key of a corrected report free. */
export const needsReview = (
  { dedupeKey, ...event }: Omit<PartnerEvent, 'outcome' | 'alert'>,
  alert: Alert,
): PartnerEvent => ({ ...event, outcome: 'technical', dedupeKey: `${dedupeKey}:${alert}`, alert });

export const verified = (events: readonly PartnerEvent[]): Received => ({
  trust: 'verified',
  events,
  reply: { status: 200, body: 'OK' },
});
export const UNSIGNED: Received = { trust: 'unsigned', events: [], reply: { status: 200, body: 'OK' } };
export const FAILED: Received = { trust: 'failed', events: [], reply: { status: 403, body: 'refused' } };
export const unreadable = (fault: string): Received => ({
  trust: 'verified',
  events: [],
  reply: { status: 400, body: 'unreadable' },
  fault,
});

/** The settings of a partner. */
export type PartnerTable = SettingsTable & { readonly networks: Setting<readonly string[]> };

export const callbackNetworks = (name: string) =>
  setting(name, kinds.networks, {
    default: '',
    about:
      'The addresses or networks that its callbacks come from, if it names them: others are refused. Behind proxies this needs TRUSTED_PROXIES.',
  });

/** Everything that is written for one partner. */
export type PartnerAdapter<Table extends PartnerTable = PartnerTable> = {
  readonly settings: Table;
  /** Its status tables. `sender` says who sends the code, if an event has several. */
  readonly codes: readonly { readonly sender: BuiltInCode['sender']; readonly rows: readonly StatusRow[] }[];
  /** The outcome of a code as stored with an event; undefined if it is in no table. */
  outcomeOfCode(rawCode: string): Outcome | undefined;
  /** A live partner is called over https only. */
  connect(settings: SettingsOf<Table>, isLive: boolean): SurveyPartner;
};

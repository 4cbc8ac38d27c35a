/** What every survey partner is to us. Their protocols differ; nothing of that leaves their own files. */
import type { Outcome } from '@panel/domain/partners/outcomes';
import type { Partner } from '@panel/domain/partners/partners';

/** Everything about a person that may leave us. */
export type EntryRequest = {
  readonly sessionId: string;
  /** Who they are to this partner; another partner knows them by another. */
  readonly pid: string;
  readonly age?: number;
  readonly gender?: 'male' | 'female';
  /** Surveys they have completed already: a second time would earn nothing. Not sent. */
  readonly completed: ReadonlySet<string>;
};

export type EntryResult =
  | { readonly kind: 'link'; readonly url: string; readonly surveyId?: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'error'; readonly code: string };

/** Something that a partner sent, or sent a browser with. */
export type Inbound = {
  readonly channel: 'callback' | 'return';
  readonly method: string;
  /** The configured origin and the exact bytes of path and query: what the partner signed. */
  readonly publicUrl: string;
  /** The last part of the path: the return's name, or the secret of a push. */
  readonly last: string;
  readonly body: string;
};

export type PartnerEvent = {
  readonly outcome: Outcome;
  readonly sessionId: string;
  /** Where the partner repeats whose session it is; it must be so. */
  readonly pid?: string;
  readonly surveyId?: string;
  readonly usdMicros?: bigint;
  readonly rawCode: string;
  /** The same for the same event, however often and by whichever way it comes. */
  readonly dedupeKey: string;
  /** Why a person should look at it. */
  readonly alert?: Alert;
};
export type Alert = 'unknown-code' | 'no-amount' | 'contradiction';

/** `verified`: the partner said it. `unsigned`: anybody may have; it changes nothing. `failed`: somebody pretends. */
export type Trust = 'verified' | 'unsigned' | 'failed';

export type Received = {
  readonly trust: Trust;
  readonly events: readonly PartnerEvent[];
  readonly reply: { readonly status: number; readonly body: string };
};

export type SurveyPartner = {
  readonly id: Partner;
  entry(request: EntryRequest, signal: AbortSignal): Promise<EntryResult>;
  receive(inbound: Inbound): Received;
  /** The names of its browser returns, and what each says. */
  readonly returns: ReadonlyMap<string, Outcome>;
};

export const verified = (events: readonly PartnerEvent[]): Received => ({
  trust: 'verified',
  events,
  reply: { status: 200, body: 'OK' },
});
export const UNSIGNED: Received = { trust: 'unsigned', events: [], reply: { status: 200, body: 'OK' } };
export const FAILED: Received = { trust: 'failed', events: [], reply: { status: 403, body: 'refused' } };
export const UNREADABLE: Received = { trust: 'verified', events: [], reply: { status: 400, body: 'unreadable' } };

/** Where the entry links of a partner may lead: exact hosts, with their port where they have one. */
type Hosts = { readonly hosts: readonly string[] };

/** Every secret may be two, newest first and a comma between them, while it is being changed. */
export type PartnersConfig = {
  /** Live partners are reached by https only. */
  readonly isLive: boolean;
  /** The origin that partners know us by, and sign. */
  readonly publicOrigin: string;
  readonly pseudonymKey: Buffer;
  /** A partner that isn't configured is null: it has no button and no address. */
  readonly 'cint-match':
    | (Hosts & {
        readonly url: string;
        readonly sid: string;
        readonly clid: string;
        readonly secret: string;
        readonly pushSecret: string;
      })
    | null;
  readonly 'cint-router':
    | (Hosts & {
        readonly url: string;
        readonly supplier: string;
        readonly secret: string;
        readonly apiKey: string;
        /** The callback's parameter that holds what a complete pays, in dollars. */
        readonly amountName: string;
      })
    | null;
  readonly purespectrum: (Hosts & { readonly url: string; readonly apiKey: string; readonly secret: string }) | null;
};

/** Everything that the sandbox stores, in memory. */
import type { SandboxClock } from './clock.ts';
import { createScenarios, type Scenarios, type SurveyParty } from './scenarios.ts';

/** Credentials that the panel and the sandbox share. They aren't secret: they are in this repository. */
export const SECRET = 'sandbox-secret';
export const SUPPLIER = 'sandbox';
export const ACCOUNT = '0000-0000-0000-0001';
const FLOAT_CENTS = 10_000_000;

export type SurveyOutcome = 'complete' | 'screenout' | 'overquota' | 'quality' | 'quit' | 'none';

/** A call of a partner on the panel. */
export type Callback = {
  readonly label: string;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly body?: string;
};

/** One survey of a session. */
export type Attempt = {
  readonly surveyId: string;
  readonly respondentId: string;
  readonly startedAt: number;
  /** Whether the person got past the prescreener into the client's survey. */
  entered: boolean;
  outcome: SurveyOutcome | null;
};

export type Session = {
  readonly party: SurveyParty;
  readonly id: string;
  readonly member: string;
  readonly usd: string;
  readonly minutes: number;
  readonly startedAt: number;
  changedAt: number;
  stage: 'prescreener' | 'survey' | 'again' | 'finished' | 'closed';
  readonly attempts: [Attempt, ...Attempt[]];
  outcome: SurveyOutcome | null;
  /** Whether the partner counts the session as a complete now. */
  standing: 'complete' | 'reversed' | 'reinstated' | null;
  /** How often the partner has reversed or reinstated it. */
  revisions: number;
  returnUrl: string | null;
  readonly sent: Callback[];
};

/** An unused entry link of a partner's list. */
export type Offer = {
  readonly session: string;
  readonly member: string;
  readonly surveyId: string;
  readonly usd: string;
  readonly minutes: number;
};

export type Voucher = {
  readonly reference: string;
  readonly amount: number;
  readonly pin: string;
  readonly serialNumber: string;
  readonly transactionId: string;
  readonly issuedAt: number;
  /** The body of the first response, sent again when the reference is repeated. */
  readonly answer: string;
  /** How often it was requested. */
  asked: number;
};

type Message = {
  readonly id: string;
  readonly jobId: string;
  readonly number: string;
  readonly body: string;
  readonly at: number;
};

type ReceivedRequest = {
  readonly party: string;
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly at: number;
  /** Null until it is answered. */
  status: number | null;
};

export type Delivery = Callback & {
  readonly party: SurveyParty;
  readonly session: string;
  readonly at: number;
  tries: number;
  /** The status of the last try; null without a response. */
  status: number | null;
};

export type State = {
  readonly panelOrigin: string;
  /** Empty until the servers listen. */
  sandboxOrigin: string;
  gatewayOrigin: string;
  /** Whether the partners' pages are on the gateway's list of data-free sites. */
  partnersListed: boolean;
  /** How PureSpectrum signs: `sha1`, `sha256`, `hmac-sha1` or `hmac-sha256`. */
  pureSpectrumSignature: string;
  /** The delay before the first retry of a callback; it doubles with each further one. */
  retryMs: number;
  readonly clock: SandboxClock;
  scenarios: Scenarios;
  readonly sessions: Map<string, Session>;
  readonly offers: Map<string, Offer>;
  /** When PureSpectrum's surveys were requested in the last minute. */
  readonly matchCallTimes: number[];
  /** When each access token of Flash expires. */
  readonly tokens: Map<string, number>;
  floatCents: number;
  readonly vouchers: Voucher[];
  /** The last voucher of each reference. */
  readonly vouchersByReference: Map<string, Voucher>;
  readonly inbox: Message[];
  readonly didsByNumber: Map<string, Set<string>>;
  readonly requests: ReceivedRequest[];
  readonly deliveries: Delivery[];
  readonly timers: Set<NodeJS.Timeout>;
};

export const createState = (panelOrigin: string): State => ({
  panelOrigin,
  sandboxOrigin: '',
  gatewayOrigin: '',
  partnersListed: false,
  pureSpectrumSignature: 'sha1',
  retryMs: 1000,
  clock: { offsetMs: 0, readings: 0 },
  scenarios: createScenarios(),
  sessions: new Map(),
  offers: new Map(),
  matchCallTimes: [],
  tokens: new Map(),
  floatCents: FLOAT_CENTS,
  vouchers: [],
  vouchersByReference: new Map(),
  inbox: [],
  didsByNumber: new Map(),
  requests: [],
  deliveries: [],
  timers: new Set(),
});

export function resetState(state: State): void {
  for (const timer of state.timers) clearTimeout(timer);
  const { panelOrigin, sandboxOrigin, gatewayOrigin, pureSpectrumSignature, retryMs } = state;
  const kept = { sandboxOrigin, gatewayOrigin, pureSpectrumSignature, retryMs };
  Object.assign(state, createState(panelOrigin), kept);
}

export const findSession = (state: State, party: string, id: string): Session | undefined =>
  state.sessions.get(`${party}/${id}`);

const MAX_ENTRIES = 10_000;
/** Appends to a list and drops its oldest entry: a sandbox that runs for weeks must not fill the memory. */
export function appendBounded<T>(list: T[], item: T): T {
  list.push(item);
  if (list.length > MAX_ENTRIES) list.shift();
  return item;
}

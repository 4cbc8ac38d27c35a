/** Everything that the sandbox stores, in memory. */
import type { SandboxClock } from './clock.ts';
import type { HandlerResult, SandboxRequest } from './http.ts';
import { createScenarios, type Scenarios, type SurveyModes } from './scenarios.ts';

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
  readonly party: string;
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

/** A partner's stand-in. Sessions, their pages and statements are the same for all. */
export type SandboxPartner = {
  /** Its id, which its addresses begin with. */
  readonly party: string;
  readonly name: string;
  /** Of its pages, in a light and a dark scheme. */
  readonly colours: readonly [light: string, dark: string];
  readonly modes: SurveyModes;
  /** How many surveys a person is offered in one session, one after another. */
  readonly attempts: number;
  /** Whether it takes a reversal back. */
  readonly reinstates: boolean;
  /** Its own addresses: entry links, lists. */
  handle(state: State, request: SandboxRequest): Promise<HandlerResult>;
  returnUrl(state: State, session: Session, isForged: boolean): string;
  callbacks(state: State, session: Session, isForged: boolean): Callback[];
  revision(state: State, session: Session, to: Revision): Callback;
};

export type Revision = 'reversed' | 'reinstated';

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
  readonly party: string;
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
  /** The variables of the process: a partner may be configured like the panel. */
  environment: Readonly<Record<string, string | undefined>>;
  readonly partners: readonly SandboxPartner[];
  /** The delay before the first retry of a callback; it doubles with each further one. */
  retryMs: number;
  readonly clock: SandboxClock;
  scenarios: Scenarios;
  readonly sessions: Map<string, Session>;
  readonly offers: Map<string, Offer>;
  /** When each partner that limits its calls was called in the last minute. */
  readonly callTimes: Map<string, number[]>;
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

export const createState = (panelOrigin: string, partners: readonly SandboxPartner[]): State => ({
  panelOrigin,
  partners,
  environment: {},
  sandboxOrigin: '',
  gatewayOrigin: '',
  partnersListed: false,
  retryMs: 1000,
  clock: { offsetMs: 0, readings: 0 },
  scenarios: createScenarios(Object.fromEntries(partners.map(({ party, modes }) => [party, modes]))),
  sessions: new Map(),
  offers: new Map(),
  callTimes: new Map(),
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
  const { panelOrigin, partners, sandboxOrigin, gatewayOrigin, environment, retryMs } = state;
  Object.assign(state, createState(panelOrigin, partners), { sandboxOrigin, gatewayOrigin, environment, retryMs });
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

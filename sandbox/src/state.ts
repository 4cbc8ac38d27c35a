/** Everything the sandbox knows, in memory. */
import type { Clock } from './clock.ts';
import type { Outgoing } from './deliveries.ts';
import { freshScenarios, type Scenarios, type SurveyParty } from './scenarios.ts';

/** What panel and partners share. They are no secrets: whoever has this repository has them. */
export const SECRET = 'sandbox-secret';
export const SUPPLIER = 'sandbox';
export const ACCOUNT = '0000-0000-0000-0001';
export const FLOAT_CENTS = 10_000_000;
export const TOKEN_SECONDS = 3600;

export type Outcome = 'complete' | 'screenout' | 'overquota' | 'quality' | 'quit' | 'none';

export type Attempt = {
  readonly surveyId: string;
  readonly respondentId: string;
  readonly startedAt: number;
  /** A person who leaves at the prescreener was never at the client's survey. */
  entered: boolean;
  outcome: Outcome | null;
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
  outcome: Outcome | null;
  /** Whether the partner counts it as a complete today, and since how often it has changed its mind. */
  standing: 'complete' | 'reversed' | 'reinstated' | null;
  revisions: number;
  returnUrl: string | null;
  readonly sent: Outgoing[];
};

/** An entry link of PureSpectrum's that hasn't been used. */
export type Offer = {
  readonly session: string;
  readonly member: string;
  readonly surveyId: string;
  readonly usd: string;
};

export type Voucher = {
  readonly reference: string;
  readonly amount: number;
  readonly pin: string;
  readonly serialNumber: string;
  readonly transactionId: string;
  readonly issuedAt: number;
  /** The whole first answer, which a repeat of the reference gets again. */
  readonly answer: string;
  asked: number;
};

export type Message = {
  readonly id: string;
  readonly jobId: string;
  readonly number: string;
  readonly body: string;
  readonly at: number;
};

export type Received = {
  readonly party: string;
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly at: number;
  /** Null while, or because, it isn't answered. */
  status: number | null;
};

export type Delivery = Outgoing & {
  readonly party: SurveyParty;
  readonly session: string;
  readonly at: number;
  tries: number;
  /** The last answer; null while there is none. */
  status: number | null;
};

export type World = {
  panel: string;
  /** Where we and the data-free gateway are found; empty until we are. */
  sandbox: string;
  gateway: string;
  /** Whether the partners' pages are on the gateway's list. */
  partnersListed: boolean;
  /** The wait before a callback's first repeat; each further one waits twice as long. */
  retryMs: number;
  readonly clock: Clock;
  scenarios: Scenarios;
  readonly sessions: Map<string, Session>;
  readonly offers: Map<string, Offer>;
  readonly matchCalls: number[];
  readonly tokens: Map<string, number>;
  tokenSeconds: number;
  floatCents: number;
  readonly vouchers: Voucher[];
  /** The last voucher of each reference. */
  readonly references: Map<string, Voucher>;
  readonly inbox: Message[];
  /** The dids that asked for a number. */
  readonly devices: Map<string, Set<string>>;
  readonly requests: Received[];
  readonly deliveries: Delivery[];
  readonly timers: Set<NodeJS.Timeout>;
};

export const newWorld = (panel: string): World => ({
  panel,
  sandbox: '',
  gateway: '',
  partnersListed: false,
  retryMs: 1000,
  clock: { offsetMs: 0 },
  scenarios: freshScenarios(),
  sessions: new Map(),
  offers: new Map(),
  matchCalls: [],
  tokens: new Map(),
  tokenSeconds: TOKEN_SECONDS,
  floatCents: FLOAT_CENTS,
  vouchers: [],
  references: new Map(),
  inbox: [],
  devices: new Map(),
  requests: [],
  deliveries: [],
  timers: new Set(),
});

export function reset(world: World): void {
  for (const timer of world.timers) clearTimeout(timer);
  const { panel, sandbox, gateway, retryMs } = world;
  Object.assign(world, newWorld(panel), { sandbox, gateway, retryMs });
}

export const sessionOf = (world: World, party: string, id: string): Session | undefined =>
  world.sessions.get(`${party}/${id}`);

const KEPT = 10_000;
/** Adds the newest and lets go of what is too old: a sandbox that runs for weeks must not fill the memory. */
export function keep<T>(list: T[], item: T): T {
  list.push(item);
  if (list.length > KEPT) list.shift();
  return item;
}

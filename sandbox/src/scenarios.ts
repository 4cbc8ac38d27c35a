/** The faults that can be switched on: at which party, on which channel and for how many calls. */
const ENTRY = ['ok', 'none', 'error', 'slow'] as const;
const CALLBACKS = ['ok', 'late', 'double', 'forged', 'missing', 'before-return'] as const;
/** Of a partner that lists its surveys: garbage is what a list can be. */
const LISTED = { entry: [...ENTRY, 'garbage'], callbacks: CALLBACKS } as const;

const MODES = {
  'cint-match': { entry: ENTRY, callbacks: CALLBACKS },
  'cint-router': LISTED,
  purespectrum: LISTED,
  flash: {
    purchase: [
      'ok',
      'refuse',
      'refuse-400',
      '2400',
      '2406',
      '2408',
      'garbage',
      '500-before',
      '500-after',
      'hang-before',
      'hang-after',
      'slow',
      'no-float',
      'forget',
      'token-expired',
    ],
  },
  chat: { calls: ['ok', 'refuse', 'too-many', 'lost-reply', 'slow', 'down', 'unknown-user'] },
  gateway: { line: ['ok', 'slow-3g', '2g', 'down'] },
} as const satisfies Record<string, Record<string, readonly string[]>>;

export type Party = keyof typeof MODES;
export type SurveyParty = 'cint-match' | 'cint-router' | 'purespectrum';
type Channels = { [P in Party]: keyof (typeof MODES)[P] };
type ModeOf<P extends Party, C extends Channels[P]> = (typeof MODES)[P][C] extends readonly (infer M)[] ? M : never;

export const PARTIES = Object.keys(MODES) as Party[];
export const channelsOf = (party: Party): [channel: string, modes: readonly string[]][] =>
  Object.entries(MODES[party] as Record<string, readonly string[]>);

type Scenario = {
  readonly mode: string;
  /** Calls left; null for no limit. */
  left: number | null;
  readonly delayMs: number | null;
  readonly code: number | null;
};
export type Scenarios = {
  readonly active: Map<string, Scenario>;
  /** The price of a partner's next sessions in dollars. By default it is derived from the session's id. */
  readonly prices: Map<Party, string>;
};

export const createScenarios = (): Scenarios => ({ active: new Map(), prices: new Map() });

const OK: Readonly<Scenario> = { mode: 'ok', left: null, delayMs: null, code: null };
export const scenarioOf = (scenarios: Scenarios, party: Party, channel: string): Readonly<Scenario> =>
  scenarios.active.get(`${party}.${channel}`) ?? OK;

/** Returns the mode for this call and counts it. A mode that isn't `applicable` to the call is neither returned nor counted. */
export function takeMode<P extends Party, C extends Channels[P] & string>(
  scenarios: Scenarios,
  party: P,
  channel: C,
  applicable?: readonly ModeOf<P, C>[],
): { mode: ModeOf<P, C> | 'ok'; delayMs: number | null; code: number | null } {
  const scenario = scenarios.active.get(`${party}.${channel}`);
  if (!scenario || (applicable && !(applicable as readonly string[]).includes(scenario.mode)))
    return { ...OK, mode: 'ok' };
  if (scenario.left !== null) scenario.left -= 1;
  if (scenario.left === 0) scenarios.active.delete(`${party}.${channel}`);
  return { mode: scenario.mode as ModeOf<P, C>, delayMs: scenario.delayMs, code: scenario.code };
}

/** Sets a scenario. Returns why it is invalid, or null. */
export function setScenario(scenarios: Scenarios, fields: Record<string, unknown>): string | null {
  const party = PARTIES.find((known) => known === fields.party);
  if (!party) return `party must be one of ${PARTIES.join(', ')}`;
  const number = (name: string, min: number): number | null | undefined => {
    const value = fields[name];
    if (value === undefined || value === null || value === '') return null;
    return Number.isSafeInteger(Number(value)) && Number(value) >= min ? Number(value) : undefined;
  };
  const [times, delayMs, code] = [number('times', 1), number('delayMs', 0), number('code', 1)];
  if (times === undefined || delayMs === undefined || code === undefined)
    return 'times, delayMs and code must be whole numbers';
  const { usd, mode, channel } = fields;
  if (usd && !/^\d{1,4}(\.\d{1,6})?$/.test(String(usd))) return 'usd must be an amount such as 1.50';
  if (mode === undefined && usd === undefined) return 'mode is missing';

  if (mode !== undefined) {
    const channels = channelsOf(party).filter(
      ([name, modes]) => (channel === undefined || channel === name) && modes.includes(String(mode)),
    );
    if (channels.length === 0)
      return `modes of ${party}: ${channelsOf(party)
        .map(([name, modes]) => `${name} ${modes.join('|')}`)
        .join('; ')}`;
    for (const [name] of channels)
      if (mode === 'ok') scenarios.active.delete(`${party}.${name}`);
      else scenarios.active.set(`${party}.${name}`, { mode: String(mode), left: times, delayMs, code });
    if (mode === 'ok' && channel === undefined) scenarios.prices.delete(party);
  }
  if (usd) scenarios.prices.set(party, withCents(String(usd)));
  else if (usd !== undefined) scenarios.prices.delete(party);
  return null;
}

const withCents = (usd: string): string => (/\.\d\d/.test(usd) ? usd : Number(usd).toFixed(2));

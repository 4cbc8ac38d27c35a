/** The faults that can be switched on: at which party, on which channel and for how many calls. */
type Modes = Readonly<Record<string, readonly string[]>>;

const ENTRY = ['ok', 'none', 'error', 'slow'] as const;
const CALLBACKS = ['ok', 'late', 'double', 'forged', 'missing', 'before-return'] as const;
/** Of a survey partner. */
export const SURVEY_MODES = { entry: ENTRY, callbacks: CALLBACKS } as const;
/** Of one that lists its surveys: garbage is what a list can be. */
export const LIST_MODES = { entry: [...ENTRY, 'garbage'], callbacks: CALLBACKS } as const;
export type SurveyModes = typeof SURVEY_MODES | typeof LIST_MODES;
type SurveyMode<C extends keyof typeof LIST_MODES> = (typeof LIST_MODES)[C][number];

const OTHERS = {
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
} as const satisfies Record<string, Modes>;

type Other = keyof typeof OTHERS;
type Channel<P extends Other> = keyof (typeof OTHERS)[P] & string;
type ModeOf<P extends Other, C extends Channel<P>> = (typeof OTHERS)[P][C] extends readonly (infer M extends string)[]
  ? M
  : never;

type Scenario = {
  readonly mode: string;
  /** Calls left; null for no limit. */
  left: number | null;
  readonly delayMs: number | null;
  readonly code: number | null;
};
export type Scenarios = {
  /** The modes of each party, survey partners first. */
  readonly modes: Readonly<Record<string, Modes>>;
  readonly active: Map<string, Scenario>;
  /** The price of a partner's next sessions in dollars. By default it is derived from the session's id. */
  readonly prices: Map<string, string>;
};

export const createScenarios = (partners: Readonly<Record<string, SurveyModes>>): Scenarios => ({
  modes: { ...partners, ...OTHERS },
  active: new Map(),
  prices: new Map(),
});

export const channelsOf = ({ modes }: Scenarios, party: string): [channel: string, modes: readonly string[]][] =>
  Object.entries(modes[party] ?? {});

const OK: Readonly<Scenario> = { mode: 'ok', left: null, delayMs: null, code: null };
export const scenarioOf = (scenarios: Scenarios, party: string, channel: string): Readonly<Scenario> =>
  scenarios.active.get(`${party}.${channel}`) ?? OK;

type Taken<Mode> = { readonly mode: Mode | 'ok'; readonly delayMs: number | null; readonly code: number | null };

/** Returns the mode for this call and counts it. A mode that isn't `applicable` to the call is neither returned nor counted. */
export const takeMode = <P extends Other, C extends Channel<P>>(
  scenarios: Scenarios,
  party: P,
  channel: C,
  applicable?: readonly ModeOf<P, C>[],
): Taken<ModeOf<P, C>> => take<ModeOf<P, C>>(scenarios, `${party}.${channel}`, applicable);

/** The same for a survey partner. */
export const takeSurveyMode = <C extends keyof typeof LIST_MODES>(
  scenarios: Scenarios,
  party: string,
  channel: C,
  applicable?: readonly SurveyMode<C>[],
): Taken<SurveyMode<C>> => take<SurveyMode<C>>(scenarios, `${party}.${channel}`, applicable);

function take<Mode extends string>({ active }: Scenarios, key: string, applicable?: readonly string[]): Taken<Mode> {
  const scenario = active.get(key);
  if (!scenario || (applicable && !applicable.includes(scenario.mode))) return { ...OK, mode: 'ok' };
  if (scenario.left !== null) scenario.left -= 1;
  if (scenario.left === 0) active.delete(key);
  return { mode: scenario.mode as Mode, delayMs: scenario.delayMs, code: scenario.code };
}

/** Sets a scenario. Returns why it is invalid, or null. */
export function setScenario(scenarios: Scenarios, fields: Record<string, unknown>): string | null {
  const parties = Object.keys(scenarios.modes);
  const party = parties.find((known) => known === fields.party);
  if (!party) return `party must be one of ${parties.join(', ')}`;
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
    const channels = channelsOf(scenarios, party).filter(
      ([name, modes]) => (channel === undefined || channel === name) && modes.includes(String(mode)),
    );
    if (channels.length === 0)
      return `modes of ${party}: ${channelsOf(scenarios, party)
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

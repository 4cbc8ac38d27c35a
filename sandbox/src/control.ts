/** The control API and page, for people and tests; not part of any party's protocol. */
import { inboxOf, mobileNumberOf } from './chat.ts';
import { advance, nowOf, STEPS, type Step } from './clock.ts';
import { controlPage } from './control-page.ts';
import { deliver } from './deliveries.ts';
import {
  type HandlerResult,
  html,
  isForm,
  json,
  notFound,
  postedFields,
  redirect,
  type SandboxRequest,
} from './http.ts';
import { styleOf } from './page.ts';
import { channelsOf, scenarioOf, setScenario } from './scenarios.ts';
import { isOver, reviseSession } from './sessions.ts';
import { findSession, resetState, type State } from './state.ts';

type Fields = Readonly<Record<string, unknown>>;
type CommandResult = { readonly error: string; readonly status?: number } | object;
const failure = (error: string, status = 400): CommandResult => ({ error, status });

const QUERIES: Readonly<Record<string, (state: State, query: URLSearchParams) => object>> = {
  scenario: (state) =>
    Object.fromEntries(
      Object.keys(state.scenarios.modes).map((party) => [
        party,
        {
          ...Object.fromEntries(
            channelsOf(state.scenarios, party).map(([name]) => [name, scenarioOf(state.scenarios, party, name)]),
          ),
          usd: state.scenarios.prices.get(party),
        },
      ]),
    ),
  clock({ clock }) {
    clock.readings += 1;
    return { ...clock, now: new Date(nowOf(clock)).toISOString() };
  },
  inbox(state, query) {
    const did = query.get('did');
    return { devices: inboxOf(state).filter(({ number }) => !did || number === mobileNumberOf(did)) };
  },
  requests: ({ requests }) => ({ requests }),
  gateway: ({ gatewayOrigin, partnersListed }) => ({ gateway: gatewayOrigin, partnersListed }),
  vouchers: (state) => ({
    floatCents: state.floatCents,
    vouchers: state.vouchers.map(({ answer: _, issuedAt, ...voucher }) => ({
      ...voucher,
      issuedAt: new Date(issuedAt).toISOString(),
    })),
  }),
};

const COMMANDS: Readonly<Record<string, (state: State, fields: Fields) => CommandResult | Promise<CommandResult>>> = {
  scenario(state, fields) {
    const fault = setScenario(state.scenarios, fields);
    return fault ? failure(fault) : (QUERIES.scenario?.(state, new URLSearchParams()) ?? {});
  },
  clock(state, { offsetMs, step }) {
    if (step === 'reset') state.clock.offsetMs = 0;
    else if (typeof step === 'string' && step in STEPS) advance(state.clock, step as Step);
    else if (Number.isSafeInteger(offsetMs)) state.clock.offsetMs = Number(offsetMs);
    else return failure(`offsetMs must be a whole number, or step one of ${Object.keys(STEPS).join(', ')}, reset`);
    state.clock.readings = 0;
    return QUERIES.clock?.(state, new URLSearchParams()) ?? {};
  },
  async reconcile(state, { party, session, to }) {
    const partner = state.partners.find((known) => known.party === party);
    if (!partner || (to !== 'reversed' && to !== 'reinstated')) return failure('party or to is not known');
    const done = await reviseSession(state, partner, String(session), to);
    return 'error' in done ? failure(done.error, 409) : done;
  },
  /** Sends the same callbacks again, or for the first time if they were lost. */
  async replay(state, { party, session }) {
    const found = findSession(state, String(party), String(session));
    if (!found) return failure('no such session', 404);
    const statuses: (number | null)[] = [];
    for (const callback of found.sent) statuses.push(await deliver(state, found, callback));
    return { statuses };
  },
  close(state, { party, session }) {
    const found = findSession(state, String(party), String(session));
    if (!found || isOver(found)) return failure('no such open session', 404);
    found.stage = 'closed';
    return {};
  },
  flash(state, { floatCents }) {
    const cents = Number(floatCents);
    if (!Number.isSafeInteger(cents) || cents < 0) return failure('floatCents must be a whole number');
    state.floatCents = cents;
    return { floatCents };
  },
  /** Adds the partners' pages to the data-free gateway's list, or removes them. */
  gateway(state, { partnersListed }) {
    if (!['true', 'false'].includes(String(partnersListed))) return failure('partnersListed must be true or false');
    state.partnersListed = String(partnersListed) === 'true';
    return QUERIES.gateway?.(state, new URLSearchParams()) ?? {};
  },
  reset(state) {
    resetState(state);
    return {};
  },
};

export async function handleControl(state: State, request: SandboxRequest): Promise<HandlerResult> {
  const { method, path, query } = request;
  if (method === 'GET' && path === '/') return html(200, controlPage(state, query.get('fault')));
  if (method === 'GET' && path === '/style.css')
    return {
      status: 200,
      headers: { 'content-type': 'text/css', 'cache-control': 'no-cache' },
      body: styleOf(state.partners),
    };
  const name = /^\/__sandbox\/([a-z]+)$/.exec(path)?.[1] ?? '';
  if (method === 'GET' && Object.hasOwn(QUERIES, name)) return json(200, QUERIES[name]?.(state, query));
  if (method !== 'POST' || !Object.hasOwn(COMMANDS, name)) return notFound();
  const fields = postedFields(request);
  const result = fields ? await COMMANDS[name]?.(state, fields) : failure('the body must be a JSON object');
  const fault = result && 'error' in result ? (result as { error: string; status?: number }) : null;
  // A form of the control page redirects to the page; a test gets the result.
  if (isForm(request.headers)) return redirect(fault ? `/?fault=${encodeURIComponent(fault.error)}` : '/');
  return fault ? json(fault.status ?? 400, { error: fault.error }) : json(200, result);
}

/** The strings that a person or a test pulls. No part of any party's own surface. */
import { inboxOf, numberOf } from './chat.ts';
import { cintMatch } from './cint-match.ts';
import { cintRouter } from './cint-router.ts';
import { advance, nowOf, STEPS, type Step } from './clock.ts';
import { controlPage } from './control-page.ts';
import { deliver } from './deliveries.ts';
import { type Answer, type Exchange, fieldsOf, html, isForm, json, notFound, redirect } from './http.ts';
import { STYLE } from './page.ts';
import { pureSpectrum } from './purespectrum.ts';
import { channelsOf, choose, PARTIES, scenarioOf } from './scenarios.ts';
import { isOver, revise } from './sessions.ts';
import { reset, sessionOf, type World } from './state.ts';

const PARTNERS = [cintMatch, cintRouter, pureSpectrum];

type Fields = Readonly<Record<string, unknown>>;
type Said = { readonly error: string; readonly status?: number } | object;
const wrong = (error: string, status = 400): Said => ({ error, status });

const READS: Readonly<Record<string, (world: World, query: URLSearchParams) => object>> = {
  scenario: (world) =>
    Object.fromEntries(
      PARTIES.map((party) => [
        party,
        {
          ...Object.fromEntries(channelsOf(party).map(([name]) => [name, scenarioOf(world.scenarios, party, name)])),
          ...world.scenarios.settings.get(party),
        },
      ]),
    ),
  clock: ({ clock }) => ({ offsetMs: clock.offsetMs, now: new Date(nowOf(clock)).toISOString() }),
  inbox(world, query) {
    const did = query.get('did');
    const number = did ? numberOf(did) : query.get('number');
    return { devices: inboxOf(world).filter((device) => !number || device.number === number) };
  },
  requests: (world, query) => ({
    requests: world.requests.filter(({ party }) => !query.get('party') || party === query.get('party')),
  }),
  sessions: (world) => ({ sessions: [...world.sessions.values()] }),
  gateway: ({ gateway, partnersListed }) => ({ gateway, partnersListed }),
  deliveries: (world) => ({ deliveries: world.deliveries }),
  vouchers: (world) => ({
    floatCents: world.floatCents,
    vouchers: world.vouchers.map(({ answer: _, issuedAt, ...voucher }) => ({
      ...voucher,
      issuedAt: new Date(issuedAt).toISOString(),
    })),
  }),
};

const ACTS: Readonly<Record<string, (world: World, fields: Fields) => Said | Promise<Said>>> = {
  scenario(world, fields) {
    const fault = choose(world.scenarios, fields);
    return fault ? wrong(fault) : (READS.scenario?.(world, new URLSearchParams()) ?? {});
  },
  clock(world, { offsetMs, step }) {
    if (step === 'reset') world.clock.offsetMs = 0;
    else if (typeof step === 'string' && step in STEPS) advance(world.clock, step as Step);
    else if (Number.isSafeInteger(offsetMs)) world.clock.offsetMs = Number(offsetMs);
    else return wrong(`offsetMs must be a whole number, or step one of ${Object.keys(STEPS).join(', ')}, reset`);
    return READS.clock?.(world, new URLSearchParams()) ?? {};
  },
  async reconcile(world, { party, session, to }) {
    const partner = PARTNERS.find((known) => known.party === party);
    if (!partner || (to !== 'reversed' && to !== 'reinstated')) return wrong('party or to is not known');
    const done = await revise(world, partner, String(session), to);
    return 'error' in done ? wrong(done.error, 409) : done;
  },
  /** The very same callbacks once more, or for the first time if they went missing. */
  async replay(world, { party, session }) {
    const found = sessionOf(world, String(party), String(session));
    if (!found) return wrong('no such session', 404);
    const statuses: (number | null)[] = [];
    for (const outgoing of found.sent) statuses.push(await deliver(world, found, outgoing));
    return { statuses };
  },
  close(world, { party, session }) {
    const found = sessionOf(world, String(party), String(session));
    if (!found || isOver(found)) return wrong('no such open session', 404);
    found.stage = 'closed';
    return {};
  },
  flash(world, { floatCents, tokenSeconds }) {
    const [cents, seconds] = [Number(floatCents ?? world.floatCents), Number(tokenSeconds ?? world.tokenSeconds)];
    if (!Number.isSafeInteger(cents) || !Number.isSafeInteger(seconds) || cents < 0 || seconds < 0)
      return wrong('floatCents and tokenSeconds must be whole numbers');
    world.floatCents = cents;
    world.tokenSeconds = seconds;
    return { floatCents: cents, tokenSeconds: seconds };
  },
  /** Puts the partners' pages on the data-free gateway's list, or takes them off it. */
  gateway(world, { partnersListed }) {
    if (!['true', 'false'].includes(String(partnersListed))) return wrong('partnersListed must be true or false');
    world.partnersListed = String(partnersListed) === 'true';
    return READS.gateway?.(world, new URLSearchParams()) ?? {};
  },
  /** For a panel that learns its own address only after we were started. */
  panel(world, { origin }) {
    if (typeof origin !== 'string' || !URL.canParse(origin)) return wrong('origin must be an address');
    world.panel = new URL(origin).origin;
    return { origin: world.panel };
  },
  reset(world) {
    reset(world);
    return {};
  },
};

export async function answerControl(world: World, exchange: Exchange): Promise<Answer> {
  const { method, path, query } = exchange;
  if (method === 'GET' && path === '/') return html(200, controlPage(world, query.get('fault')));
  if (method === 'GET' && path === '/style.css')
    return { status: 200, headers: { 'content-type': 'text/css', 'cache-control': 'no-cache' }, body: STYLE };
  const name = /^\/__sandbox\/([a-z]+)$/.exec(path)?.[1] ?? '';
  if (method === 'GET' && Object.hasOwn(READS, name)) return json(200, READS[name]?.(world, query));
  if (method !== 'POST' || !Object.hasOwn(ACTS, name)) return notFound();
  const fields = fieldsOf(exchange);
  const said = fields ? await ACTS[name]?.(world, fields) : wrong('the body must be a JSON object');
  const fault = said && 'error' in said ? (said as { error: string; status?: number }) : null;
  // A person stays on the page; a test wants to know.
  if (isForm(exchange.headers)) return redirect(fault ? `/?fault=${encodeURIComponent(fault.error)}` : '/');
  return fault ? json(fault.status ?? 400, { error: fault.error }) : json(200, said);
}

/** The sandbox for a person: the clock, what goes wrong, what the partners think, what arrived in the chat. */
import { inboxOf } from './chat.ts';
import { inSouthAfrica, nowOf, STEPS } from './clock.ts';
import { type Html, markup, page } from './page.ts';
import { channelsOf, PARTIES, type Party, scenarioOf } from './scenarios.ts';
import { isTimedOut, lastAttempt } from './sessions.ts';
import type { Session, Voucher, World } from './state.ts';

const SHOWN = 50;
const NAMES: Readonly<Record<Party, string>> = {
  'cint-match': 'Cint Match',
  'cint-router': 'Cint router',
  purespectrum: 'PureSpectrum',
  flash: 'Flash (1Voucher)',
  chat: 'Chat',
  gateway: 'Data-free gateway',
};
const OUTCOMES = {
  complete: 'Complete',
  screenout: 'Screen out',
  overquota: 'Quota full',
  quality: 'Poor quality',
  quit: 'Quit',
  none: 'No survey',
} as const;

const when = (at: number): string => inSouthAfrica(at).slice(0, 19).replace('T', ' ');
const rand = (cents: number): string => `R${(cents / 100).toFixed(2)}`;
const hidden = (fields: Readonly<Record<string, string>>): Html[] =>
  Object.entries(fields).map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`);
const act = (name: string, fields: Readonly<Record<string, string>>, label: string): Html =>
  markup`<form method="post" action="/__sandbox/${name}">${hidden(fields)}<button>${label}</button></form> `;
const list = (items: Html[], none: string): Html =>
  items.length === 0
    ? markup`<p class="soft">${none}</p>`
    : markup`<ul class="plain">${items.map((item) => markup`<li>${item}</li>`)}</ul>`;

export const controlPage = (world: World, fault: string | null = null): string =>
  page(
    'Sandbox',
    'control',
    markup`<header><h1>Sandbox</h1><p>The outside world, played locally. <a href="${world.panel}">Open the panel</a></p></header>
<main>${fault ? markup`<p class="bad" role="alert">${fault}</p>` : null}
<div class="row"><a href="/">Refresh</a>${act('reset', {}, 'Reset everything')}</div>
${clock(world)}
<section><h2>Data-free gateway</h2>${gateway(world)}</section>
<section><h2>Chat inbox</h2>${inbox(world)}</section>
<section><h2>Survey sessions</h2>${list(
      [...world.sessions.values()]
        .reverse()
        .slice(0, SHOWN)
        .map((one) => session(world, one)),
      'Nobody has opened a survey yet.',
    )}</section>
<section><h2>Vouchers</h2>${float(world)}${list(
      [...world.vouchers]
        .reverse()
        .slice(0, SHOWN)
        .map((one) => voucher(world, one)),
      'None issued yet.',
    )}</section>
<section><h2>What goes wrong</h2>${PARTIES.map((party) => scenarios(world, party))}</section>
</main>`,
  );

const clock = (world: World): Html =>
  markup`<section><h2>Clock</h2><p><strong>${when(nowOf(world.clock))}</strong> <span class="soft">South African time${
    world.clock.offsetMs === 0 ? '' : ', moved'
  }</span></p><form method="post" action="/__sandbox/clock" class="row">${Object.entries(STEPS).map(
    ([step, label]) => markup`<button name="step" value="${step}">${label}</button>`,
  )}<button name="step" value="reset">Real time</button></form></section>`;

const gateway = ({ gateway: address, partnersListed }: World): Html =>
  address
    ? markup`<p><a href="/gateway">Open the panel data-free</a> <span class="soft">at ${address}</span></p><div class="row">
<span>Partners’ pages are ${partnersListed ? '' : 'not '}on its list</span>${act(
        'gateway',
        { partnersListed: String(!partnersListed) },
        partnersListed ? 'Take them off' : 'List them',
      )}</div>`
    : markup`<p class="soft">Not started.</p>`;

const scenarios = (world: World, party: Party): Html => {
  const setting = world.scenarios.settings.get(party);
  const isSurveys = party !== 'flash' && party !== 'chat' && party !== 'gateway';
  return markup`<h3>${NAMES[party]}</h3>${channelsOf(party).map(([channel, modes]) => {
    const { mode: current, left } = scenarioOf(world.scenarios, party, channel);
    return markup`<form method="post" action="/__sandbox/scenario">${hidden({ party, channel })}<div class="row">
<span class="soft">${channel}: <strong>${current}</strong>${left === null ? '' : ` for ${left} more`}</span>
<select name="times" aria-label="For how many calls"><option value="">from now on</option><option value="1">next call</option>
<option value="2">next 2</option><option value="5">next 5</option></select></div>
<div class="row">${modes.map(
      (mode) => markup`<button name="mode" value="${mode}" aria-pressed="${String(mode === current)}">${mode}</button>`,
    )}</div></form>`;
  })}${
    isSurveys
      ? markup`<form method="post" action="/__sandbox/scenario" class="row">${hidden({ party })}<label>USD a survey
<input name="usd" inputmode="decimal" placeholder="1.00–3.00" value="${setting?.usd ?? ''}"></label><button>Set</button></form>`
      : null
  }`;
};

function session(world: World, one: Session): Html {
  const ids = { party: one.party, session: one.id };
  const state =
    one.stage === 'closed'
      ? 'Closed'
      : isTimedOut(world, one)
        ? 'Timed out'
        : one.outcome
          ? OUTCOMES[one.outcome] + (one.standing && one.standing !== 'complete' ? `, ${one.standing}` : '')
          : 'Under way';
  const counts = one.standing === 'complete' || one.standing === 'reinstated';
  const told = world.deliveries.filter(({ party, session: id }) => party === one.party && id === one.id);
  return markup`<strong>${state}</strong> · ${NAMES[one.party]} · USD ${one.usd}<br>
<small>${when(one.startedAt)} · survey ${lastAttempt(one).surveyId} · ${one.id}<br>
told the panel: ${told.map(({ label, status, tries }) => `${label} (${status ?? 'no answer'}${tries > 1 ? `, ${tries} tries` : ''})`).join(', ') || 'nothing'}</small>
<div class="row">${
    one.stage === 'finished'
      ? [
          counts
            ? act('reconcile', { ...ids, to: 'reversed' }, 'Reverse')
            : act('reconcile', { ...ids, to: 'reinstated' }, 'Reinstate'),
          one.sent.length > 0 ? act('replay', ids, 'Send callbacks again') : null,
        ]
      : one.stage === 'closed'
        ? null
        : act('close', ids, 'Close')
  }</div>`;
}

const float = (world: World): Html =>
  markup`<form method="post" action="/__sandbox/flash" class="row"><span>Float ${rand(world.floatCents)}</span>
<input name="floatCents" inputmode="numeric" aria-label="Float in cents" placeholder="in cents"><button>Set</button></form>`;

function voucher(world: World, one: Voucher): Html {
  const messages = world.inbox.filter(({ body }) => body.replace(/\D/g, '').includes(one.pin)).length;
  const twins = world.vouchers.filter(({ reference }) => reference === one.reference).length;
  return markup`<strong>${rand(one.amount)}</strong> · PIN ${one.pin.replace(/(\d{4})(?=\d)/g, '$1 ')} ·
${messages === 0 ? markup`<span class="bad">not in the chat yet</span>` : markup`<span class="good">in the chat${messages > 1 ? `, ${messages} times` : ''}</span>`}
${twins > 1 ? markup`<strong class="bad">· ${twins} vouchers for one reference</strong>` : null}<br>
<small>${when(one.issuedAt)} · ${one.reference} · serial ${one.serialNumber}${one.asked > 1 ? ` · asked for ${one.asked} times` : ''}</small>`;
}

const inbox = (world: World): Html =>
  list(
    inboxOf(world)
      .slice(0, SHOWN)
      .map(
        ({ number, dids, messages }) =>
          markup`<strong>${number}</strong> <small>${dids.join(', ')}</small>${messages.map(
            ({ body, at }) => markup`<div class="message">${body}</div><small>${when(Date.parse(at))}</small>`,
          )}`,
      ),
    'No message yet.',
  );

/** The control page: clock, gateway, chat inbox, survey sessions, vouchers and scenarios. */
import { inboxOf } from './chat.ts';
import { inSouthAfrica, nowOf, STEPS } from './clock.ts';
import { type Html, hiddenFields, markup, page } from './page.ts';
import { channelsOf, scenarioOf } from './scenarios.ts';
import { isTimedOut, lastAttempt } from './sessions.ts';
import type { Session, State, Voucher } from './state.ts';

const MAX_ROWS = 50;
const NAMES: ReadonlyMap<string, string> = new Map([
  ['flash', 'Flash (1Voucher)'],
  ['chat', 'Chat'],
  ['gateway', 'Data-free gateway'],
]);
const partnerOf = ({ partners }: State, party: string) => partners.find((one) => one.party === party);
const nameOf = (state: State, party: string): string => partnerOf(state, party)?.name ?? NAMES.get(party) ?? party;
const OUTCOMES = {
  complete: 'Complete',
  screenout: 'Screen out',
  overquota: 'Quota full',
  quality: 'Poor quality',
  quit: 'Quit',
  none: 'No survey',
} as const;

const dateTime = (at: number): string => inSouthAfrica(at).slice(0, 19).replace('T', ' ');
const rand = (cents: number): string => `R${(cents / 100).toFixed(2)}`;
const actionForm = (name: string, fields: Readonly<Record<string, string>>, label: string): Html =>
  markup`<form method="post" action="/__sandbox/${name}">${hiddenFields(fields)}<button>${label}</button></form> `;
const list = (items: Html[], none: string): Html =>
  items.length === 0
    ? markup`<p class="soft">${none}</p>`
    : markup`<ul class="plain">${items.map((item) => markup`<li>${item}</li>`)}</ul>`;

export const controlPage = (state: State, fault: string | null = null): string =>
  page(
    'Sandbox',
    'control',
    markup`<header><h1>Sandbox</h1><p>The outside parties, simulated locally. <a href="${state.panelOrigin}">Open the panel</a></p></header>
<main>${fault ? markup`<p class="bad" role="alert">${fault}</p>` : null}
<div class="row"><a href="/">Refresh</a>${actionForm('reset', {}, 'Reset everything')}</div>
${clock(state)}
<section><h2>Data-free gateway</h2>${gateway(state)}</section>
<section><h2>Chat inbox</h2>${inbox(state)}</section>
<section><h2>Survey sessions</h2>${list(
      [...state.sessions.values()]
        .reverse()
        .slice(0, MAX_ROWS)
        .map((session) => sessionItem(state, session)),
      'No survey was opened yet.',
    )}</section>
<section><h2>Vouchers</h2>${float(state)}${list(
      [...state.vouchers]
        .reverse()
        .slice(0, MAX_ROWS)
        .map((voucher) => voucherItem(state, voucher)),
      'None issued yet.',
    )}</section>
<section><h2>Faults</h2>${Object.keys(state.scenarios.modes).map((party) => scenarios(state, party))}</section>
</main>`,
  );

const clock = (state: State): Html =>
  markup`<section><h2>Clock</h2><p><strong>${dateTime(nowOf(state.clock))}</strong> <span class="soft">South African time${
    state.clock.offsetMs === 0 ? '' : ', moved'
  }</span></p><form method="post" action="/__sandbox/clock" class="row">${Object.entries(STEPS).map(
    ([step, label]) => markup`<button name="step" value="${step}">${label}</button>`,
  )}<button name="step" value="reset">Real time</button></form></section>`;

const gateway = ({ gatewayOrigin, partnersListed }: State): Html =>
  gatewayOrigin
    ? markup`<p><a href="/gateway">Open the panel data-free</a> <span class="soft">at ${gatewayOrigin}</span></p><div class="row">
<span>Partners’ pages are ${partnersListed ? '' : 'not '}on its list</span>${actionForm(
        'gateway',
        { partnersListed: String(!partnersListed) },
        partnersListed ? 'Remove them' : 'List them',
      )}</div>`
    : markup`<p class="soft">Not started.</p>`;

const scenarios = (state: State, party: string): Html => {
  const month = inSouthAfrica(nowOf(state.clock)).slice(0, 7);
  return markup`<h3>${nameOf(state, party)}</h3>${channelsOf(state.scenarios, party).map(([channel, modes]) => {
    const { mode: current, left } = scenarioOf(state.scenarios, party, channel);
    return markup`<form method="post" action="/__sandbox/scenario">${hiddenFields({ party, channel })}<div class="row">
<span class="soft">${channel}: <strong>${current}</strong>${left === null ? '' : ` for ${left} more`}</span>
<select name="times" aria-label="For how many calls"><option value="">from now on</option><option value="1">next call</option>
<option value="2">next 2</option><option value="5">next 5</option></select></div>
<div class="row">${modes.map(
      (mode) => markup`<button name="mode" value="${mode}" aria-pressed="${String(mode === current)}">${mode}</button>`,
    )}</div></form>`;
  })}${
    partnerOf(state, party)
      ? markup`<form method="post" action="/__sandbox/scenario" class="row">${hiddenFields({ party })}<label>USD a survey
<input name="usd" inputmode="decimal" placeholder="1.00–3.00" value="${state.scenarios.prices.get(party) ?? ''}"></label><button>Set</button></form>
<p><a href="/${party}/statement.csv?month=${month}">Statement of ${month}</a></p>`
      : null
  }`;
};

function sessionItem(state: State, session: Session): Html {
  const ids = { party: session.party, session: session.id };
  const label =
    session.stage === 'closed'
      ? 'Closed'
      : isTimedOut(state, session)
        ? 'Timed out'
        : session.outcome
          ? OUTCOMES[session.outcome] +
            (session.standing && session.standing !== 'complete' ? `, ${session.standing}` : '')
          : 'In progress';
  const isCounted = session.standing === 'complete' || session.standing === 'reinstated';
  const deliveries = state.deliveries.filter((sent) => sent.party === session.party && sent.session === session.id);
  return markup`<strong>${label}</strong> · ${nameOf(state, session.party)} · USD ${session.usd}<br>
<small>${dateTime(session.startedAt)} · survey ${lastAttempt(session).surveyId} · ${session.id}<br>
told the panel: ${deliveries.map(({ label, status, tries }) => `${label} (${status ?? 'no answer'}${tries > 1 ? `, ${tries} tries` : ''})`).join(', ') || 'nothing'}</small>
<div class="row">${
    session.stage === 'finished'
      ? [
          isCounted
            ? actionForm('reconcile', { ...ids, to: 'reversed' }, 'Reverse')
            : partnerOf(state, session.party)?.reinstates
              ? actionForm('reconcile', { ...ids, to: 'reinstated' }, 'Reinstate')
              : null,
          session.sent.length > 0 ? actionForm('replay', ids, 'Send callbacks again') : null,
        ]
      : session.stage === 'closed'
        ? null
        : actionForm('close', ids, 'Close')
  }</div>`;
}

const float = (state: State): Html =>
  markup`<form method="post" action="/__sandbox/flash" class="row"><span>Float ${rand(state.floatCents)}</span>
<input name="floatCents" inputmode="numeric" aria-label="Float in cents" placeholder="in cents"><button>Set</button></form>`;

function voucherItem(state: State, voucher: Voucher): Html {
  const messages = state.inbox.filter(({ body }) => body.replace(/\D/g, '').includes(voucher.pin)).length;
  const sameReference = state.vouchers.filter(({ reference }) => reference === voucher.reference).length;
  return markup`<strong>${rand(voucher.amount)}</strong> · PIN ${voucher.pin.replace(/(\d{4})(?=\d)/g, '$1 ')} ·
${messages === 0 ? markup`<span class="bad">not in the chat yet</span>` : markup`<span class="good">in the chat${messages > 1 ? `, ${messages} times` : ''}</span>`}
${sameReference > 1 ? markup`<strong class="bad">· ${sameReference} vouchers for one reference</strong>` : null}<br>
<small>${dateTime(voucher.issuedAt)} · ${voucher.reference} · serial ${voucher.serialNumber}${voucher.asked > 1 ? ` · asked for ${voucher.asked} times` : ''}</small>`;
}

const inbox = (state: State): Html =>
  list(
    inboxOf(state)
      .slice(0, MAX_ROWS)
      .map(
        ({ number, dids, messages }) =>
          markup`<strong>${number}</strong> <small>${dids.join(', ')}</small>${messages.map(
            ({ body, at }) => markup`<div class="message">${body}</div><small>${dateTime(Date.parse(at))}</small>`,
          )}`,
      ),
    'No message yet.',
  );

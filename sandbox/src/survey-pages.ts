/** What a person sees at a survey partner. */
import { type Answer, type Exchange, fieldsOf, html, notFound, redirect } from './http.ts';
import { type Html, markup, page } from './page.ts';
import { act, isTimedOut, lastAttempt, type SurveyPartner } from './sessions.ts';
import { type Session, sessionOf, type World } from './state.ts';

const frame = ({ party, name }: SurveyPartner, title: string, content: Html): string =>
  page(
    `${title} · ${name}`,
    party,
    markup`<header><h1>${name}</h1><p>A stand-in. No real survey, no real money.</p></header>
      <main class="narrow"><div class="card"><h2>${title}</h2>${content}</div></main>`,
  );

/** The end of the road: partners send nobody back from here. */
export const deadEnd = (partner: SurveyPartner, code: string, why: string, live?: Session): Answer =>
  html(
    400,
    frame(
      partner,
      'This survey can’t be opened',
      markup`<p>${why}</p><p class="soft">Code ${code}. There is no way back to the panel from this page.</p>${
        live
          ? markup`<form method="post" action="/__sandbox/close"><input type="hidden" name="party" value="${live.party}">
              <input type="hidden" name="session" value="${live.id}"><button>Sandbox: close the open session</button></form>`
          : null
      }`,
    ),
  );

const button = (action: string, label: string, isMain = false): Html =>
  markup`<button name="action" value="${action}" class="${isMain ? 'main' : ''}">${label}</button>`;

const STAGES = {
  prescreener: {
    title: 'A few questions first',
    text: 'Here a partner asks what it doesn’t know about you yet.',
    buttons: [button('start', 'Start the survey', true), button('quit', 'Quit')],
  },
  survey: {
    title: 'The survey',
    text: 'How does it end?',
    buttons: [
      button('complete', 'Complete', true),
      button('screenout', 'Screen out'),
      button('overquota', 'Quota full'),
      button('quality', 'Poor quality'),
      button('quit', 'Quit'),
    ],
  },
  again: {
    title: 'That one wasn’t for you',
    text: 'There may be another survey that is.',
    buttons: [button('go-on', 'Go on to another survey', true), button('quit', 'Quit')],
  },
} as const;

export async function answerSession(world: World, partner: SurveyPartner, exchange: Exchange): Promise<Answer> {
  const session = sessionOf(world, partner.party, exchange.path.slice('/session/'.length));
  if (!session) return notFound();
  if (session.stage === 'closed' || isTimedOut(world, session))
    return deadEnd(partner, '302', 'The session has timed out.');
  // A second press, or the way back in the browser's history: the same end, and nothing is told twice.
  if (session.stage === 'finished') return redirect(session.returnUrl ?? '/');
  if (exchange.method === 'POST') {
    const answer = act(world, partner, session, String(fieldsOf(exchange)?.action ?? ''));
    return (await answer) ?? redirect(`/${session.party}/session/${session.id}`);
  }
  if (exchange.method !== 'GET') return notFound();
  const { title, text, buttons } = STAGES[session.stage];
  return html(
    200,
    frame(
      partner,
      title,
      markup`<p>${text}</p><p class="soft">Survey ${lastAttempt(session).surveyId}, about ${session.minutes} minutes${
        partner.attempts > 1 ? `, ${session.attempts.length} of ${partner.attempts}` : ''
      }</p><form method="post" class="stack">${buttons}</form>`,
    ),
  );
}

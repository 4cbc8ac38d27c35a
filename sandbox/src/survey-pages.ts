/** The pages of the survey partners. */
import { type HandlerResult, html, notFound, postedFields, redirect, type SandboxRequest } from './http.ts';
import { cardPage, type Html, hiddenFields, markup } from './page.ts';
import { applyAction, isTimedOut, lastAttempt } from './sessions.ts';
import { findSession, type SandboxPartner, type Session, type State } from './state.ts';

const partnerPage = ({ party, name }: SandboxPartner, title: string, content: Html): string =>
  cardPage({ theme: party, name, about: 'A stand-in. No real survey, no real money.' }, title, content);

/** An error page. A partner doesn't send people back to the panel from it. */
export const errorPage = (partner: SandboxPartner, code: string, reason: string, open?: Session): HandlerResult =>
  html(
    400,
    partnerPage(
      partner,
      'This survey can’t be opened',
      markup`<p>${reason}</p><p class="soft">Code ${code}. There is no way back to the panel from this page.</p>${
        open
          ? markup`<form method="post" action="/__sandbox/close">${hiddenFields({ party: open.party, session: open.id })}<button>Sandbox: close the open session</button></form>`
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

export async function handleSession(
  state: State,
  partner: SandboxPartner,
  request: SandboxRequest,
): Promise<HandlerResult> {
  const session = findSession(state, partner.party, request.path.slice('/session/'.length));
  if (!session) return notFound();
  if (session.stage === 'closed' || isTimedOut(state, session))
    return errorPage(partner, '302', 'The session has timed out.');
  // A second press, or the browser's back button: the same redirect, and no second callback.
  if (session.stage === 'finished') return redirect(session.returnUrl ?? '/');
  if (request.method === 'POST') {
    const result = applyAction(state, partner, session, String(postedFields(request)?.action ?? ''));
    return (await result) ?? redirect(`/${session.party}/session/${session.id}`);
  }
  if (request.method !== 'GET') return notFound();
  const { title, text, buttons } = STAGES[session.stage];
  return html(
    200,
    partnerPage(
      partner,
      title,
      markup`<p>${text}</p><p class="soft">Survey ${lastAttempt(session).surveyId}, about ${session.minutes} minutes${
        partner.attempts > 1 ? `, ${session.attempts.length} of ${partner.attempts}` : ''
      }</p><form method="post" class="stack">${buttons}</form>`,
    ),
  );
}

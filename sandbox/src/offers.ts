/** The surveys that a partner lists for one member: the same ones until the member starts one. */
import { digest, surveyFor } from './sessions.ts';
import type { Offer, State } from './state.ts';

type Asked = { readonly party: string; readonly session: string; readonly member: string };

/** The n-th survey of a member's list, whose link belongs to the session. */
export function makeOffer(state: State, { party, session, member }: Asked, n: number): Offer {
  const started = [...state.sessions.values()].filter((one) => one.party === party && one.member === member).length;
  const { surveyId, usd } = surveyFor(state, party, `${member} ${started}`, n);
  const offer = { session, member, surveyId, usd, minutes: 4 + ((digest(`minutes ${surveyId}`)[0] ?? 0) % 17) };
  state.offers.set(`${session}/${surveyId}`, offer);
  return offer;
}

/** Takes an offer out of the list. Starting one survey of a list uses up the others. */
export function takeOffer(state: State, session: string, surveyId: string | null): Offer | undefined {
  const offer = state.offers.get(`${session}/${surveyId}`);
  if (offer) for (const [key, one] of state.offers) if (one.session === session) state.offers.delete(key);
  return offer;
}

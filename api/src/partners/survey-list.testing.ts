/** Partners with lists, for tests: one server plays PureSpectrum and Cint's router. */
import type { ServerResponse } from 'node:http';
import { MINUTE_MS } from '@panel/domain/durations';
import { api } from '@panel/domain/paths';
import { afterEach, beforeEach } from 'vitest';
import { type Kit, send, useKit } from '../../test/kit.ts';
import { startPureSpectrum } from './partners.testing.ts';

type Offer = { readonly id: number; readonly cpi: number; readonly minutes: number };
export type ListAnswer = readonly Offer[] | ((response: ServerResponse) => void);

/** Of PureSpectrum, before each test. The router lists nothing. */
export const OFFERS: readonly Offer[] = [
  { id: 70_001, cpi: 1, minutes: 10 },
  { id: 70_002, cpi: 2, minutes: 10 },
];

export async function useListPartners() {
  const server = await startPureSpectrum();
  const kit = useKit({
    PURESPECTRUM_URL: server.url,
    CINT_ROUTER_URL: `${server.url}/`,
    CINT_ROUTER_LIST_URL: `${server.url}/suppliers_api/surveys`,
  });
  const answers: { purespectrum: ListAnswer; router: ListAnswer } = { purespectrum: OFFERS, router: [] };
  const later = (minutes: number) => kit().clock.set(new Date(kit().clock.now().getTime() + minutes * MINUTE_MS));

  beforeEach(() => {
    // A partner that was down in an earlier test is called again.
    later(1);
    Object.assign(answers, { purespectrum: OFFERS, router: [] });
    server.answers((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
      const isRouter = pathname.startsWith('/suppliers_api');
      const answer = isRouter ? answers.router : answers.purespectrum;
      if (typeof answer === 'function') return answer(response);
      const surveys = answer.map(({ id, cpi, minutes }) =>
        isRouter
          ? { cpi: String(cpi), loi: minutes, entry_link: `${server.url}/?offer_id=${id}&ssi=SUBID` }
          : {
              surveyId: id,
              cpi,
              estimatedLoi: minutes,
              entryLink: `${server.url}/start/${id}/${searchParams.get('respondentId')}`,
            },
      );
      response.end(JSON.stringify({ surveys }));
    });
  });
  afterEach(() => server.reset());
  return { kit, url: server.url, answers, later, asked: () => server.requests.length };
}

export const list = async (kit: Kit, did: string) => (await send(kit, 'GET', api.surveys(did))).json().surveys;

export const choose = (kit: Kit, did: string, { number, reward }: { number: number; reward: number }) =>
  send(kit, 'POST', api.surveys(did), { number, reward });

export const openedSessions = async (kit: Kit, did: string) =>
  (
    await kit.db.query(
      `select s.id as "sessionId", s.partner, s.pid, s.survey_id as survey, s.shown_amount as shown from survey_sessions s
       join panelists p on p.id = s.panelist_id where p.did_index = $1 order by s.created_at`,
      [kit.vault.digest('did', did)],
    )
  ).rows;

/** The surveys that a panelist can choose from, with what each pays and how long it takes. */
import { HOUR_MS } from '@panel/domain/durations';
import { isApproved } from '@panel/domain/panelists/status';
import { PARTNERS, type Partner } from '@panel/domain/partners/partners';
import {
  bestSurveys,
  choiceSchema,
  decodeChoice,
  encodeChoice,
  LIST_KEPT_MS,
  type ListedSurvey,
  surveyListSchema,
  writeSurveyList,
} from '@panel/domain/partners/survey-list';
import { api, pattern } from '@panel/domain/paths';
import { cents } from '@panel/domain/rewards/money';
import { rewardFor } from '@panel/domain/rewards/pricing';
import type { FastifyInstance } from 'fastify';
import { identify } from '../identity/panelists.ts';
import { type Database, type Queries, sql } from '../platform/database/database.ts';
import { Problem, requireValid } from '../platform/http/problems.ts';
import type { PartnerDependencies } from './dependencies.ts';
import { surveysLeftOut } from './late-ends.ts';
import { numberSurveysStatement } from './locked-session.ts';
import { type CalledPartner, demographics, LINK_SCHEMA, linkAnswer, offersOf, startSurveySession } from './sessions.ts';

type Called = Readonly<Record<Partner, CalledPartner>>;
type SurveyList = readonly ListedSurvey[];

/** The list of one panelist. Fails only if no partner with a list answered. */
async function askPartners(deps: PartnerDependencies, called: Called, panelistId: string): Promise<SurveyList> {
  const { database, vault, clock, config } = deps;
  const profile = await demographics(database, vault, panelistId, clock.now());
  const asked = PARTNERS.filter((id) => called[id].partner.list);
  const lists = await Promise.all(
    asked.map(async (id): Promise<SurveyList | null> => {
      const result = await offersOf(deps, called[id], panelistId, profile);
      if (result.kind === 'error') return null;
      const offers = result.surveys.flatMap(({ surveyId, usdMicros, minutes }) => {
        const reward = rewardFor(usdMicros ?? 0n, config.pricing);
        return reward > 0n && minutes !== undefined ? [{ surveyId, reward, minutes }] : [];
      });
      const ids = [...new Set(offers.map(({ surveyId }) => surveyId))];
      const [numbers, leftOut] = await Promise.all([
        surveyNumbers(database, id, ids),
        surveysLeftOut(database, id, ids),
      ]);
      return offers.flatMap(({ surveyId, ...offer }) => {
        const number = numbers.get(surveyId);
        return number === undefined || leftOut.has(surveyId) ? [] : [{ number, ...offer }];
      });
    }),
  );
  if (lists.length > 0 && lists.every((list) => list === null)) throw new Problem('unavailable');
  return bestSurveys(lists.flatMap((list) => list ?? []));
}

/** Our number of each of a partner's surveys, by the partner's id. A survey that is named for the first time gets its number here. */
export async function surveyNumbers(
  database: Database,
  partner: Partner,
  surveyIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const read = () =>
    database.many<{ id: string; number: string }>(sql`
      select survey_id as id, number from partner_surveys where partner = ${partner} and survey_id = any(${surveyIds}::text[])`);
  let known = await read();
  if (known.length < surveyIds.length) {
    await database.run(numberSurveysStatement(partner, surveyIds));
    known = await read();
  }
  return new Map(known.map(({ id, number }) => [id, Number(number)]));
}

/** The survey of a number. */
export const surveyNumbered = (db: Queries, number: number) =>
  db.one<{ partner: Partner; surveyId: string }>(sql`
    select partner, survey_id as "surveyId" from partner_surveys where number = ${number}`);

/** Beyond this many panelists the oldest lists are dropped. */
const MAX_KEPT = 10_000;

/** The lists that were asked for in the last two minutes, by did. In memory: a tap asks the partner again anyway. */
export function keptLists(now: () => number) {
  const kept = new Map<string, { readonly askedAt: number; readonly list: Promise<SurveyList> }>();
  return {
    /** After a link was used: the other links of its list are dead. */
    drop: (did: string): void => void kept.delete(did),
    getOrAsk(did: string, ask: () => Promise<SurveyList>): Promise<SurveyList> {
      const known = kept.get(did);
      const age = now() - (known?.askedAt ?? 0);
      // Negative if the clock was set back.
      if (known && age >= 0 && age < LIST_KEPT_MS) return known.list;
      kept.delete(did);
      const [oldest] = kept.keys();
      if (oldest !== undefined && kept.size >= MAX_KEPT) kept.delete(oldest);
      const entry = { askedAt: now(), list: ask() };
      kept.set(did, entry);
      entry.list.catch(() => kept.get(did) === entry && kept.delete(did));
      return entry.list;
    },
  };
}
export type KeptLists = ReturnType<typeof keptLists>;

const EXAMPLE = encodeChoice({ number: 48_213, reward: 1450 });

/** Returns the call for a page that comes with the list. */
export function surveyListRoutes(
  app: FastifyInstance,
  deps: PartnerDependencies,
  called: Called,
  lists: KeptLists,
): (did: string) => Promise<object> {
  async function listFor(own: PartnerDependencies, did: string): Promise<SurveyList> {
    const panelist = await identify(own.database, own.vault, did);
    return isApproved(panelist.status) ? lists.getOrAsk(did, () => askPartners(own, called, panelist.id)) : [];
  }

  app.get<{ Params: { did: string } }>(
    pattern(api.surveys),
    {
      config: { priority: 'survey-link', limit: { calls: 120, periodMs: HOUR_MS } },
      schema: {
        summary: 'The surveys to choose from, best pay per minute first',
        response: { 200: surveyListSchema() },
      },
    },
    async (request) => writeSurveyList(await listFor({ ...deps, database: request.database }, request.params.did)),
  );
  app.post<{ Params: { did: string } }>(
    pattern(api.surveys),
    {
      config: { priority: 'survey-link', limit: { calls: 60, periodMs: HOUR_MS } },
      schema: {
        summary: 'An entry link to a survey of the list; an empty url if it has filled up or changed',
        body: { ...choiceSchema(), examples: [EXAMPLE] },
        response: { 200: LINK_SCHEMA },
      },
    },
    async (request) => {
      const own = { ...deps, database: request.database };
      const { did } = request.params;
      const { number, reward } = requireValid(decodeChoice(request.body));
      await identify(own.database, own.vault, did);
      lists.drop(did);
      const survey = await surveyNumbered(own.database, number);
      if (!survey) return { url: '' };
      const { sharePpm, zarPerUsdMicros } = own.config.pricing;
      const chosen = { surveyId: survey.surveyId, reward: cents(reward), sharePpm, zarPerUsdMicros };
      return linkAnswer(request, survey.partner, await startSurveySession(own, called[survey.partner], did, chosen));
    },
  );
  return async (did) => writeSurveyList(await listFor(deps, did));
}

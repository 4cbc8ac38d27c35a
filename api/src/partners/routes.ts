import { RESULT_OF, surveyResultPath } from '@panel/domain/partners/outcomes';
import { PARTNERS, type Partner } from '@panel/domain/partners/partners';
import { api, pattern } from '@panel/domain/paths';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import { Problem } from '../platform/problems.ts';
import { breaker } from './breaker.ts';
import { type Effect, failureRecorder, recordEvent } from './callbacks.ts';
import { cintMatch } from './cint-match.ts';
import { cintRouter } from './cint-router.ts';
import type { Inbound, PartnersConfig, Received, SurveyPartner } from './partner.ts';
import { pureSpectrum } from './purespectrum.ts';
import { enter } from './sessions.ts';

const LARGEST_CALLBACK = 256 * 1024;
/** What a person has to look at: somebody's money may depend on it. */
const ALARMING: readonly Effect[] = ['quarantined', 'other-panelist', 'repeat-of-undone', 'over-daily-cap'];

/** The partners that are configured. */
function openPartners(settings: PartnersConfig): ReadonlyMap<string, SurveyPartner> {
  const { isLive, 'cint-match': match, 'cint-router': router, purespectrum } = settings;
  const partners = [
    match && cintMatch(match, isLive),
    router && cintRouter(router, isLive),
    purespectrum && pureSpectrum(purespectrum, isLive),
  ];
  return new Map(partners.flatMap((partner) => (partner ? [[partner.id, partner] as const] : [])));
}

/** Where the app asks for each partner's link, appending '/' and the did; null where a partner isn't configured. */
export const partnerLinks = ({ config }: Pick<Dependencies, 'config'>): Record<Partner, string | null> =>
  Object.fromEntries(
    PARTNERS.map((partner) => [partner, config.survey[partner] ? api.entryLink(partner)('').replace(/\/$/, '') : null]),
  ) as Record<Partner, string | null>;

export function partnerRoutes(app: FastifyInstance, deps: Dependencies): void {
  const partners = openPartners(deps.config.survey);
  entryLinkRoutes(app, deps, partners);
  app.register(async (scope) => {
    // Partners send what they like as whatever type they like. Only their own code reads it, after its signature.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: LARGEST_CALLBACK }, (_, body, done) =>
      done(null, body),
    );
    inboundRoutes(scope, deps, partners);
  });
}

function entryLinkRoutes(app: FastifyInstance, deps: Dependencies, partners: ReadonlyMap<string, SurveyPartner>): void {
  for (const id of PARTNERS) {
    const partner = partners.get(id);
    const guard = breaker(deps.clock);
    app.get<{ Params: { did: string } }>(
      pattern(api.entryLink(id)),
      {
        config: { changesState: true },
        schema: {
          summary: `An entry link to a survey of ${id}; an empty url when there is none`,
          response: { 200: { type: 'object', properties: { url: { type: 'string' } } } },
        },
      },
      async (request) => {
        if (!partner) return { url: '' };
        const result = await enter(deps, partner, guard, request.params.did);
        if (result.kind === 'error') {
          request.log.warn({ partner: id, code: result.code }, 'a partner gives no entry link');
          throw new Problem('unavailable');
        }
        return { url: result.kind === 'link' ? result.url : '' };
      },
    );
  }
}

type Inner = { Params: { partner: string; last?: string } };

function inboundRoutes(app: FastifyInstance, deps: Dependencies, partners: ReadonlyMap<string, SurveyPartner>): void {
  const { config, database, clock } = deps;
  const recordFailure = failureRecorder(database);

  async function take(
    request: FastifyRequest<Inner>,
    channel: Inbound['channel'],
  ): Promise<{ partner: SurveyPartner; received: Received }> {
    const partner = partners.get(request.params.partner);
    if (!partner) throw new Problem('not-found');
    const at = clock.now();
    const inbound: Inbound = {
      channel,
      method: request.method,
      // Not the Host header: anybody writes that, and the data-free gateway rewrites it.
      publicUrl: config.survey.publicOrigin + request.raw.url,
      last: request.params.last ?? '',
      body: typeof request.body === 'string' ? request.body : '',
    };
    const received = partner.receive(inbound);
    if (received.trust === 'failed') {
      const recorded = await recordFailure(partner.id, inbound, at);
      request.log.warn({ partner: partner.id, channel, recorded }, 'a signature is wrong');
    }
    for (const event of received.events) {
      const { effect, eventId } = await recordEvent(database, config.pricing, partner.id, event, channel, at);
      const needsLook = ALARMING.includes(effect) || (event.alert !== undefined && effect !== 'duplicate');
      request.log[needsLook ? 'error' : 'info'](
        {
          partner: partner.id,
          event: eventId,
          outcome: event.outcome,
          effect,
          code: event.rawCode,
          alert: event.alert,
        },
        needsLook ? 'a message of a partner needs a person' : 'a partner sent an event',
      );
    }
    return { partner, received };
  }

  for (const url of ['/partners/:partner/callback', '/partners/:partner/callback/:last'])
    app.route<Inner>({
      method: ['GET', 'POST'],
      url,
      handler: async (request, reply) => {
        const { status, body } = (await take(request, 'callback')).received.reply;
        return reply.status(status).header('cache-control', 'no-store').type('text/plain').send(body);
      },
    });

  app.get<Inner>('/partners/:partner/return/:last', async (request, reply) => {
    const { partner } = await take(request, 'return');
    const page = RESULT_OF[partner.returns.get(request.params.last ?? '') ?? 'technical'];
    const location = `${surveyResultPath(page)}?partner=${partner.id}`;
    return reply.status(303).header('cache-control', 'no-store').header('location', location).send();
  });
}

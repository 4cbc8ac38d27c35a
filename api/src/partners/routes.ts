import { HOUR_MS } from '@panel/domain/durations';
import { entryLink } from '@panel/domain/partners/entry-link';
import { RESULT_OF } from '@panel/domain/partners/outcomes';
import { byPartner, PARTNER_CONTRACTS, PARTNERS, type Partner } from '@panel/domain/partners/partners';
import { partnerCallback, partnerReturn, pattern, screens } from '@panel/domain/paths';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkMatcher } from '../platform/addresses.ts';
import { DatabaseUnavailable } from '../platform/database/database.ts';
import { ItemsFailed, setAside } from '../platform/failed-items.ts';
import { Problem } from '../platform/http/problems.ts';
import type { Metrics } from '../platform/monitoring/metrics.ts';
import { breaker } from '../platform/parties/breaker.ts';
import { reportPartyCall } from '../platform/parties/party-calls.ts';
import { connectPartners } from './adapters.ts';
import { alarmOf, partnerCounts } from './alarms.ts';
import { type IncomingEvent, itemOf, recordEvent } from './callbacks.ts';
import type { PartnerDependencies, PartnersConfig } from './dependencies.ts';
import { failureRecorder } from './failed-callbacks.ts';
import { FAILED, type Inbound, type Received, type SurveyPartner } from './partner.ts';
import { isSessionId, parametersOf } from './reading.ts';
import { type CalledPartner, LINK_SCHEMA, linkAnswer, startSurveySession } from './sessions.ts';
import { recordReturn } from './store.ts';
import { type KeptLists, keptLists, surveyListRoutes } from './survey-list.ts';

const MAX_CALLBACK_BYTES = 256 * 1024;
/** For a push to its secret address: it holds up to 1000 events of about 425 bytes each. */
const MAX_PUSH_BYTES = 1024 * 1024;

/** The path of a partner's entry links, to which the app appends '/' and the did. */
export const entryLinkPath = (partner: Partner): string => entryLink(partner)('').replace(/\/$/, '');

/** Returns what a page needs: a panelist's list of surveys. */
export function partnerRoutes(
  app: FastifyInstance,
  deps: PartnerDependencies,
  metrics: Metrics,
): { readonly surveys: (did: string) => Promise<object> } {
  const { partners: settings } = deps.config;
  const partners = connectPartners(settings, settings.isLive);
  const called = byPartner((id) => ({ partner: partners[id], breaker: breaker(deps.clock) }));
  const lists = keptLists(() => deps.clock.now().getTime());
  entryLinkRoutes(app, deps, called, lists);
  const surveys = surveyListRoutes(app, deps, called, lists);
  app.register(async (scope) => {
    // Partners send bodies of any content type. Only their own adapter reads them, after the signature is verified.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body));
    inboundRoutes(scope, deps, partners, metrics);
  });
  return { surveys };
}

function entryLinkRoutes(
  app: FastifyInstance,
  deps: PartnerDependencies,
  called: Readonly<Record<Partner, CalledPartner>>,
  lists: KeptLists,
): void {
  for (const id of PARTNERS) {
    app.get<{ Params: { did: string } }>(
      pattern(entryLink(id)),
      {
        config: { changesState: true, priority: 'survey-link', limit: { calls: 60, periodMs: HOUR_MS } },
        schema: {
          summary: `An entry link to a survey of ${id}; an empty url if there is none`,
          response: { 200: LINK_SCHEMA },
        },
      },
      async (request) => {
        lists.drop(request.params.did);
        const result = await startSurveySession(
          { ...deps, database: request.database },
          called[id],
          request.params.did,
        );
        return linkAnswer(request, id, result);
      },
    );
  }
}

/** By partner, whether a callback may come from an address. A browser's return may come from anywhere. */
const addressChecks = (settings: PartnersConfig) =>
  byPartner((id) => {
    const { networks } = settings[id];
    return networks.length > 0 ? networkMatcher(networks) : () => true;
  });

/** The length of a body, unknown for a chunked one. */
const lengthOf = ({ headers }: FastifyRequest): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Number.POSITIVE_INFINITY;

type OfPartner = { Params: { partner: string; lastSegment?: string } };

function inboundRoutes(
  app: FastifyInstance,
  deps: PartnerDependencies,
  partners: Readonly<Record<Partner, SurveyPartner>>,
  metrics: Metrics,
): void {
  const { config, database, clock } = deps;
  const recordFailure = failureRecorder(database);
  const counts = partnerCounts(metrics);
  const isOwnAddress = addressChecks(config.partners);
  const partnerOf = (request: FastifyRequest<OfPartner>): SurveyPartner | undefined => {
    const id = PARTNERS.find((name) => name === request.params.partner);
    return id && partners[id];
  };

  function reportUnreadable(request: FastifyRequest<OfPartner>, partner: Partner, fault: string): void {
    counts.alarm(partner, 'unreadable');
    request.log.error(
      { partner, fault, bytes: Number(request.headers['content-length']) },
      'a partner’s push can’t be read',
    );
  }

  async function record(request: FastifyRequest<OfPartner>, incoming: IncomingEvent): Promise<void> {
    const { partner } = incoming;
    const { effect, eventId, event } = await recordEvent(database, config.pricing, incoming);
    const alarm = alarmOf(event, effect);
    if (alarm) counts.alarm(partner, alarm);
    request.log[alarm ? 'error' : 'info'](
      { partner, event: eventId, outcome: event.outcome, effect, code: event.rawCode, alert: event.alert },
      alarm ? 'a partner’s event needs review' : 'a partner sent an event',
    );
  }

  async function receive(
    request: FastifyRequest<OfPartner>,
    channel: Inbound['channel'],
  ): Promise<{ partner: SurveyPartner; received: Received; inbound: Inbound; at: Date }> {
    const partner = partnerOf(request);
    if (!partner) throw new Problem('not-found');
    const at = clock.now();
    const inbound: Inbound = {
      channel,
      method: request.method,
      // Not from the Host header: anyone can set that, and the data-free gateway rewrites it.
      publicUrl: config.partners.publicOrigin + request.raw.url,
      lastSegment: request.params.lastSegment ?? '',
      body: typeof request.body === 'string' ? request.body : '',
    };
    const isForeign = channel === 'callback' && !isOwnAddress[partner.id](request.ip);
    const received = isForeign ? FAILED : partner.receive(inbound);
    if (received.trust === 'verified')
      reportPartyCall({ party: partner.id, result: received.fault === undefined ? 'answered' : 'failed', ms: null });
    if (received.fault !== undefined) reportUnreadable(request, partner.id, received.fault);
    if (received.trust === 'failed') {
      const recorded = await recordFailure(partner.id, inbound, at);
      // The operator who maintains the list of addresses needs to see the refused one.
      request.log.warn(
        { partner: partner.id, channel, recorded, ...(isForeign && { address: request.ip }) },
        isForeign
          ? 'a partner’s callback comes from an address that is not configured for it'
          : 'a partner’s signature is wrong',
      );
    }
    const failures: unknown[] = [];
    for (const event of received.events)
      await record(request, { partner: partner.id, event, channel, at }).catch(async (error: unknown) => {
        if (error instanceof DatabaseUnavailable) throw error;
        failures.push(error);
        await setAside(database, { job: 'callbacks', item: itemOf(partner.id, event), error }, at);
      });
    if (failures.length > 0) {
      const failed = new ItemsFailed(failures, 'Events were set aside.');
      // The partner sends all of them again; those that were recorded are repeats. A panelist who comes back gets a page.
      if (channel === 'callback') throw failed;
      request.log.error({ err: failed }, 'a partner’s event failed');
    }
    return { partner, received, inbound, at };
  }

  const knowsPushSecret = (request: FastifyRequest<OfPartner>) =>
    partnerOf(request)?.isPushSecret?.(request.params.lastSegment ?? '') ?? false;
  for (const pushSecret of ['', '/:lastSegment'])
    app.route<OfPartner>({
      method: ['GET', 'POST'],
      url: partnerCallback(':partner') + pushSecret,
      // The partner sends a refused one again.
      config: { priority: 'money' },
      bodyLimit: pushSecret ? MAX_PUSH_BYTES : MAX_CALLBACK_BYTES,
      onRequest: async (request) => {
        if (pushSecret && lengthOf(request) > MAX_CALLBACK_BYTES && !knowsPushSecret(request))
          throw new Problem('payload-too-large');
      },
      onResponse: async (request, { statusCode }) => {
        const partner = partnerOf(request);
        if (!partner) return;
        counts.callback(partner.id, statusCode);
        if (statusCode === 413 && knowsPushSecret(request)) reportUnreadable(request, partner.id, 'too large');
      },
      handler: async (request, reply) => {
        const { status, body } = (await receive(request, 'callback')).received.reply;
        return reply.status(status).header('cache-control', 'no-store').type('text/plain').send(body);
      },
    });

  app.get<OfPartner>(
    `${partnerReturn(':partner')}/:lastSegment`,
    { config: { priority: 'money' } },
    async (request, reply) => {
      const { partner, received, inbound, at } = await receive(request, 'return');
      const outcome = partner.returns.get(inbound.lastSegment) ?? 'technical';
      const sessionId = parametersOf(inbound.publicUrl)?.get(partner.returnedSession) ?? '';
      // A return without the signature that this partner's returns have isn't from that partner.
      const isTrusted =
        received.trust === 'verified' || (received.trust === 'unsigned' && !PARTNER_CONTRACTS[partner.id].signsReturns);
      if (isTrusted && isSessionId(sessionId))
        await recordReturn(database, { partner: partner.id, sessionId, outcome }, at);
      const page = RESULT_OF[outcome];
      // A partner that isn't data-free returns to us, bypassing the gateway; only at the gateway's origin does the browser remember the
      // panelist.
      const location = `${config.partners.gatewayOrigin}${screens.surveyResult(page)}?partner=${partner.id}`;
      return reply.status(303).header('cache-control', 'no-store').header('location', location).send();
    },
  );
}

/** Refuses calls early while the server has more to do than it can, the least important ones first. */
import { PARTNERS } from '@panel/domain/partners/partners';
import { api, pattern } from '@panel/domain/paths';
import { SURVEYS } from '@panel/domain/profiling/schedule';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from './problems.ts';

/** At this many calls under way everything is refused. With 20 connections to the database, more of them only wait. */
export const MAX_UNDER_WAY = 300;

/** The part of it at which a call is refused: survey links first, then forms, sign-ups and reads; money last. */
const SHARES = new Map<string, number>([
  ...PARTNERS.map((partner) => [pattern(api.entryLink(partner)), 0.5] as const),
  ...SURVEYS.map((survey) => [api.profiling(survey), 0.6] as const),
  [api.register, 0.7],
  [pattern(api.withdraw), 1],
]);
const READS = 0.8;
/** Callbacks of partners are about money, and each one refused comes again. */
const isFromPartner = (route: string) => route.startsWith('/partners/');
const isHealth = (route: string) => route === '/healthz' || route === '/readyz';

const shareOf = (route: string): number => SHARES.get(route) ?? (isFromPartner(route) ? 1 : READS);

export function refuseOverload(app: FastifyInstance, maxUnderWay: number): void {
  const underWay = new Set<FastifyRequest>();
  app.addHook('onRequest', ({ routeOptions }, _, done) => {
    const route = routeOptions.url ?? '';
    if (!isHealth(route) && underWay.size >= maxUnderWay * shareOf(route)) throw new Problem('unavailable');
    done();
  });
  // From when its body has arrived until its answer is made: also a call whose client has gone still costs its work.
  app.addHook('preHandler', (request, _, done) => {
    underWay.add(request);
    done();
  });
  app.addHook('onSend', (request, _, __, done) => {
    underWay.delete(request);
    done();
  });
}

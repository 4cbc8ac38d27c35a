import { randomUUID } from 'node:crypto';
import { api } from '@panel/domain/paths';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Dependencies } from './dependencies.ts';
import { needsPerson } from './operator/attention.ts';
import { panelistRoutes } from './panelists/routes.ts';
import { partnerRoutes } from './partners/routes.ts';
import { guardAgainstForgery } from './platform/forgery.ts';
import { addSecurityHeaders } from './platform/headers.ts';
import { healthRoutes } from './platform/health.ts';
import { acceptJsonOnly } from './platform/json.ts';
import { loggerOptions, logRequests } from './platform/logging.ts';
import { openApiRoutes } from './platform/openapi.ts';
import { answerProblems, problemSender } from './platform/problems.ts';
import { telemetryRoute } from './platform/telemetry.ts';
import { preferenceRoutes } from './preferences/routes.ts';
import { profilingRoutes } from './profiling/routes.ts';
import { quickMoneyCheck } from './rewards/money-check.ts';
import { rewardRoutes } from './rewards/routes.ts';
import type { AppFile } from './web/app-files.ts';
import { isScreen, type PageSender, webRoutes } from './web/routes.ts';

type Options = {
  readonly logTo?: NodeJS.WritableStream;
  /** The built web app; a server without one answers the API alone. */
  readonly web?: ReadonlyMap<string, AppFile> | null;
};

/** The whole server. Nothing is loaded by its place in a folder: what it answers is what stands here. */
export function buildApp(deps: Dependencies, { logTo, web }: Options = {}): FastifyInstance {
  const { config, database } = deps;
  const sendProblem = problemSender(config.product);
  let sendPage: PageSender | undefined;
  const app = Fastify({
    logger: { ...loggerOptions(config.logLevel), ...(logTo && { stream: logTo }) },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    exposeHeadRoutes: false,
    bodyLimit: 64 * 1024,
    requestTimeout: 15_000,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 4096 },
    // An address that can't be read is no call of ours; for the app it is one of the unknown paths.
    frameworkErrors: (error, request, reply) => {
      if (sendPage && request.method === 'GET' && isScreen(request.url.split('?')[0] ?? '')) sendPage(request, reply);
      else sendProblem(error, request, reply);
    },
    http: { headersTimeout: 10_000, maxHeaderSize: 16 * 1024 },
  });

  answerProblems(app, sendProblem);
  logRequests(app);
  addSecurityHeaders(app, config.publicOrigin.startsWith('https:'));
  const forgery = guardAgainstForgery(app, config.origins, config.forgeryKey);
  acceptJsonOnly(app);

  healthRoutes(app, database, {
    money: () => quickMoneyCheck(database),
    attention: () => needsPerson(database),
  });
  if (config.role === 'worker') return app;

  openApiRoutes(app, config.product);
  app.get(api.config, async (request, reply) => {
    forgery.setToken(request, reply);
    reply.header('cache-control', 'no-store');
    return {
      product: config.product,
      environment: config.environment,
      release: config.release,
      errorReporting: { enabled: config.errorReporting },
    };
  });
  panelistRoutes(app, deps);
  profilingRoutes(app, deps);
  preferenceRoutes(app, deps);
  partnerRoutes(app, deps);
  rewardRoutes(app, deps);
  if (config.errorReporting) telemetryRoute(app);
  if (web) sendPage = webRoutes(app, web, forgery);
  return app;
}

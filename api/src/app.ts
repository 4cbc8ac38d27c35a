import { type AppConfig, START_HEADER } from '@panel/domain/page';
import { api } from '@panel/domain/paths';
import Fastify, { type FastifyInstance } from 'fastify';
import type { AppDependencies } from './dependencies.ts';
import { disputeRoutes } from './disputes/routes.ts';
import { taskLinkRoutes } from './invitations/routes.ts';
import { createRegistrationCheck } from './panelists/check.ts';
import { withdrawMessageConsentsStatement } from './panelists/consents.ts';
import { panelistRoutes } from './panelists/routes.ts';
import { yourDataRoutes } from './panelists/your-data-routes.ts';
import { partnerRoutes } from './partners/routes.ts';
import { decorateWithDatabase } from './platform/database/call-database.ts';
import { addResponseHeaders, securityHeaders } from './platform/http/headers.ts';
import { acceptJsonOnly } from './platform/http/json.ts';
import { limitCalls, limitConnections } from './platform/http/limits.ts';
import { apiDescriptionRoutes } from './platform/http/openapi.ts';
import { MAX_CONCURRENT_CALLS, refuseOverload } from './platform/http/overload.ts';
import { problemSender, registerErrorHandlers } from './platform/http/problems.ts';
import { checkRequests } from './platform/http/requests.ts';
import { createLimitedServer, MAX_HEADER_BYTES, SOCKET_LIMITS, type SocketLimits } from './platform/http/sockets.ts';
import { answerUnreadable } from './platform/http/unreadable-requests.ts';
import { decodableUrl } from './platform/http/urls.ts';
import { healthRoutes } from './platform/monitoring/health.ts';
import { standardOutput } from './platform/monitoring/log-stream.ts';
import { logController, loggerOptions, logRequests } from './platform/monitoring/logging.ts';
import { createMetrics, type Metrics } from './platform/monitoring/metrics.ts';
import { phoneTimingsRoute } from './platform/monitoring/phone-timings.ts';
import { telemetryRoute } from './platform/monitoring/telemetry.ts';
import { tracer } from './platform/monitoring/tracer.ts';
import { registerCsrfProtection } from './platform/security/csrf.ts';
import { hasOptedOut, preferenceRoutes } from './preferences/routes.ts';
import { profilingRoutes } from './profiling/routes.ts';
import { panelistHistory } from './rewards/history.ts';
import { rewardRoutes } from './rewards/routes.ts';
import type { PageViews } from './web/page-views.ts';
import { readBuild } from './web/pages.ts';
import { webRoutes } from './web/routes.ts';

type Options = {
  readonly logTo?: { write(line: string): void };
  /** The folder of the built web app. Without it the server answers only the API. */
  readonly webFolder?: string;
  readonly metrics?: Metrics;
  readonly pageViews?: PageViews;
  readonly socketLimits?: SocketLimits;
  readonly maxConcurrentCalls?: number;
};

const MAX_SOCKETS = 5000;

/** The whole server: every plugin and route is registered here by hand. */
export function buildApp(
  deps: AppDependencies,
  {
    logTo,
    webFolder,
    metrics = createMetrics(),
    pageViews,
    socketLimits = SOCKET_LIMITS,
    maxConcurrentCalls = MAX_CONCURRENT_CALLS,
  }: Options = {},
): FastifyInstance {
  const { config, database } = deps;
  const sendProblem = problemSender(config.product);
  const appConfig: AppConfig = {
    product: config.product,
    contact: config.contact,
    environment: config.environment,
    release: config.release,
    errorReporting: { enabled: config.errorReporting },
  };
  const policy = { isHttps: config.publicOrigin.startsWith('https:'), isReporting: config.errorReporting };
  const app = Fastify({
    logger: { ...loggerOptions(config.logLevel), stream: logTo ?? standardOutput },
    logController,
    genReqId: (request) => tracer.requestId(request),
    exposeHeadRoutes: false,
    // A request that arrives on an open connection while the server closes is answered, not refused.
    return503OnClosing: false,
    bodyLimit: 64 * 1024,
    routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    rewriteUrl: ({ url }) => decodableUrl(url),
    frameworkErrors: sendProblem,
    clientErrorHandler: answerUnreadable(securityHeaders(policy)),
    trustProxy: [...config.trustedProxies],
    serverFactory: (handle) => createLimitedServer(socketLimits, handle),
  });
  app.server.maxConnections = MAX_SOCKETS;
  app.server.maxRequestsPerSocket = 1000;
  if (config.rateLimits) limitConnections(app.server, config);

  registerErrorHandlers(app, sendProblem);
  logRequests(app);
  tracer.observe(app);
  metrics.observe(app);
  addResponseHeaders(app, policy, webFolder && readBuild(webFolder));
  refuseOverload(app, maxConcurrentCalls);
  checkRequests(app);
  decorateWithDatabase(app, database);
  // Before the origin check, so that calls which it refuses are limited too.
  const limits = config.rateLimits ? limitCalls(app, deps, config) : undefined;
  const csrf = registerCsrfProtection(app, config, metrics);
  acceptJsonOnly(app);

  healthRoutes(app, database);
  if (config.role === 'worker' || config.role === 'console') return app;

  apiDescriptionRoutes(app, config.product);
  app.get(api.config, async (request, reply) => {
    csrf.setToken(request, reply);
    if (request.headers[START_HEADER] !== undefined) pageViews?.start(request);
    reply.header('cache-control', 'no-store');
    return appConfig;
  });
  const checkRegistration = createRegistrationCheck(deps);
  panelistRoutes(app, deps, checkRegistration);
  const yourData = yourDataRoutes(app, deps);
  profilingRoutes(app, deps);
  preferenceRoutes(app, deps, withdrawMessageConsentsStatement);
  const { surveys } = partnerRoutes(app, deps, metrics);
  rewardRoutes(app, deps);
  taskLinkRoutes(app, deps);
  disputeRoutes(app, deps);
  if (config.errorReporting) telemetryRoute(app, config.sharedNetworks);
  phoneTimingsRoute(app, config.sharedNetworks, metrics);
  if (webFolder) {
    const calls = {
      registrationCheck: checkRegistration,
      history: (did: string) => panelistHistory(deps, did),
      preference: (did: string) => hasOptedOut(deps, did),
      yourData,
      surveys,
    };
    webRoutes(app, { folder: webFolder, config: appConfig, csrf, limits, policy, calls, pageViews });
  }
  return app;
}

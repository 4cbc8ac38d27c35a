import { existsSync, readdirSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify';
import { addResponseHeaders, securityHeaders } from '../platform/http/headers.ts';
import { acceptJsonOnly } from '../platform/http/json.ts';
import { limitConnections } from '../platform/http/limits.ts';
import { Problem, registerErrorHandlers } from '../platform/http/problems.ts';
import { checkRequests } from '../platform/http/requests.ts';
import { createLimitedServer, SOCKET_LIMITS } from '../platform/http/sockets.ts';
import { answerUnreadable } from '../platform/http/unreadable-requests.ts';
import { decodableUrl, isApiRequest, isMonitoringPath } from '../platform/http/urls.ts';
import { standardOutput } from '../platform/monitoring/log-stream.ts';
import { logController, loggerOptions, logRequests } from '../platform/monitoring/logging.ts';
import type { Metrics } from '../platform/monitoring/metrics.ts';
import { tracer } from '../platform/monitoring/tracer.ts';
import { guardAccess } from './access.ts';
import type { ServerDependencies } from './dependencies.ts';
import { pageRoutes } from './page-routes.ts';
import { consoleProblemSender } from './problems.ts';
import { consoleRoutes } from './routes.ts';
import { signInRoutes } from './sign-in.ts';

export type ConsoleOptions = {
  /** The built console. Without it, the server only answers the API. */
  readonly folder?: string;
  readonly logTo?: { write(line: string): void };
  readonly metrics?: Metrics;
  /** The timeout for the identity provider. */
  readonly providerTimeoutSeconds?: number;
  readonly onRoute?: (route: RouteOptions) => void;
};

/** A partner's statement is a large file, and an office's connection may be slow. */
const CONSOLE_SOCKET_LIMITS = { ...SOCKET_LIMITS, requestMs: 60_000 };

/** The operators' server. It has a separate origin, so that operators' cookies never reach the panelists' one. */
export function buildConsoleServer(
  deps: ServerDependencies,
  { folder, logTo, metrics, onRoute, providerTimeoutSeconds = 10 }: ConsoleOptions = {},
): FastifyInstance {
  const { config } = deps;
  const sendProblem = consoleProblemSender(config.product);
  const policy = { isHttps: config.console.origin.startsWith('https:'), isReporting: false };
  const app = Fastify({
    logger: { ...loggerOptions(config.logLevel), stream: logTo ?? standardOutput },
    logController,
    genReqId: (request) => tracer.requestId(request),
    exposeHeadRoutes: false,
    bodyLimit: 64 * 1024,
    serverFactory: (handle) => createLimitedServer(CONSOLE_SOCKET_LIMITS, handle),
    rewriteUrl: ({ url }) => decodableUrl(url),
    frameworkErrors: sendProblem,
    clientErrorHandler: answerUnreadable(securityHeaders(policy)),
    trustProxy: [...config.trustedProxies],
  });
  if (config.rateLimits) limitConnections(app.server, config);
  registerErrorHandlers(app, sendProblem);
  logRequests(app);
  tracer.observe(app);
  metrics?.observe(app);
  addResponseHeaders(app, policy);
  // The browser uses the date to tell how long a session lasts, and the sandbox can move the clock.
  app.addHook('onSend', async (_, reply) => void reply.header('date', deps.clock.now().toUTCString()));
  checkRequests(app);
  app.addHook('onRequest', ({ url }, _, done) => {
    // PostgreSQL text can't contain a zero byte, so nothing would be found.
    if (url.includes('%00')) throw new Problem('not-found');
    done();
  });
  guardAccess(app, deps);
  if (onRoute) app.addHook('onRoute', onRoute);
  acceptJsonOnly(app);
  app.get('/healthz', { config: { access: 'public' } }, async () => ({ status: 'ok' }));
  signInRoutes(app, deps, providerTimeoutSeconds);
  consoleRoutes(app, deps);
  pageRoutes(app, deps);
  if (folder && existsSync(folder)) serveApp(app, folder);
  return app;
}

/** Serves the built files by name, and index.html for every other address. They contain no data. */
function serveApp(app: FastifyInstance, folder: string): void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = new Set(names.filter((name) => !name.endsWith('.map')));
  app.register(fastifyStatic, { root: folder, serve: false });
  app.get('/*', { config: { access: 'public' } }, (request, reply) => {
    const file = (request.params as { '*': string })['*'];
    if (isApiRequest(request) || isMonitoringPath(`/${file}`)) return reply.callNotFound();
    if (/\.\w+$/.test(file) && !files.has(file)) return reply.callNotFound();
    return file.startsWith('assets/') && files.has(file)
      ? reply.sendFile(file, { immutable: true, maxAge: '365d' })
      : reply.sendFile(files.has(file) && file !== '' ? file : 'index.html', { maxAge: 0 });
  });
}

import { type FastifyInstance, type FastifyLoggerOptions, LogController } from 'fastify';
import { isHealthRoute } from '../http/urls.ts';

type LoggedError = Error & {
  code?: string;
  constraint?: string;
  cause?: unknown;
  errors?: readonly LoggedError[];
};

/**
 * The log has each request's route, status and duration, and nothing that identifies a panelist. An error's message may quote a person's
 * input, so only its type, code and stack are logged.
 */
export const loggerOptions = (level: string): FastifyLoggerOptions & { base: null } => ({
  level,
  base: null,
  serializers: {
    err: (error: LoggedError) => ({
      type: error.name,
      message: '',
      code: error.code,
      constraint: error.constraint,
      cause: (error.cause as { code?: string } | undefined)?.code,
      errors: error.errors?.map(({ name, code }) => code ?? name),
      stack: (error.stack ?? '')
        .split('\n')
        .filter((line) => line.startsWith('    at '))
        .join('\n'),
    }),
  },
});

/** Our own lines replace Fastify's, and use the same name for the request's id as responses do. */
export const logController = new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' });

/** One line per request, except successful health checks, which would be most of the log. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const call = { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode };
    if (!isHealthRoute(call.route) || call.status >= 300)
      request.log.info({ ...call, ms: Math.round(reply.elapsedTime) }, 'request');
    done();
  });
}

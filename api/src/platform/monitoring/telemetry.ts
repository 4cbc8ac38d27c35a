import { MINUTE_MS } from '@panel/domain/durations';
import { maskIds } from '@panel/domain/masking';
import { api } from '@panel/domain/paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createCallerKeys, refuse } from '../http/limits.ts';
import { rateLimit } from '../http/rate-limit.ts';

const MAX_LENGTH = { name: 100, message: 500, stack: 2000, path: 200 } as const;
/** Of the page's configuration. */
const LABELS = ['environment', 'release'] as const;

/** For the whole process: anyone can send reports, and a flood must not fill the log. */
const MAX_PER_MINUTE = 60;
/** Per caller, so that one caller can't use up the total. */
const MAX_OF_CALLER_PER_MINUTE = 10;

/** The message of the log line. */
export const BROWSER_ERROR = 'error in a browser';

/** Per request; a browser may send several reports together. */
const MAX_VIOLATIONS = 5;
const MAX_BODY_BYTES = 32 * 1024;

/** Refuses reports of any kind that come too often. */
export function limitReports(
  sharedNetworks: readonly string[],
  perMinute = MAX_PER_MINUTE,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const reports = rateLimit(perMinute, MINUTE_MS);
  const ofCallers = rateLimit(MAX_OF_CALLER_PER_MINUTE, MINUTE_MS);
  const callerKey = createCallerKeys(sharedNetworks);
  return (request, reply) => {
    const caller = callerKey(request);
    refuse(reply, caller === null ? null : ofCallers.take(caller));
    refuse(reply, reports.take(''));
  };
}

/**
 * Logs errors of the web app and violations of the content security policy. The app removes ids before it reports; they are masked again
 * here, because anyone can send a report. A beacon can't carry the CSRF token, and changes nothing.
 */
export function telemetryRoute(app: FastifyInstance, sharedNetworks: readonly string[]): void {
  const limit = limitReports(sharedNetworks);
  // In its own scope, so that no other route accepts the content types of browser reports.
  app.register(async (scope) => {
    scope.addContentTypeParser(VIOLATION_TYPES, { parseAs: 'string' }, scope.getDefaultJsonParser('error', 'error'));
    scope.post(api.telemetry, { config: { csrfExempt: true }, bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
      limit(request, reply);
      const type = request.headers['content-type']?.split(';', 1)[0] ?? '';
      if (VIOLATION_TYPES.includes(type))
        for (const violation of violationsIn(request.body)) request.log.warn({ violation }, 'blocked in a browser');
      else request.log.warn({ browser: errorIn(request.body) }, BROWSER_ERROR);
      return reply.status(204).send();
    });
  });
}

type Fields = Readonly<Record<string, unknown>>;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const labelOf = (value: unknown): string => /^[\w.+-]{1,50}$/.exec(textOf(value))?.[0] ?? '';

function errorIn(body: unknown): Fields {
  const report = Object(body) as Fields;
  const texts = Object.entries(MAX_LENGTH).map(([field, length]) => [
    field,
    maskIds(textOf(report[field])).slice(0, length),
  ]);
  return Object.fromEntries([...texts, ...LABELS.map((field) => [field, labelOf(report[field])])]);
}

/** The content types of the reporting API, and of older browsers. */
const VIOLATION_TYPES = ['application/reports+json', 'application/csp-report'];

/** Both kinds of report, without the page's address, which contains a did. */
function violationsIn(body: unknown): Fields[] {
  const legacy = (Object(body) as Fields)['csp-report'];
  const found = Array.isArray(body) ? body.map((report) => (Object(report) as Fields).body) : [legacy];
  return found.slice(0, MAX_VIOLATIONS).map((one) => {
    const report = Object(one) as Fields;
    const text = (name: string, legacyName: string) => textOf(report[name] ?? report[legacyName]);
    const line = report.lineNumber ?? report['line-number'];
    return {
      directive: /^[a-z-]{1,50}$/.exec(text('effectiveDirective', 'violated-directive'))?.[0] ?? '',
      blocked: blockedKind(text('blockedURL', 'blocked-uri')),
      // For a violation of Trusted Types it begins with the sink's name; the rest may be a panelist's own words.
      sink: /^[\w ]{1,50}(?=\|)/.exec(text('sample', 'script-sample'))?.[0] ?? '',
      // For an inline script it is the page itself.
      file: /\/(assets\/[\w-]{1,20}\.js|service-worker\.js)$/.exec(text('sourceFile', 'source-file'))?.[1] ?? '',
      line: typeof line === 'number' ? line : null,
    };
  });
}

/** A word such as 'inline' or 'eval', or only the origin of the blocked resource. */
const blockedKind = (blocked: string): string => {
  if (/^[a-z-]{1,30}$/.test(blocked)) return blocked;
  return URL.canParse(blocked) ? new URL(blocked).origin.slice(0, 100) : '';
};

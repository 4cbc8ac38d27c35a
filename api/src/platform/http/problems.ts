import { STATUS_CODES } from 'node:http';
import {
  type FieldError,
  faultsDetail,
  fieldErrors,
  PROBLEMS,
  type ProblemCode,
  problemDetail,
} from '@panel/domain/problems';
import type { PayloadFault } from '@panel/domain/questionnaire/decode';
import type { Questionnaire } from '@panel/domain/questionnaire/definition';
import { COMMON, LANGUAGE } from '@panel/domain/wording';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseUnavailable } from '../database/database.ts';
import { KeyUnavailable } from '../security/cipher.ts';

type ProblemFields = {
  readonly code: ProblemCode;
  readonly detail?: string | undefined;
  readonly errors?: readonly FieldError[] | undefined;
};

/** A refused call. Its wording is in the domain; it never contains a stack, SQL or a did. */
export class Problem extends Error implements ProblemFields {
  override name = 'Problem';
  readonly code: ProblemCode;
  readonly detail: string | undefined;
  readonly errors: readonly FieldError[] | undefined;

  constructor(code: ProblemCode, detail?: string, errors?: readonly FieldError[]) {
    super(code);
    this.code = code;
    this.detail = detail;
    this.errors = errors;
  }
}

/** The answers in a payload, or a problem that lists everything wrong with it. */
export function requireValid<Read extends object>(
  read: Read | { readonly faults: readonly PayloadFault[] } | 'not-the-payload',
  definition?: Questionnaire,
): Read {
  if (read === 'not-the-payload') throw new Problem('not-the-payload');
  if ('faults' in read)
    throw new Problem('invalid-payload', faultsDetail(read.faults, definition), fieldErrors(read.faults));
  return read as Read;
}

/** Refusals by Fastify and its plugins, by status. Any other error is a bug of ours: 500. */
const PROBLEM_OF_STATUS: Readonly<Record<number, ProblemCode>> = {
  400: 'invalid-json',
  403: 'forbidden',
  404: 'not-found',
  412: 'precondition-failed',
  413: 'payload-too-large',
  // The path is longer than any route's.
  414: 'not-found',
  415: 'unsupported-media-type',
  416: 'range-not-satisfiable',
};

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof DatabaseUnavailable || error instanceof KeyUnavailable) return new Problem('unavailable');
  const { code, statusCode }: Partial<FastifyError> = error instanceof Error ? error : {};
  if (code === 'FST_ERR_BAD_URL') return new Problem('not-found');
  return new Problem(PROBLEM_OF_STATUS[statusCode ?? 500] ?? 'internal');
}

/** The HTTP status for an error. */
export const httpStatusOf = (error: unknown): number => PROBLEMS[problemOf(error).code];

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';
/** Seconds after which a client may retry a 503. */
const RETRY_AFTER = '2';

type ShownProblem = {
  readonly detail: string;
  readonly code: string;
  readonly errors?: readonly FieldError[] | undefined;
};

/** The response to a problem, on every server. A server may add more fields. */
export const problemBody = (
  status: number,
  { detail, code, errors }: ShownProblem,
  requestId: string,
  more: Readonly<Record<string, string>> = {},
): string =>
  JSON.stringify({
    type: 'about:blank',
    title: STATUS_CODES[status],
    status,
    detail,
    code,
    ...(errors && { errors }),
    ...more,
    requestId,
  });

const failurePage = () => `<!doctype html><html lang="${LANGUAGE}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${COMMON.brokenTitle}</title></head><body><h1>${COMMON.brokenTitle}</h1><p><a href="">${COMMON.tryAgain}</a></p></body></html>`;

/** The body of the response to a failed call. A browser that opens a page gets an error page instead of bare JSON. */
export function problemContent(
  brand: string,
  problem: ProblemFields,
  requestId: string,
  accept = '',
): { readonly type: string; readonly body: string } {
  const status = PROBLEMS[problem.code];
  if ((status >= 500 || problem.code === 'too-many-requests') && accept.includes('text/html'))
    return { type: 'text/html; charset=utf-8', body: failurePage() };
  const detail = problem.detail ?? problemDetail(brand, problem.code);
  return { type: PROBLEM_TYPE, body: problemBody(status, { ...problem, detail }, requestId) };
}

export type ProblemSender = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;

export const problemSender =
  (brand: string): ProblemSender =>
  (error, request, reply) => {
    const problem = problemOf(error);
    const status = PROBLEMS[problem.code];
    // Our own refusals aren't logged as errors: under overload there are many.
    if (status >= 500 && !(error instanceof Problem)) request.log.error({ err: error }, 'request failed');
    if (status === 503) reply.header('retry-after', RETRY_AFTER);
    const { type, body } = problemContent(brand, problem, request.id, request.headers.accept);
    reply.status(status).type(type).send(body);
  };

export function registerErrorHandlers(app: FastifyInstance, send: ProblemSender): void {
  app.setErrorHandler(send);
  app.setNotFoundHandler((request, reply) => send(new Problem('not-found'), request, reply));
}

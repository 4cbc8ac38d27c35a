import { STATUS_CODES } from 'node:http';
import {
  type FieldError,
  faultsDetail,
  fieldErrors,
  PROBLEMS,
  type ProblemCode,
  problemDetail,
} from '@panel/domain/problems';
import type { Questionnaire } from '@panel/domain/questionnaire/definition';
import type { PayloadFault } from '@panel/domain/questionnaire/payload';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { KeyUnavailable } from './cipher.ts';
import { DatabaseUnavailable } from './database.ts';

type ProblemFields = {
  readonly code: ProblemCode;
  readonly detail?: string | undefined;
  readonly errors?: readonly FieldError[] | undefined;
};

/** What a call is refused with. Its words are in the domain; it never carries a stack, SQL or a did. */
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

/** The answers of a payload, or the problem that says everything wrong with it. */
export function requireValid<Read extends object>(
  read: Read | { readonly faults: readonly PayloadFault[] } | 'not-the-payload',
  definition?: Questionnaire,
): Read {
  if (read === 'not-the-payload') throw new Problem('not-the-payload');
  if ('faults' in read)
    throw new Problem('invalid-payload', faultsDetail(read.faults, definition), fieldErrors(read.faults));
  return read as Read;
}

/** Fastify's own refusals, by its codes. Anything else it or we didn't foresee is ours: 500. */
const PROBLEM_OF_FASTIFY_ERROR: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload-too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-media-type',
  FST_ERR_CTP_EMPTY_TYPE: 'unsupported-media-type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid-json',
  // The client closed the connection in the middle of its body: nobody reads the answer.
  ECONNRESET: 'invalid-json',
  FST_ERR_BAD_URL: 'not-found',
  FST_ERR_MAX_PARAM_LENGTH: 'not-found',
};

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof DatabaseUnavailable || error instanceof KeyUnavailable) return new Problem('unavailable');
  const code = (error as FastifyError).code ?? '';
  return new Problem(PROBLEM_OF_FASTIFY_ERROR[code] ?? 'internal');
}

/** The HTTP status that an error is answered with. */
export const statusOf = (error: unknown): number => PROBLEMS[problemOf(error).code];

export const PROBLEM_TYPE = 'application/problem+json';
/** Seconds after which a client may retry a 503. */
export const RETRY_AFTER = '2';

/** What a problem is answered with. */
export function problemBody(brand: string, { code, detail, errors }: ProblemFields, requestId: string): string {
  const status = PROBLEMS[code];
  return JSON.stringify({
    type: 'about:blank',
    title: STATUS_CODES[status],
    status,
    detail: detail ?? problemDetail(brand, code),
    code,
    ...(errors && { errors }),
    requestId,
  });
}

export type ProblemSender = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;

export const problemSender =
  (brand: string): ProblemSender =>
  (error, request, reply) => {
    const problem = problemOf(error);
    const status = PROBLEMS[problem.code];
    // A refusal of our own is no error: under overload there are many of them.
    if (status >= 500 && !(error instanceof Problem)) request.log.error({ err: error }, 'request failed');
    if (status === 503) reply.header('retry-after', RETRY_AFTER);
    reply
      .status(status)
      .type(PROBLEM_TYPE)
      .send(problemBody(brand, problem, request.id));
  };

export function registerErrorHandlers(app: FastifyInstance, send: ProblemSender): void {
  app.setErrorHandler(send);
  app.setNotFoundHandler((request, reply) => send(new Problem('not-found'), request, reply));
}

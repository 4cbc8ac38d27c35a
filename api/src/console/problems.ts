/** The console's own problems, in addition to those of every server. */
import { proposalHref } from '@panel/domain/console/proposal-page';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PROBLEM_TYPE, type ProblemSender, problemBody, problemSender } from '../platform/http/problems.ts';
import { OperatorError } from './operation.ts';
import { FactsChanged } from './proposals.ts';
import { DuplicateProposal } from './propose.ts';
import { InvalidInputs } from './run-operation.ts';
import { SignInTooOld } from './sessions.ts';

const CODES = {
  'invalid-inputs': 400,
  'signed-out': 401,
  'not-your-role': 403,
  'fresh-sign-in-needed': 401,
  'not-from-here': 403,
  'duplicate-proposal': 409,
  'facts-changed': 409,
  refused: 409,
} as const;
type Code = keyof typeof CODES;

export class ConsoleProblem extends Error {
  override name = 'ConsoleProblem';
  readonly code: Code;
  constructor(code: Code, detail: string) {
    super(detail);
    this.code = code;
  }
}

function codeOf(error: unknown): Code | null {
  if (error instanceof ConsoleProblem) return error.code;
  if (error instanceof InvalidInputs) return 'invalid-inputs';
  if (error instanceof SignInTooOld) return 'fresh-sign-in-needed';
  if (error instanceof FactsChanged) return 'facts-changed';
  if (error instanceof DuplicateProposal) return 'duplicate-proposal';
  return error instanceof OperatorError ? 'refused' : null;
}

export function consoleProblemSender(product: string): ProblemSender {
  const sendOther = problemSender(product);
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const code = codeOf(error);
    if (!code) return sendOther(error, request, reply);
    const status = CODES[code];
    const { message: detail } = error as Error;
    const errors = error instanceof InvalidInputs ? error.errors : undefined;
    const more =
      error instanceof DuplicateProposal ? { proposal: error.proposal, link: proposalHref(error.proposal) } : {};
    reply
      .status(status)
      .type(PROBLEM_TYPE)
      .send(problemBody(status, { detail, code, errors }, request.id, more));
  };
}

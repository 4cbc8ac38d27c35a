/** The console's own problems, in addition to those of every server. */
import { proposalHref } from '@panel/domain/console/proposal-page';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PROBLEM_TYPE, type ProblemSender, problemBody, problemSender } from '../platform/http/problems.ts';
import { OperatorError, REFUSALS } from './operation.ts';

export function consoleProblemSender(product: string): ProblemSender {
  const sendOther = problemSender(product);
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    if (!(error instanceof OperatorError)) return sendOther(error, request, reply);
    const { code, message: detail } = error;
    const { errors, proposal } = error.details;
    const more = proposal ? { proposal, link: proposalHref(proposal) } : {};
    const body = problemBody(REFUSALS[code], { detail, code, errors }, request.id, more);
    reply.status(REFUSALS[code]).type(PROBLEM_TYPE).send(body);
  };
}

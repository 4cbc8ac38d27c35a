/** The console's API: the session, the operations and the proposals. Each route declares its roles. */

import { REASON } from '@panel/domain/console/inputs';
import { MAX_FILE_LENGTH, type Operation } from '@panel/domain/console/operation';
import {
  CONSOLE_PAGES,
  type ConsoleSession,
  PAGE_DEFINITIONS,
  ROLES,
  SESSION_IDLE_MS,
} from '@panel/domain/console/pages';
import { addMs } from '@panel/domain/durations';
import { CONSOLE_API } from '@panel/domain/paths';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { operatorOf } from './access.ts';
import { findCard } from './cards.ts';
import type { ServerDependencies } from './dependencies.ts';
import { type AfterCommitResult, type Done, type Operator, OperatorError } from './operation.ts';
import { approve, refuseProposal } from './proposals.ts';
import { propose, reopenClosedProposal } from './propose.ts';
import { ALL_OPERATIONS, APPROVERS, PROPOSERS, performAlone, requireInputs } from './run-operation.ts';
import { requireFreshSignIn } from './sessions.ts';

/** JSON escapes a line break or a quote as two characters. */
const MAX_FILE_BYTES = 2 * MAX_FILE_LENGTH;

type Body = Readonly<Record<string, unknown>>;
const bodyOf = (body: unknown): Body =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Body) : {};

/** The remark on a decision; null if there is none. */
function remarkOf(body: unknown): string | null {
  const { reason } = bodyOf(body);
  return requireInputs({ inputs: [{ ...REASON, isOptional: true }] }, { reason }).reason ?? null;
}

function requireRemark(body: unknown): string {
  const remark = remarkOf(body);
  if (remark === null) throw new OperatorError('Give a reason for the audit log.');
  return remark;
}

export function consoleRoutes(app: FastifyInstance, deps: ServerDependencies): void {
  const { config, clock } = deps;

  app.get(`${CONSOLE_API}/session`, { config: { access: ROLES } }, async (request): Promise<ConsoleSession> => {
    const session = operatorOf(request);
    const pages = CONSOLE_PAGES.filter((page) => PAGE_DEFINITIONS[page].roles.includes(session.role));
    const waiting = await deps.pages.countWaiting(session);
    return {
      product: config.product,
      account: session.account,
      role: session.role,
      pages: pages.map((page) => ({ page, waiting: waiting[page] ?? 0 })),
      idleEndsAt: addMs(session.lastUsedAt, SESSION_IDLE_MS).toISOString(),
      endsAt: session.endsAt.toISOString(),
      signedInAt: session.authenticatedAt.toISOString(),
    };
  });

  for (const operation of ALL_OPERATIONS)
    app.post(
      `${CONSOLE_API}/operations/${operation.name}`,
      {
        config: { access: operation.roles },
        ...(operation.inputs.some(({ kind }) => kind === 'file') && { bodyLimit: MAX_FILE_BYTES }),
      },
      async (request, reply) => {
        const operator = operatorOf(request);
        const given = requireInputs(operation, bodyOf(request.body));
        const values = await withPanelist(deps, operator, operation, given);
        if (operation.approvers) {
          const proposal = await propose(deps, operator, operation, values);
          return reply.status(202).send({ proposal });
        }
        return answerOf(request, await performAlone(deps, { operator, operation, values }));
      },
    );

  app.post(`${CONSOLE_API}/proposals/:id/approve`, { config: { access: APPROVERS } }, async (request) => {
    const operator = operatorOf(request);
    requireFreshSignIn(operator.authenticatedAt, clock.now());
    const { id } = request.params as { id: string };
    return answerOf(request, await approve(deps, operator, id, remarkOf(request.body)));
  });

  app.post(`${CONSOLE_API}/proposals/:id/refuse`, { config: { access: PROPOSERS } }, async (request) => {
    await refuseProposal(deps, operatorOf(request), (request.params as { id: string }).id, requireRemark(request.body));
    return { done: true };
  });

  app.post(`${CONSOLE_API}/proposals/:id/reopen`, { config: { access: PROPOSERS } }, async (request, reply) => {
    const { id } = request.params as { id: string };
    const proposal = await reopenClosedProposal(deps, operatorOf(request), id, requireRemark(request.body));
    return reply.status(202).send({ proposal });
  });
}

/** The console names a panelist by a card that this operator opened. */
async function withPanelist(
  { database, clock }: ServerDependencies,
  operator: Operator,
  { inputs }: Operation,
  given: Readonly<Record<string, string>>,
) {
  const input = inputs.find(({ kind }) => kind === 'panelist');
  if (!input) return given;
  const card = await findCard(database, operator, given[input.name] ?? '', clock.now());
  return { ...given, [input.name]: card.panelistId };
}

/** What follows the commit can't undo it, so a failure there isn't answered as a failure of the operation. */
async function answerOf({ log }: FastifyRequest, { message: done, data, file, afterCommit }: Done): Promise<object> {
  const following = afterCommit?.(() => {}).catch((error: unknown): AfterCommitResult => {
    if (error instanceof OperatorError) throw error;
    log.error({ err: error }, 'what follows an operation failed');
    return { lines: [], message: 'Not everything that follows is done: check before trying again.' };
  });
  const { lines, page, message: result } = (await following) ?? {};
  const message = [done, result].filter(Boolean).join(' ');
  return { done: true, message, ...(lines && { lines }), ...(page && { page }), ...(file && { file }), ...data };
}

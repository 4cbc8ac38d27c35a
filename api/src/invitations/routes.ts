import { isApproved } from '@panel/domain/panelists/status';
import { screens, taskFinished, taskLink } from '@panel/domain/paths';
import type { FastifyInstance } from 'fastify';
import { findAndLockPanelist } from '../identity/panelists.ts';
import { Problem } from '../platform/http/problems.ts';
import { isPrefetch } from '../platform/http/requests.ts';
import { entriesOf } from '../platform/security/secrets.ts';
import { takePartStatements } from '../profiling/schedule.ts';
import { isValidFinishedSignature, studyAddress } from './links.ts';
import { findOpening, recordFinished, setOpenedStatement, type TaskDependencies } from './tasks.ts';

type LinkDependencies = TaskDependencies & {
  readonly config: { readonly studies: { readonly origins: readonly string[]; readonly secret: string } };
};

export function taskLinkRoutes(app: FastifyInstance, { config, database, clock }: LinkDependencies): void {
  const { origins, secret } = config.studies;
  const secrets = entriesOf(secret);

  /** A panelist's own link: records the visit and redirects to the study. Any other link ends on a page without details. */
  app.get<{ Params: { task: string; token: string } }>(taskLink(':task', ':token'), async (request, reply) => {
    if (isPrefetch(request)) throw new Problem('forbidden');
    const { task, token } = request.params;
    const at = clock.now();
    // Reads first, so that made-up links take none of the connections that writes need.
    // PostgreSQL's text has no NUL, so no task's name contains one.
    const opening = task.includes('\0') ? undefined : await findOpening(database, task, token);
    const isOpen = opening !== undefined && origins.includes(new URL(opening.studyUrl).origin);
    const study =
      isOpen &&
      (await database.transaction(async (tx) => {
        const panelist = await findAndLockPanelist(tx, opening.panelistId);
        if (!panelist || !isApproved(panelist.status)) return false;
        await tx.commitWith(...takePartStatements(panelist, at), setOpenedStatement(task, opening.pseudonym, at));
        return studyAddress(opening.studyUrl, task, opening.pseudonym);
      }));
    // The study must not learn the link, because anyone could take part with it as this panelist.
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    return reply.redirect(study || screens.result('no-information-found'), 302);
  });

  type Report = { Params: { task: string }; Querystring: { pid?: unknown; signature?: unknown } };
  app.post<Report>(taskFinished(':task'), async (request, reply) => {
    const { task } = request.params;
    const { pid, signature } = request.query;
    if (
      typeof pid !== 'string' ||
      typeof signature !== 'string' ||
      !isValidFinishedSignature(secrets, task, pid, signature)
    ) {
      request.log.warn('a study’s signature is wrong');
      throw new Problem('forbidden');
    }
    await database.transaction((tx) => recordFinished(tx, task, pid, clock.now()));
    return reply.status(204).send();
  });
}

/** The data of the console's pages as JSON, or one table as CSV. */
import { PAGE_ROLES } from '@panel/domain/console/operations';
import { PAGES } from '@panel/domain/console/pages';
import { CONSOLE_API } from '@panel/domain/paths';
import type { FastifyInstance } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import { recordAudit } from '../operator/audit.ts';
import { OperatorError } from '../operator/operation.ts';
import { csvOf } from '../operator/pages/csv.ts';
import { readPage } from '../operator/pages/read.ts';
import { readTask } from '../operator/pages/sample.ts';
import { Problem } from '../platform/problems.ts';
import { operatorOf } from './access.ts';

export function pageRoutes(app: FastifyInstance, deps: AppDependencies): void {
  const { database, clock } = deps;
  // While a task is being sent, its page polls this route, which doesn't count a sample.
  app.get(`${CONSOLE_API}/tasks/:task`, { config: { access: PAGE_ROLES.sample } }, async (request) => {
    const { task } = request.params as { task: string };
    const found = await readTask(database, task, clock.now());
    if (!found) throw new OperatorError(`Unknown task: ${task}.`);
    return found;
  });
  for (const page of PAGES)
    app.get(`${CONSOLE_API}/pages/${page}`, { config: { access: PAGE_ROLES[page] } }, async (request, reply) => {
      const query = new URL(request.url, 'http://console').searchParams;
      const [operator, at] = [operatorOf(request), clock.now()];
      const isFile = query.get('format') === 'csv';
      const data = await readPage(page, { deps, operator, query, at, isFile });
      if (!isFile) return data;
      const table = query.get('table') ?? '';
      const csv = csvOf(page, table, data);
      if (csv === null) throw new Problem('not-found');
      for (const name of ['format', 'table', 'search', 'cursor']) query.delete(name);
      // A file leaves the console, so the audit log says who took it and with which filters.
      await database.transaction((tx) =>
        recordAudit(tx, { at, operator, command: `csv ${page} ${table}`, reason: query.toString() }),
      );
      const name = [page, table, ...query.values(), at.toISOString().slice(0, 10)].join('-').replace(/[^\w-]+/g, '_');
      reply.header('content-disposition', `attachment; filename="${name.slice(0, 100)}.csv"`);
      return reply.type('text/csv; charset=utf-8').send(csv);
    });
}

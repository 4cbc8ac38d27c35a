/** The data of the console's pages as JSON, or one table as CSV. */
import { southAfricanDate } from '@panel/domain/calendar';
import { CONSOLE_PAGES, PAGE_DEFINITIONS } from '@panel/domain/console/pages';
import { CONSOLE_API } from '@panel/domain/paths';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../platform/http/problems.ts';
import { operatorOf } from './access.ts';
import { recordAudit } from './audit.ts';
import type { ServerDependencies } from './dependencies.ts';
import { csvText } from './page-csv.ts';

export function pageRoutes(app: FastifyInstance, { database, clock, pages }: ServerDependencies): void {
  for (const page of CONSOLE_PAGES)
    app.get(
      `${CONSOLE_API}/pages/${page}`,
      { config: { access: PAGE_DEFINITIONS[page].roles } },
      async (request, reply) => {
        const query = new URL(request.url, 'http://console').searchParams;
        const [operator, at] = [operatorOf(request), clock.now()];
        const call = { operator, query, at };
        if (query.get('format') !== 'csv') return pages.read(page, call);
        const table = query.get('table') ?? '';
        const rows = await pages.readTable(page, table, call);
        if (rows === null) throw new Problem('not-found');
        for (const name of ['format', 'table', 'search', 'cursor']) query.delete(name);
        // A file leaves the console, so the audit log says who took it and with which filters.
        await database.transaction((tx) =>
          recordAudit(tx, {
            at,
            operator,
            action: 'save-csv',
            step: 'viewed',
            values: { page, table },
            reason: query.toString(),
          }),
        );
        const name = [page, table, ...query.values(), southAfricanDate(at)].join('-').replace(/[^\w-]+/g, '_');
        reply.header('content-disposition', `attachment; filename="${name.slice(0, 100)}.csv"`);
        return reply.type('text/csv; charset=utf-8').send(csvText(rows));
      },
    );
}

/** The data of the console's pages, as JSON or one of their tables as CSV. */
import { PAGE_ROLES } from '@panel/domain/console/operations';
import { PAGES } from '@panel/domain/console/pages';
import type { FastifyInstance } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import { readPage } from '../operator/pages/read.ts';
import { operatorOf } from './access.ts';

export function pageRoutes(app: FastifyInstance, deps: AppDependencies): void {
  for (const page of PAGES)
    app.get(`/api/console/pages/${page}`, { config: { access: PAGE_ROLES[page] } }, async (request) => {
      const query = new URL(request.url, 'http://console').searchParams;
      return readPage(page, { deps, operator: operatorOf(request), query, at: deps.clock.now() });
    });
}

import type { FastifyInstance } from 'fastify';
import { buildConsoleServer, type ConsoleOptions } from './console/app.ts';
import type { AppDependencies } from './dependencies.ts';
import { withOperations } from './operations.ts';
import { pagesWith } from './pages.ts';
import { sampleRoutes } from './sampling/routes.ts';

/** The operators' server, with the operations, pages and calls of every feature. */
export function buildConsoleApp(appDeps: AppDependencies, options?: ConsoleOptions): FastifyInstance {
  const deps = withOperations(appDeps);
  const app = buildConsoleServer({ ...deps, pages: pagesWith(deps) }, options);
  sampleRoutes(app, deps);
  return app;
}

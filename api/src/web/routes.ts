import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyInstance } from 'fastify';
import type { ForgeryGuard } from '../platform/forgery.ts';
import { Problem } from '../platform/problems.ts';
import { type AppConfig, pageSender, renderPage } from './page.ts';

/**
 * Serves the built web app on the API's origin: its files by name, and its page for every path that may be a screen. Where
 * no app was built it adds nothing.
 */
export function webRoutes(app: FastifyInstance, folder: string, config: AppConfig, forgery: ForgeryGuard): void {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) return;
  const sendPage = pageSender(renderPage(readFileSync(index, 'utf8'), config));

  app.register(async (files) => {
    files.setErrorHandler<FastifyError>((error, request, reply) => {
      const isPreconditionFailed = error.statusCode === 412;
      return isPreconditionFailed ? reply.status(412).send() : app.errorHandler(error, request, reply);
    });
    // One route for each file that is there now: the path of a request never reaches the file system.
    files.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      globIgnore: ['index.html', '**/*.{br,gz,map}'],
      preCompressed: true,
      acceptRanges: false,
      cacheControl: false,
      setHeaders(reply, path) {
        const isHashed = path.startsWith(join(folder, 'assets/'));
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  });
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/*',
    async handler(request, reply) {
      if (!isScreen(`/${request.params['*']}`)) throw new Problem('not-found');
      forgery.setToken(request, reply);
      return sendPage(request, reply);
    },
  });
}

/** A dotfile, or a last segment with an extension. */
const FILE_NAME = /\/\.|\.[^/]*\/?$/;
const RESERVED = /^\/(api|assets|partners)(\/|$)/;

/** Whether a path may be a screen. The app itself sends unknown ones home. */
const isScreen = (path: string): boolean => path === '/index.html' || !(FILE_NAME.test(path) || RESERVED.test(path));

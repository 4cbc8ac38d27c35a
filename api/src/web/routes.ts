import { extname } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ForgeryGuard } from '../platform/forgery.ts';
import { Problem } from '../platform/problems.ts';
import type { AppFile } from './app-files.ts';

/**
 * Serves the web app on the API's own origin: its files by their names, and its page for every path that is a screen's.
 * What looks like a file, or lies under /api, is there or isn't.
 */
export function webRoutes(
  app: FastifyInstance,
  files: ReadonlyMap<string, AppFile>,
  forgery: ForgeryGuard,
): PageSender {
  const page = files.get('/index.html') as AppFile;
  const sendPage: PageSender = (request, reply) => {
    forgery.setToken(request, reply);
    return send(page, request, reply);
  };
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const file = files.get(path);
    if (file && file !== page) return send(file, request, reply);
    if (!isScreen(path)) throw new Problem('not-found');
    return sendPage(request, reply);
  });
  return sendPage;
}

export type PageSender = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Whether a path may be a screen's: the app itself sends who is lost home. */
export const isScreen = (path: string): boolean =>
  path === '/index.html' || (!path.startsWith('/api/') && !path.startsWith('/partners/') && extname(path) === '');

function send({ type, etag, isHashed, body }: AppFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
  reply.header('etag', etag).header('vary', 'accept-encoding');
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const encoding = (['br', 'gzip'] as const).find(
    (name) => body[name] && new RegExp(`\\b${name}\\b(?!;q=0\\b)`).test(accepted),
  );
  if (encoding) reply.header('content-encoding', encoding);
  return reply.type(type).send(encoding ? body[encoding] : body.identity);
}

import type { FastifyRequest } from 'fastify';
import { Problem } from '../platform/http/problems.ts';
import { isMonitoringPath } from '../platform/http/urls.ts';

/** The screen that a request names. */
export function screenAddress(request: FastifyRequest): { readonly path: string; readonly search: string } {
  const { '*': rest } = request.params as { readonly '*'?: string };
  const path = rest === undefined ? (request.routeOptions.url ?? '') : `/${rest}`;
  if (!isScreen(path)) throw new Problem('not-found');
  return { path, search: /\?.*/s.exec(request.originalUrl)?.[0] ?? '' };
}

/** A dotfile, or a last segment with an extension. Not a regular expression, which would take minutes for a path of dots. */
function isFileName(path: string): boolean {
  const end = path.endsWith('/') ? path.slice(0, -1) : path;
  return path.includes('/.') || end.includes('.', end.lastIndexOf('/') + 1);
}
const RESERVED = /^\/(api|assets|partners)(\/|$)/;

/** Whether a path may be a screen. Unknown ones are redirected home. */
const isScreen = (path: string): boolean =>
  path === '/index.html' || !(isFileName(path) || RESERVED.test(path) || isMonitoringPath(path));

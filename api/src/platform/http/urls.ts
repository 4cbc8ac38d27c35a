import type { FastifyRequest } from 'fastify';

/** Whether a request is for the API, however its path is written: the router decodes `/%61pi/` before it matches. */
export const isApiRequest = (request: FastifyRequest): boolean =>
  // The address first, because Fastify builds the route's options at every access.
  request.url.startsWith('/api/') || request.routeOptions.url?.startsWith('/api/') === true;

/** What load balancers ask of each process, up to twice a second. */
const HEALTH_PATHS: readonly string[] = ['/healthz', '/readyz'];
export const isHealthRoute = (route: string): boolean => HEALTH_PATHS.includes(route);

/** Whether a path is one of the monitoring's port: on another it must not look well. */
export const isMonitoringPath = (path: string): boolean => /^\/(healthz|readyz|metrics)(\/|$)/.test(path);

/** Makes a path that can't be decoded an unknown one, because Fastify answers it outside of every hook and header. */
export function decodableUrl(url = '/'): string {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return url;
  } catch {
    return url.replaceAll('%', '%25');
  }
}

import type { FastifyRequest } from 'fastify';

/** Whether a request is for the API, in any spelling: the router decodes `/%61pi/` before it matches. */
export const isApiRequest = (request: FastifyRequest): boolean =>
  // Checks the address first, because Fastify builds the route's options at every access.
  request.url.startsWith('/api/') || request.routeOptions.url?.startsWith('/api/') === true;

/** Load balancers call these up to twice a second. */
const HEALTH_PATHS: readonly string[] = ['/healthz', '/readyz'];
export const isHealthRoute = (route: string): boolean => HEALTH_PATHS.includes(route);

/** Whether a path belongs to the monitoring port; on another port it must not look healthy. */
export const isMonitoringPath = (path: string): boolean => /^\/(healthz|readyz|metrics)(\/|$)/.test(path);

/** Makes a path that can't be decoded an unknown one, because Fastify would answer it without any hook or header. */
export function decodableUrl(url = '/'): string {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return url;
  } catch {
    return url.replaceAll('%', '%25');
  }
}

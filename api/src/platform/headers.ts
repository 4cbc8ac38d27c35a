import { BUILD_HEADER } from '@panel/domain/page';
import type { FastifyInstance } from 'fastify';
import { isApiRequest } from './urls.ts';

/** By their hashes, with quotes. */
export type InlineContent = { readonly script: string; readonly style: string };

/** The policy names no host, because the data-free gateway changes ours. */
export const contentSecurityPolicy = (isHttps: boolean, inline?: InlineContent): string =>
  [
    "default-src 'none'",
    `script-src 'self'${inline ? ` ${inline.script}` : ''}`,
    `style-src 'self'${inline ? ` ${inline.style}` : ''}`,
    ...COMMON_POLICY,
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ');

const COMMON_POLICY = [
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
];

/** Adds the security headers to every response, and to those of the API the build of the app that this server serves. */
export function addSecurityHeaders(app: FastifyInstance, isHttps: boolean, build?: string): void {
  const headers: Readonly<Record<string, string>> = {
    'content-security-policy': contentSecurityPolicy(isHttps),
    // Our URLs contain the did: no other site may see them.
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(isHttps && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  };
  app.addHook('onSend', async (request, reply) => {
    for (const [name, value] of Object.entries(headers)) if (!reply.hasHeader(name)) reply.header(name, value);
    if (isApiRequest(request)) {
      reply.header('cache-control', 'no-store');
      if (build) reply.header(BUILD_HEADER, build);
      reply.header('vary', 'Origin, Cookie, Sec-Fetch-Site, Sec-Fetch-Mode, Sec-Fetch-Dest');
    }
  });
}

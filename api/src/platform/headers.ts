import type { FastifyInstance } from 'fastify';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
];

/** Every answer's headers. The policy names no host: the data-free gateway rewrites ours. */
export function sendSecurityHeaders(app: FastifyInstance, isHttps: boolean): void {
  const headers: Readonly<Record<string, string>> = {
    'content-security-policy': [...POLICY, ...(isHttps ? ['upgrade-insecure-requests'] : [])].join('; '),
    // The did stands in our addresses: no other site may learn them.
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
    if (request.url.startsWith('/api/')) {
      reply.header('cache-control', 'no-store');
      reply.header('vary', 'Origin, Cookie, Sec-Fetch-Site, Sec-Fetch-Mode, Sec-Fetch-Dest');
    }
  });
}

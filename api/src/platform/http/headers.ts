import { BUILD_HEADER } from '@panel/domain/page';
import { api } from '@panel/domain/paths';
import type { FastifyInstance } from 'fastify';
import { isApiRequest } from './urls.ts';

/** CSP hash sources, with their quotes. */
type InlineContent = { readonly script: string; readonly style: string };

export type PolicyOptions = {
  readonly isHttps: boolean;
  /** Whether browsers report what the policy blocked. */
  readonly isReporting: boolean;
};

/** The policy names no host, because the data-free gateway changes ours. */
export const contentSecurityPolicy = ({ isHttps, isReporting }: PolicyOptions, inline?: InlineContent): string =>
  [
    "default-src 'none'",
    `script-src 'self'${inline ? ` ${inline.script}` : ''}`,
    `style-src 'self'${inline ? ` ${inline.style}` : ''}`,
    ...SOURCES,
    // Only pages have forms.
    `form-action ${inline ? "'self'" : "'none'"}`,
    ...LIMITS,
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
    // Browsers before Chrome 96 only know report-uri.
    ...(isReporting ? [`report-uri ${api.telemetry}`, `report-to ${REPORTING_GROUP}`] : []),
  ].join('; ');

const REPORTING_GROUP = 'csp';

const SOURCES = ["img-src 'self'", "font-src 'self'", "connect-src 'self'", "manifest-src 'self'"];

const LIMITS = [
  "frame-ancestors 'none'",
  "base-uri 'none'",
  // Text never becomes code: a sink such as innerHTML only accepts an object of a named policy. The one policy is for the address of the
  // service worker (register-worker.ts).
  "require-trusted-types-for 'script'",
  'trusted-types service-worker',
];

const UNUSED_FEATURES = [
  'accelerometer',
  'autoplay',
  'camera',
  'clipboard-read',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
];

/** The headers of every response, except the policy of a page with inline content. */
export const securityHeaders = (policy: PolicyOptions): Readonly<Record<string, string>> => ({
  'content-security-policy': contentSecurityPolicy(policy),
  ...(policy.isReporting && { 'reporting-endpoints': `${REPORTING_GROUP}="${api.telemetry}"` }),
  // Our URLs contain the did, so no other site may see them.
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  // Resolving a link's host name would tell a network which page is open.
  'x-dns-prefetch-control': 'off',
  'x-permitted-cross-domain-policies': 'none',
  'permissions-policy': UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
  ...(policy.isHttps && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
});

/** Adds the security headers to every response, and `no-store`, `vary` and the app's build to those of the API. */
export function addResponseHeaders(app: FastifyInstance, policy: PolicyOptions, build?: string): void {
  const entries = Object.entries(securityHeaders(policy));
  app.addHook('onSend', (request, reply, _, done) => {
    for (const [name, value] of entries) if (!reply.hasHeader(name)) reply.header(name, value);
    if (isApiRequest(request)) {
      reply.header('cache-control', 'no-store');
      if (build) reply.header(BUILD_HEADER, build);
      reply.header('vary', 'Origin, Cookie, Sec-Fetch-Site, Sec-Fetch-Mode, Sec-Fetch-Dest');
    }
    done();
  });
}

import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { pageTitle } from '@panel/domain/wording/everywhere';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What the web app is told about itself, in the page and at /config.json. */
export type AppConfig = {
  readonly product: string;
  readonly environment: string;
  readonly release: string;
  readonly errorReporting: { readonly enabled: boolean };
};

/** Adds the product's title and the configuration, so that the app can start without waiting for /config.json. */
export function renderPage(html: string, config: AppConfig): string {
  const title = pageTitle(config.product).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const json = JSON.stringify(config).replaceAll('<', '\\u003c');
  return html.replace(
    /<title>.*<\/title>/,
    () => `<title>${title}</title><script type="application/json" id="config">${json}</script>`,
  );
}

/** Sends a page that is the same for everybody, compressed once. */
export function pageSender(html: string): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  const bodies = { identity: Buffer.from(html), gzip: gzipSync(html), br: brotliCompressSync(html) };
  const tag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
  return ({ headers }, reply) => {
    // Weak, because one tag stands for all encodings.
    reply.headers({ 'cache-control': 'no-cache', etag: `W/${tag}`, vary: 'accept-encoding' });
    if (isCached(headers['if-none-match'], tag)) return reply.status(304).send();
    const encoding = (['br', 'gzip'] as const).find((name) => accepts(headers['accept-encoding'], name)) ?? 'identity';
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type('text/html; charset=utf-8').send(bodies[encoding]);
  };
}

const items = (header = ''): string[] => header.split(',').map((item) => item.trim());

const isCached = (ifNoneMatch: string | undefined, tag: string): boolean =>
  items(ifNoneMatch).some((item) => item === '*' || item.replace(/^W\//, '') === tag);

const accepts = (acceptEncoding: string | string[] | undefined, encoding: string): boolean =>
  items(String(acceptEncoding ?? '')).some((item) => {
    const [name, quality = '1'] = item.split(/\s*;\s*q=/);
    return name === encoding && Number(quality) > 0;
  });

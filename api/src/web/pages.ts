/** The pages of the built web app: prerendered ones, and those that contain a panelist's own data. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import {
  type AppConfig,
  CONFIG_ELEMENT,
  CONTACT_MARK,
  type PageResponses,
  PRODUCT_MARK,
  RESPONSES_ELEMENT,
} from '@panel/domain/page';
import { contentSecurityPolicy, type PolicyOptions } from '../platform/http/headers.ts';

type Encoding = 'br' | 'gzip' | 'identity';

export type Page = {
  readonly body: (encoding: Encoding) => Buffer;
  /** Without quotes. */
  readonly tag: string;
  /** The content security policy, which allows the page's inline style and script. */
  readonly policy: string;
  /** The page with other content in its root element, and the responses it was rendered from. */
  readonly withContent: (root: string, responses: PageResponses) => string;
};

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const jsonElement = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;
const hashOf = (element: RegExp, html: string) =>
  `'sha256-${createHash('sha256')
    .update(element.exec(html)?.[1] ?? '')
    .digest('base64')}'`;

const COMPRESS: Readonly<Record<Encoding, (html: string) => Buffer>> = {
  br: (html) => brotliCompressSync(html),
  gzip: (html) => gzipSync(html),
  identity: (html) => Buffer.from(html),
};

const SCRIPT = /<script>(.*?)<\/script>/s;
const STYLE = /<style>(.*?)<\/style>/s;
const ROOT = '<div id="root">';

function readPage(file: string, config: AppConfig, policy: PolicyOptions): Page {
  const html = readFileSync(file, 'utf8')
    .replaceAll(PRODUCT_MARK, () => escapeHtml(config.product))
    .replaceAll(CONTACT_MARK, () => escapeHtml(config.contact))
    .replace('<script>', () => `${jsonElement(CONFIG_ELEMENT, config)}<script>`);
  const [head = ''] = html.split(ROOT, 1);
  // Each page is compressed once, with high quality, when it is first requested: compressing all would delay a start by a second.
  const bodies: Partial<Record<Encoding, Buffer>> = {};
  const tail = html.slice(html.lastIndexOf('</div><script type="application/json"'));
  return {
    body: (encoding) => {
      bodies[encoding] ??= COMPRESS[encoding](html);
      return bodies[encoding];
    },
    tag: createHash('sha256').update(html).digest('base64url').slice(0, 22),
    policy: contentSecurityPolicy(policy, { script: hashOf(SCRIPT, html), style: hashOf(STYLE, html) }),
    withContent: (root, responses) =>
      head + ROOT + root + tail.replace('<script>', () => `${jsonElement(RESPONSES_ELEMENT, responses)}<script>`),
  };
}

/** The name of the build. Undefined if no app was built. */
export function readBuild(folder: string): string | undefined {
  const file = join(folder, 'build.txt');
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** Undefined if no app was built. */
export function readPages(
  folder: string,
  config: AppConfig,
  policy: PolicyOptions,
): ReadonlyMap<string, Page> | undefined {
  const pages = join(folder, 'pages');
  if (!existsSync(pages)) return undefined;
  const files = readdirSync(pages, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
  return new Map(files.map((name) => [name.slice(0, -'.html'.length), readPage(join(pages, name), config, policy)]));
}

const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** A page for one panelist, compressed per request, so for speed rather than size. */
export function compress(html: string, encoding: Encoding): Buffer {
  if (encoding === 'br') return brotliCompressSync(html, FAST);
  return encoding === 'gzip' ? gzipSync(html, { level: 4 }) : Buffer.from(html);
}

const items = (header = ''): string[] => header.split(',').map((item) => item.trim());

export const isCached = (ifNoneMatch: string | undefined, tag: string): boolean =>
  items(ifNoneMatch).some((item) => item === '*' || item.replace(/^W\//, '') === `"${tag}"`);

export function acceptedEncoding(header: string | string[] | undefined): Encoding {
  const all = items(String(header ?? '')).map((item) => item.split(';').map((part) => part.trim()));
  const accepts = (encoding: Encoding) =>
    all.some(([name, ...parameters]) => {
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
      return name === encoding && Number(quality) > 0;
    });
  return (['br', 'gzip'] as const).find(accepts) ?? 'identity';
}

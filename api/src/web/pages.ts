/** The pages of the built web app: prerendered ones, and those that contain a panelist's own data. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import {
  type AppConfig,
  CONFIG_ELEMENT,
  CONTACT_MARK,
  DATA_MARK,
  type PageResponses,
  POSTED_ELEMENT,
  type Posted,
  PRODUCT_MARK,
  QUERY_MARK,
  RESPONSES_ELEMENT,
  TOKEN_MARK,
} from '@panel/domain/page';
import { contentSecurityPolicy, type PolicyOptions } from '../platform/http/headers.ts';
import { escapeHtml } from '../platform/http/html.ts';

type Encoding = 'br' | 'gzip' | 'identity';

/** What is different in each request for a page. */
export type PageMarks = { readonly query: string; readonly token: string };

export type Page = {
  /** The prerendered page, with the query in its links and the token in its forms. */
  readonly prerendered: (marks: PageMarks) => string;
  /** The page with other content in its root element, and the data it was rendered from. */
  readonly withContent: (root: string, responses: PageResponses, posted: Posted | undefined) => string;
  /** Changes with the page, its configuration and its links, but not its token: an earlier one still proves a form. Without quotes. */
  readonly tag: (query: string) => string;
  /** The content security policy, which allows the page's inline style and scripts. */
  readonly policy: string;
};

const jsonElement = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;
const hashOf = (text: string, encoding: 'base64' | 'base64url') => createHash('sha256').update(text).digest(encoding);
/** A CSP source for each of the page's inline elements. */
const hashesOf = (element: RegExp, html: string) =>
  [...html.matchAll(element)].map(([, content = '']) => `'sha256-${hashOf(content, 'base64')}'`).join(' ');

const SCRIPTS = /<script>(.*?)<\/script>/gs;
const STYLES = /<style>(.*?)<\/style>/gs;
const ROOT = '<div id="root">';
const ROOT_END = `</div>${DATA_MARK}`;

function readPage(file: string, config: AppConfig, policy: PolicyOptions): Page {
  const html = readFileSync(file, 'utf8')
    .replaceAll(PRODUCT_MARK, () => escapeHtml(config.product))
    .replaceAll(CONTACT_MARK, () => escapeHtml(config.contact));
  const [head = '', rest = ''] = html.split(ROOT, 2);
  const [root = '', tail = ''] = rest.split(ROOT_END, 2);
  const settings = jsonElement(CONFIG_ELEMENT, config);
  const hash = hashOf(html + settings, 'base64url');
  const pageOf = (content: string, data: string) => `${head}${ROOT}${content}</div>${settings}${data}${tail}`;
  return {
    prerendered: ({ query, token }) =>
      // The query last: it may contain a mark.
      pageOf(
        root.replaceAll(TOKEN_MARK, token).replaceAll(QUERY_MARK, () => escapeHtml(query)),
        '',
      ),
    withContent: (content, responses, posted) =>
      pageOf(content, jsonElement(RESPONSES_ELEMENT, responses) + (posted ? jsonElement(POSTED_ELEMENT, posted) : '')),
    tag: (query) => hashOf(hash + query, 'base64url').slice(0, 22),
    policy: contentSecurityPolicy(policy, { script: hashesOf(SCRIPTS, html), style: hashesOf(STYLES, html) }),
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

/** Pages are compressed per request, so for speed rather than size. */
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

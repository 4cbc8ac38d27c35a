/** What the gateway rewrites in requests to the panel and in its responses. */
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import * as zlib from 'node:zlib';
import { markup } from './page.ts';
import type { State } from './state.ts';

/** The limit of a request or response body, compressed or not. */
export const MAX_BODY_BYTES = 1_048_576;
export const OWN_DATA_PATH = '/__gateway/own-data';
const DID_COOKIE = 'gateway_did';
const HOP_BY_HOP = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|content-length)$/;
const isPartnerPath = ({ partners }: State, path: string): boolean =>
  partners.some(({ party }) => path.startsWith(`/${party}/`));

/** Listed partners are behind the gateway too. It has one host here, so the path tells them apart; the real gateway gives each a host. */
export const isListedPartner = (state: State, path: string): boolean =>
  state.partnersListed && isPartnerPath(state, path);

/** Rewrites a link for people behind the gateway. Keeps every byte after the host: it may be signed. */
export function rewriteLink(state: State, link: string): string {
  const [, start = '', rest = ''] = /^((?:https?:)?\/\/[^/?#\\]+)(.*)$/is.exec(link) ?? [];
  if (!start || !URL.canParse(start, state.panelOrigin)) return link;
  const { origin } = new URL(start, state.panelOrigin);
  if (origin === state.gatewayOrigin) return link;
  const isPartner = origin === state.sandboxOrigin && isPartnerPath(state, rest);
  if (origin === state.panelOrigin || (isPartner && state.partnersListed)) return state.gatewayOrigin + rest;
  if (origin === state.sandboxOrigin && !isPartner) return link;
  return `${state.gatewayOrigin}${OWN_DATA_PATH}?to=${encodeURIComponent(origin + rest)}`;
}

const pairsOf = (cookie: string | undefined): string[] => (cookie ?? '').split(/;\s*/).filter(Boolean);
export const didOfCookie = (cookie: string | undefined): string | undefined =>
  pairsOf(cookie)
    .find((pair) => pair.startsWith(`${DID_COOKIE}=`))
    ?.slice(DID_COOKIE.length + 1);
export const didCookie = (did: string): string => `${DID_COOKIE}=${did}; Path=/; HttpOnly; SameSite=Lax`;

/** The request headers as if the browser were at the panel itself. A partner gets neither cookies nor the referrer. */
export function requestHeaders(
  state: State,
  upstream: string,
  { cookie, referer, origin, ...rest }: IncomingHttpHeaders,
): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = Object.fromEntries(
    Object.entries(rest).filter(([name]) => !HOP_BY_HOP.test(name)),
  );
  const withUpstream = (text: string) => replaceOrigin(text, state.gatewayOrigin, upstream);
  headers.host = new URL(upstream).host;
  if (origin !== undefined) headers.origin = withUpstream(origin);
  if (upstream !== state.panelOrigin) return headers;
  if (referer !== undefined) headers.referer = withUpstream(referer);
  const cookies = pairsOf(cookie).filter((pair) => !pair.startsWith(`${DID_COOKIE}=`));
  if (cookies.length > 0) headers.cookie = cookies.join('; ');
  return headers;
}

export function responseHeaders(state: State, received: IncomingHttpHeaders): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(received)) {
    if (HOP_BY_HOP.test(name) || value === undefined) continue;
    headers[name] = typeof value === 'string' ? replaceOrigin(value, state.panelOrigin, state.gatewayOrigin) : value;
  }
  if (received.location !== undefined) headers.location = rewriteLink(state, received.location);
  if (received['set-cookie'])
    headers['set-cookie'] = received['set-cookie'].map((cookie) => cookie.replace(/;\s*domain=[^;]*/gi, ''));
  return headers;
}

/** Replaces an origin, but not if it is only the beginning of another host or port. */
function replaceOrigin(text: string, from: string, to: string): string {
  const origin = from.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return from === '' ? text : text.replace(new RegExp(`${origin}(?![\\w@-]|\\.\\w|:\\d)`, 'gi'), () => to);
}

const rewriteHtml = (state: State, text: string): string =>
  replaceOrigin(text, state.panelOrigin, state.gatewayOrigin).replace(
    /(<(?:a|area)\b[^>]*?\shref\s*=\s*)(["'])((?:https?:)?\/\/[^"'<>]*)\2/gi,
    (_, start: string, _quote, link: string) =>
      `${start}"${markup`${rewriteLink(state, link.replaceAll('&amp;', '&'))}`.text}"`,
  );

/** The panel's scripts follow the links in these fields. */
const rewriteJson = (state: State, text: string): string =>
  text.replace(/("(?:url|href)"\s*:\s*)("https?:(?:\\.|[^"\\])*")/g, (whole, start: string, link: string) => {
    try {
      return start + JSON.stringify(rewriteLink(state, JSON.parse(link) as string));
    } catch {
      return whole;
    }
  });

type Coding = readonly [
  decompress: (body: Buffer, limit: { maxOutputLength: number }) => Buffer,
  compress: (body: Buffer) => Buffer,
];
const CODINGS: Readonly<Record<string, Coding>> = {
  identity: [(body) => body, (body) => body],
  gzip: [zlib.gunzipSync, zlib.gzipSync],
  deflate: [zlib.inflateSync, zlib.deflateSync],
  br: [zlib.brotliDecompressSync, zlib.brotliCompressSync],
};

/** Rewrites the links in a body, and removes the headers that describe the original bytes. */
export function rewriteBody(state: State, headers: OutgoingHttpHeaders, body: Buffer): Buffer {
  const type = String(headers['content-type'] ?? '');
  const rewrite = /^text\/html\b/i.test(type) ? rewriteHtml : /^application\/json\b/i.test(type) ? rewriteJson : null;
  const coding = CODINGS[String(headers['content-encoding'] ?? 'identity').toLowerCase()];
  if (!rewrite || !coding || body.length === 0) return body;
  const [decompress, compress] = coding;
  const before = decompress(body, { maxOutputLength: MAX_BODY_BYTES }).toString('utf8');
  const after = rewrite(state, before);
  if (after === before) return body;
  for (const name of ['etag', 'last-modified', 'accept-ranges', 'content-md5', 'digest']) delete headers[name];
  return compress(Buffer.from(after));
}

/** The gateway's list, and what it changes in what goes to the panel and what comes back. */
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import * as zlib from 'node:zlib';
import { markup } from './page.ts';
import type { World } from './state.ts';

/** The most that goes through in one body, either way, packed or not. */
export const LARGEST_BODY = 1_048_576;
export const OWN_DATA_PATH = '/__gateway/own-data';
const DID_COOKIE = 'gateway_did';
const HOP_BY_HOP = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|content-length)$/;
const PARTNER_PATH = /^\/(cint-match|cint-router|purespectrum)\//;

/**
 * Listed partners are reached through the gateway as well. It has only one host here, so they are told by their path; the
 * real gateway gives each a host of its own.
 */
export const isListedPartner = (world: World, path: string): boolean => world.partnersListed && PARTNER_PATH.test(path);

/** Where a link leads for who is behind the gateway. What follows the host stays byte for byte: it may be signed. */
export function through(world: World, link: string): string {
  const [, start = '', rest = ''] = /^((?:https?:)?\/\/[^/?#\\]+)(.*)$/is.exec(link) ?? [];
  if (!start || !URL.canParse(start, world.panel)) return link;
  const { origin } = new URL(start, world.panel);
  if (origin === world.gateway) return link;
  const isPartner = origin === world.sandbox && PARTNER_PATH.test(rest);
  if (origin === world.panel || (isPartner && world.partnersListed)) return world.gateway + rest;
  if (origin === world.sandbox && !isPartner) return link;
  return `${world.gateway}${OWN_DATA_PATH}?to=${encodeURIComponent(origin + rest)}`;
}

const pairsOf = (cookie: string | undefined): string[] => (cookie ?? '').split(/;\s*/).filter(Boolean);
export const didOfCookie = (cookie: string | undefined): string | undefined =>
  pairsOf(cookie)
    .find((pair) => pair.startsWith(`${DID_COOKIE}=`))
    ?.slice(DID_COOKIE.length + 1);
export const didCookie = (did: string): string => `${DID_COOKIE}=${did}; Path=/; HttpOnly; SameSite=Lax`;

/** A browser's headers as if it were at the panel itself. A partner learns neither cookies nor where a person came from. */
export function headersTo(
  world: World,
  upstream: string,
  { cookie, referer, origin, ...rest }: IncomingHttpHeaders,
): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = Object.fromEntries(
    Object.entries(rest).filter(([name]) => !HOP_BY_HOP.test(name)),
  );
  const moved = (text: string) => replaceOrigin(text, world.gateway, upstream);
  headers.host = new URL(upstream).host;
  if (origin !== undefined) headers.origin = moved(origin);
  if (upstream !== world.panel) return headers;
  if (referer !== undefined) headers.referer = moved(referer);
  const cookies = pairsOf(cookie).filter((pair) => !pair.startsWith(`${DID_COOKIE}=`));
  if (cookies.length > 0) headers.cookie = cookies.join('; ');
  return headers;
}

export function headersFrom(world: World, from: IncomingHttpHeaders): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(from)) {
    if (HOP_BY_HOP.test(name) || value === undefined) continue;
    headers[name] = typeof value === 'string' ? replaceOrigin(value, world.panel, world.gateway) : value;
  }
  if (from.location !== undefined) headers.location = through(world, from.location);
  if (from['set-cookie'])
    headers['set-cookie'] = from['set-cookie'].map((one) => one.replace(/;\s*domain=[^;]*/gi, ''));
  return headers;
}

/** The origin alone: not where it is the beginning of another host or port. */
function replaceOrigin(text: string, from: string, to: string): string {
  const origin = from.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return from === '' ? text : text.replace(new RegExp(`${origin}(?![\\w@-]|\\.\\w|:\\d)`, 'gi'), () => to);
}

const inHtml = (world: World, text: string): string =>
  replaceOrigin(text, world.panel, world.gateway).replace(
    /(<(?:a|area)\b[^>]*?\shref\s*=\s*)(["'])((?:https?:)?\/\/[^"'<>]*)\2/gi,
    (_, start: string, _quote, link: string) =>
      `${start}"${markup`${through(world, link.replaceAll('&amp;', '&'))}`.text}"`,
  );

/** A page's script follows these: for a person they are links like any other. */
const inJson = (world: World, text: string): string =>
  text.replace(/("(?:url|href)"\s*:\s*)("https?:(?:\\.|[^"\\])*")/g, (whole, start: string, link: string) => {
    try {
      return start + JSON.stringify(through(world, JSON.parse(link) as string));
    } catch {
      return whole;
    }
  });

type Coding = readonly [
  unpack: (body: Buffer, limit: { maxOutputLength: number }) => Buffer,
  pack: (body: Buffer) => Buffer,
];
const CODINGS: Readonly<Record<string, Coding>> = {
  identity: [(body) => body, (body) => body],
  gzip: [zlib.gunzipSync, zlib.gzipSync],
  deflate: [zlib.inflateSync, zlib.deflateSync],
  br: [zlib.brotliDecompressSync, zlib.brotliCompressSync],
};

/** A body with its links rewritten. Headers that speak of the old bytes go. */
export function bodyFrom(world: World, headers: OutgoingHttpHeaders, body: Buffer): Buffer {
  const type = String(headers['content-type'] ?? '');
  const rewrite = /^text\/html\b/i.test(type) ? inHtml : /^application\/json\b/i.test(type) ? inJson : null;
  const coding = CODINGS[String(headers['content-encoding'] ?? 'identity').toLowerCase()];
  if (!rewrite || !coding || body.length === 0) return body;
  const [unpack, pack] = coding;
  const before = unpack(body, { maxOutputLength: LARGEST_BODY }).toString('utf8');
  const after = rewrite(world, before);
  if (after === before) return body;
  for (const name of ['etag', 'last-modified', 'accept-ranges', 'content-md5', 'digest']) delete headers[name];
  return pack(Buffer.from(after));
}

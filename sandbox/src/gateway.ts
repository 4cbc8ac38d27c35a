/**
 * The data-free gateway: a person's browser on one side, the panel on the other. The browser takes the panel for the
 * gateway, the panel takes the browser for one of its own; what is off the list is announced as the person's own data.
 */
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as plainRequest,
  type Server,
  type ServerResponse,
} from 'node:http';
import { request as secureRequest } from 'node:https';
import { type Line, openLine, PIECE } from './gateway-line.ts';
import { DID_PARAMETER, faultPage, isDid, ownDataPage } from './gateway-pages.ts';
import * as rewriting from './gateway-rewriting.ts';
import { type Spoken, TooLarge } from './http.ts';
import { STYLE } from './page.ts';
import { take } from './scenarios.ts';
import type { World } from './state.ts';

type Reply = { status: number; headers: OutgoingHttpHeaders; body: Buffer };

const own = ({ status, headers, body }: Spoken): Reply => ({
  status,
  headers: { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', ...headers },
  body: Buffer.from(body ?? ''),
});
const tooLarge = () => own(faultPage(413, 'Too large', 'More than 1 MiB doesn’t go through the gateway at once.'));

export function createGateway(world: World): Server {
  const lines = { 'slow-3g': openLine('slow-3g'), '2g': openLine('2g') };
  const server = createServer(async (request, response) => {
    const { mode } = take(world.scenarios, 'gateway', 'line');
    const line = mode === 'slow-3g' || mode === '2g' ? lines[mode] : null;
    const reply = await (mode === 'down' ? down(request) : answer(world, request, response, line)).catch(faultOf);
    await send(request, response, reply, line).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 60_000;
  return server;
}

async function down(request: IncomingMessage): Promise<Reply> {
  request.resume();
  return own(faultPage(503, 'The data-free line is down', 'Try again later.'));
}

/** Says nothing of what went wrong: an error's text could hold who was on the line. */
function faultOf(error: unknown): Reply {
  const isTooLarge = error instanceof TooLarge || (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
  return isTooLarge ? tooLarge() : own(faultPage(502, 'The panel doesn’t answer', 'The gateway can’t reach it.'));
}

async function answer(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
  line: Line | null,
): Promise<Reply> {
  const [body] = await Promise.all([read(request), line?.call()]);
  await line?.carry(body.length);
  const target = request.url ?? '/';
  const [path = '/', ...search] = target.split('?');
  const query = search.join('?');
  if (!path.startsWith('/')) return own(faultPage(400, 'No such address', 'The gateway leads to the panel only.'));
  if (path === '/style.css') return own({ status: 200, headers: { 'content-type': 'text/css' }, body: STYLE });
  if (path === rewriting.OWN_DATA_PATH) return ownData(world, new URLSearchParams(query).get('to') ?? '');

  const isPartner = rewriting.isListedPartner(world, path);
  const named = new URLSearchParams(query).getAll(DID_PARAMETER).find(Boolean);
  const kept = rewriting.didOfCookie(request.headers.cookie);
  // A partner must not learn the did, and what brings a person back from one is signed: the page it leads to gets it.
  const takesDid = isNavigation(request) && !isPartner && !path.startsWith('/partners/');
  if (takesDid && named === undefined && isDid(kept)) {
    const others = query.split('&').filter((pair) => pair && !pair.startsWith(`${DID_PARAMETER}=`));
    const location = `${path}?${[...others, `${DID_PARAMETER}=${kept}`].join('&')}`;
    // Never the start of another host.
    return own({ status: 302, headers: { location: location.replace(/^[/\\]+/, '/') } });
  }
  const reply = await forward(world, request, response, isPartner ? world.sandbox : world.panel, body);
  if (takesDid && isDid(named) && named !== kept) {
    const cookies = (reply.headers['set-cookie'] ?? []) as string[];
    reply.headers['set-cookie'] = [...cookies, rewriting.didCookie(named)];
  }
  return reply;
}

function ownData(world: World, to: string): Reply {
  if (!/^https?:\/\//i.test(to) || !URL.canParse(to)) return own(faultPage(404, 'No such page', 'It leads nowhere.'));
  const link = rewriting.through(world, to);
  const isListed = !link.startsWith(world.gateway + rewriting.OWN_DATA_PATH);
  return own(isListed ? { status: 302, headers: { location: new URL(link).href } } : ownDataPage(to));
}

/** Old browsers don't say; they ask for a page by what they accept. */
function isNavigation({ method, headers }: IncomingMessage): boolean {
  const mode = headers['sec-fetch-mode'];
  const isPage = mode === undefined ? /\btext\/html\b/.test(headers.accept ?? '') : mode === 'navigate';
  return method === 'GET' && isPage;
}

/** All of a body. A browser hears of a refusal only once it has said everything; a panel needn't go on. */
async function read(message: IncomingMessage, isFromPanel = false): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of message as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size <= rewriting.LARGEST_BODY) pieces.push(piece);
    else if (isFromPanel) throw new TooLarge();
    else pieces.length = 0;
  }
  if (size > rewriting.LARGEST_BODY) throw new TooLarge();
  return Buffer.concat(pieces);
}

async function forward(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
  upstream: string,
  body: Buffer,
): Promise<Reply> {
  const { protocol, hostname, port } = new URL(upstream);
  const headers = rewriting.headersTo(world, upstream, request.headers);
  if (body.length > 0 || request.headers['content-length'] !== undefined) headers['content-length'] = body.length;
  const method = request.method ?? 'GET';
  const options = {
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port,
    method,
    path: request.url,
    headers,
    agent: false,
  };
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = (protocol === 'https:' ? secureRequest : plainRequest)(options, resolve);
    outgoing.on('error', reject).end(body);
    // Who leaves, leaves the panel too.
    response.once('close', () => outgoing.destroy());
  });
  const received = await read(incoming, true);
  const backHeaders = rewriting.headersFrom(world, incoming.headers);
  return {
    status: incoming.statusCode ?? 502,
    headers: backHeaders,
    body: rewriting.bodyFrom(world, backHeaders, received),
  };
}

async function send(request: IncomingMessage, response: ServerResponse, reply: Reply, line: Line | null) {
  const { status, headers, body } = reply;
  if (response.destroyed) return;
  const isBare = request.method === 'HEAD' || status === 204 || status === 304;
  response.writeHead(status, isBare ? headers : { ...headers, 'content-length': body.length });
  if (!line || isBare) {
    response.end(isBare ? undefined : body);
    return;
  }
  for (let from = 0; from < body.length && !response.destroyed; from += PIECE) {
    const piece = body.subarray(from, from + PIECE);
    await line.carry(piece.length);
    response.write(piece);
  }
  response.end();
}

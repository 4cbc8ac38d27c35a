/**
 * The data-free gateway, a reverse proxy between browsers and the panel. It rewrites origins both ways, so that neither side
 * sees it, and warns before a link to a site that isn't on its list.
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
import { DEVICE_PARAMETER, faultPage, isDeviceId, ownDataPage } from './gateway-pages.ts';
import * as rewriting from './gateway-rewriting.ts';
import { CHUNK_BYTES, createThrottle, NETWORKS, type Throttle } from './gateway-throttle.ts';
import { BodyTooLarge, type Reply } from './http.ts';
import { styleOf } from './page.ts';
import { takeMode } from './scenarios.ts';
import type { State } from './state.ts';

type GatewayReply = { status: number; headers: OutgoingHttpHeaders; body: Buffer };

const ownReply = ({ status, headers, body }: Reply): GatewayReply => ({
  status,
  headers: { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', ...headers },
  body: Buffer.from(body ?? ''),
});
const tooLarge = () => ownReply(faultPage(413, 'Too large', 'More than 1 MiB doesn’t go through the gateway at once.'));

export function createGateway(state: State): Server {
  const throttles = { 'slow-3g': createThrottle(NETWORKS['slow-3g']), '2g': createThrottle(NETWORKS['2g']) };
  const server = createServer(async (request, response) => {
    const { mode } = takeMode(state.scenarios, 'gateway', 'line');
    const throttle = mode === 'slow-3g' || mode === '2g' ? throttles[mode] : null;
    const reply = await (mode === 'down' ? unavailable(request) : handle(state, request, response, throttle)).catch(
      errorReply,
    );
    await send(request, response, reply, throttle).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 60_000;
  return server;
}

async function unavailable(request: IncomingMessage): Promise<GatewayReply> {
  request.resume();
  return ownReply(faultPage(503, 'The data-free line is down', 'Try again later.'));
}

/** Leaves out the error, whose message could contain a did. */
function errorReply(error: unknown): GatewayReply {
  const isTooLarge = error instanceof BodyTooLarge || (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
  return isTooLarge ? tooLarge() : ownReply(faultPage(502, 'The panel doesn’t answer', 'The gateway can’t reach it.'));
}

async function handle(
  state: State,
  request: IncomingMessage,
  response: ServerResponse,
  throttle: Throttle | null,
): Promise<GatewayReply> {
  const [body] = await Promise.all([readBody(request), throttle?.waitLatency()]);
  await throttle?.transfer(body.length);
  const target = request.url ?? '/';
  const [path = '/', ...search] = target.split('?');
  const query = search.join('?');
  if (!path.startsWith('/')) return ownReply(faultPage(400, 'No such address', 'The gateway leads to the panel only.'));
  if (path === '/style.css')
    return ownReply({ status: 200, headers: { 'content-type': 'text/css' }, body: styleOf(state.partners) });
  if (path === rewriting.OWN_DATA_PATH) return ownData(state, new URLSearchParams(query).get('to') ?? '');

  const isPartner = rewriting.isListedPartner(state, path);
  const named = new URLSearchParams(query).getAll(DEVICE_PARAMETER).find(Boolean);
  const kept = rewriting.didOfCookie(request.headers.cookie);
  // A partner must not see the did, and its return links are signed. The page that they open gets the did.
  const takesDid = isNavigation(request) && !isPartner && !path.startsWith('/partners/');
  if (takesDid && named === undefined && isDeviceId(kept)) {
    const others = query.split('&').filter((pair) => pair && !pair.startsWith(`${DEVICE_PARAMETER}=`));
    const location = `${path}?${[...others, `${DEVICE_PARAMETER}=${kept}`].join('&')}`;
    // A path that begins with // would be another host.
    return ownReply({ status: 302, headers: { location: location.replace(/^[/\\]+/, '/') } });
  }
  const reply = await forward(state, request, response, isPartner ? state.sandboxOrigin : state.panelOrigin, body);
  if (takesDid && isDeviceId(named) && named !== kept) {
    const cookies = (reply.headers['set-cookie'] ?? []) as string[];
    reply.headers['set-cookie'] = [...cookies, rewriting.didCookie(named)];
  }
  return reply;
}

function ownData(state: State, to: string): GatewayReply {
  if (!/^https?:\/\//i.test(to) || !URL.canParse(to))
    return ownReply(faultPage(404, 'No such page', 'It leads nowhere.'));
  const link = rewriting.rewriteLink(state, to);
  const isListed = !link.startsWith(state.gatewayOrigin + rewriting.OWN_DATA_PATH);
  return ownReply(isListed ? { status: 302, headers: { location: new URL(link).href } } : ownDataPage(to));
}

/** Old browsers send no fetch metadata: a page is recognised by what they accept. */
function isNavigation({ method, headers }: IncomingMessage): boolean {
  const mode = headers['sec-fetch-mode'];
  const isPage = mode === undefined ? /\btext\/html\b/.test(headers.accept ?? '') : mode === 'navigate';
  return method === 'GET' && isPage;
}

/** Reads a body. A browser sees a refusal only after it has sent everything; the panel's response can be aborted. */
async function readBody(message: IncomingMessage, isFromPanel = false): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= rewriting.MAX_BODY_BYTES) chunks.push(chunk);
    else if (isFromPanel) throw new BodyTooLarge();
    else chunks.length = 0;
  }
  if (size > rewriting.MAX_BODY_BYTES) throw new BodyTooLarge();
  return Buffer.concat(chunks);
}

async function forward(
  state: State,
  request: IncomingMessage,
  response: ServerResponse,
  upstream: string,
  body: Buffer,
): Promise<GatewayReply> {
  const { protocol, hostname, port } = new URL(upstream);
  const headers = rewriting.requestHeaders(state, upstream, request.headers);
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
    // A browser that disconnects ends the request to the panel too.
    response.once('close', () => outgoing.destroy());
  });
  const received = await readBody(incoming, true);
  const replyHeaders = rewriting.responseHeaders(state, incoming.headers);
  return {
    status: incoming.statusCode ?? 502,
    headers: replyHeaders,
    body: rewriting.rewriteBody(state, replyHeaders, received),
  };
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  reply: GatewayReply,
  throttle: Throttle | null,
) {
  const { status, headers, body } = reply;
  if (response.destroyed) return;
  const hasNoBody = request.method === 'HEAD' || status === 204 || status === 304;
  response.writeHead(status, hasNoBody ? headers : { ...headers, 'content-length': body.length });
  if (!throttle || hasNoBody) {
    response.end(hasNoBody ? undefined : body);
    return;
  }
  for (let from = 0; from < body.length && !response.destroyed; from += CHUNK_BYTES) {
    const chunk = body.subarray(from, from + CHUNK_BYTES);
    await throttle.transfer(chunk.length);
    response.write(chunk);
  }
  response.end();
}

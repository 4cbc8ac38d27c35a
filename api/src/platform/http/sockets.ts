import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';

/** How long a client may take to send a request and to read its response, on every server. */
export type SocketLimits = {
  readonly headersMs: number;
  readonly requestMs: number;
  /** How long a client may read nothing of a response that is being sent. */
  readonly responseMs: number;
  readonly checkEveryMs: number;
};

export const SOCKET_LIMITS: SocketLimits = {
  headersMs: 10_000,
  requestMs: 15_000,
  responseMs: 15_000,
  checkEveryMs: 2000,
};

const KEEP_ALIVE_MS = 65_000;
/** Applies once half of the server's connections are open. */
const CROWDED_KEEP_ALIVE_MS = 5000;

export const MAX_HEADER_BYTES = 16 * 1024;

/** Requests on one connection that wait for their answer. No browser or proxy sends a second one before the first is answered. */
export const MAX_UNANSWERED = 5;

/** Node's HTTP server without its built-in error responses, because they lack our headers. */
export function createLimitedServer(limits: SocketLimits, handle: RequestListener): Server {
  const { headersMs, requestMs, responseMs, checkEveryMs } = limits;
  const server = createServer({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: checkEveryMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    requireHostHeader: false,
  });
  const unanswered = new WeakMap<Socket, number>();
  const count = (socket: Socket, change: 1 | -1): number => {
    const requests = (unanswered.get(socket) ?? 0) + change;
    unanswered.set(socket, requests);
    return requests;
  };
  const handleWithHost: RequestListener = (request, response) => {
    const { socket, headers, httpVersion } = request;
    // Node still parses what a closed connection sent before.
    if (socket.destroyed) return;
    if (count(socket, 1) > MAX_UNANSWERED) {
      socket.destroy();
      return;
    }
    response.once('close', () => count(socket, -1));
    const isUnreadable = headers.host === undefined && httpVersion !== '1.0';
    if (isUnreadable) server.emit('clientError', new Error('no Host'), socket);
    else handle(request, response);
  };
  server.on('request', handleWithHost);
  // HTTP allows a server to ignore an expectation that it doesn't know.
  server.on('checkExpectation', handleWithHost);
  // Without traffic for this long, or while idle for as long as it is kept. A call that takes longer has nothing to send yet.
  const isIdle = (socket: Socket) => unanswered.get(socket) === 0;
  server.setTimeout(responseMs, (socket) => (isIdle(socket) || socket.writableLength > 0) && socket.destroy());
  closeIdleEarly(server);
  return server;
}

/** Closes idle connections early while the server is crowded. */
function closeIdleEarly(server: Server): void {
  let open = 0;
  const count = (change: 1 | -1) => {
    open += change;
    server.keepAliveTimeout = open > server.maxConnections / 2 ? CROWDED_KEEP_ALIVE_MS : KEEP_ALIVE_MS;
  };
  server.on('connection', (socket) => {
    count(1);
    socket.once('close', () => count(-1));
  });
}

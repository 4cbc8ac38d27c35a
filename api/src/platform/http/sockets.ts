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
  /** Connections that wait for the next request. */
  const idle = new WeakSet<Socket>();
  const handleWithHost: RequestListener = (request, response) => {
    const isUnreadable = request.headers.host === undefined && request.httpVersion !== '1.0';
    idle.delete(request.socket);
    response.once('finish', () => idle.add(request.socket));
    if (isUnreadable) server.emit('clientError', new Error('no Host'), request.socket);
    else handle(request, response);
  };
  server.on('request', handleWithHost);
  // HTTP allows a server to ignore an expectation that it doesn't know.
  server.on('checkExpectation', handleWithHost);
  // Without traffic for this long, or while idle for as long as it is kept. A call that takes longer has nothing to send yet.
  server.setTimeout(responseMs, (socket) => (idle.has(socket) || socket.writableLength > 0) && socket.destroy());
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

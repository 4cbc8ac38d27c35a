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
  const { headersMs, requestMs, checkEveryMs } = limits;
  const server = createServer({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: checkEveryMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    requireHostHeader: false,
  });
  const handleWithHost: RequestListener = (request, response) => {
    const isUnreadable = request.headers.host === undefined && request.httpVersion !== '1.0';
    if (isUnreadable) server.emit('clientError', new Error('no Host'), request.socket);
    else handle(request, response);
  };
  server.on('request', handleWithHost);
  // HTTP allows a server to ignore an expectation that it doesn't know.
  server.on('checkExpectation', handleWithHost);
  closeIdleAndStalled(server, limits);
  return server;
}

/** Closes idle connections early while the server is crowded, and connections whose client stops reading a response. */
function closeIdleAndStalled(server: Server, { responseMs, checkEveryMs }: SocketLimits): void {
  const open = new Map<Socket, { readonly unsent: number; readonly since: number }>();
  const setKeepAlive = () => {
    const isCrowded = open.size > server.maxConnections / 2;
    server.keepAliveTimeout = isCrowded ? CROWDED_KEEP_ALIVE_MS : KEEP_ALIVE_MS;
  };
  server.on('connection', (socket) => {
    open.set(socket, { unsent: 0, since: 0 });
    setKeepAlive();
    socket.once('close', () => {
      open.delete(socket);
      setKeepAlive();
    });
  });
  const closeStalled = () => {
    const now = performance.now();
    for (const [socket, seen] of open) {
      const unsent = unsentBytes(socket);
      if (unsent === 0 || unsent !== seen.unsent) open.set(socket, { unsent, since: now });
      else if (now - seen.since >= responseMs) socket.destroy();
    }
  };
  server.once('listening', () => {
    const checking = setInterval(closeStalled, checkEveryMs).unref();
    server.once('close', () => clearInterval(checking));
  });
}

/** The bytes that the kernel has not taken yet. Node's public counters don't separate those. */
function unsentBytes(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, '_handle');
  const isCounted = typeof handle === 'object' && handle !== null && 'writeQueueSize' in handle;
  return isCounted ? Number(handle.writeQueueSize) : 0;
}

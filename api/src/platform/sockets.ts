import { createServer, type RequestListener, type Server } from 'node:http';

/** How long a client may take to send a request, for every server of ours. */
export type SocketLimits = { readonly headersMs: number; readonly requestMs: number; readonly checkEveryMs: number };

/** A socket that sends its request drop by drop is closed after the longest of them and one check. */
export const SOCKET_LIMITS: SocketLimits = { headersMs: 10_000, requestMs: 15_000, checkEveryMs: 2000 };

export const MAX_HEADER_BYTES = 16 * 1024;

/** Node's HTTP server, without the answers that it would send by itself: they have none of our headers. */
export function createLimitedServer(
  { headersMs, requestMs, checkEveryMs }: SocketLimits,
  handle: RequestListener,
): Server {
  const server = createServer({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: checkEveryMs,
    keepAliveTimeout: 65_000,
    maxHeaderSize: MAX_HEADER_BYTES,
    requireHostHeader: false,
  });
  const handleWithHost: RequestListener = (request, response) => {
    const isUnreadable = request.headers.host === undefined && request.httpVersion !== '1.0';
    if (isUnreadable) server.emit('clientError', new Error('no Host'), request.socket);
    else handle(request, response);
  };
  server.on('request', handleWithHost);
  // HTTP allows a server to ignore what it doesn't know.
  server.on('checkExpectation', handleWithHost);
  return server;
}

/** How long a client may take to send a request, for every server of ours. */
export type SocketLimits = { readonly headersMs: number; readonly requestMs: number; readonly checkEveryMs: number };

/** A socket that sends its request drop by drop is closed after the longest of them and one check. */
export const SOCKET_LIMITS: SocketLimits = { headersMs: 10_000, requestMs: 15_000, checkEveryMs: 2000 };

export const MAX_HEADER_BYTES = 16 * 1024;

/** The options of Node's HTTP server. */
export const socketOptions = ({ headersMs, requestMs, checkEveryMs }: SocketLimits) => ({
  headersTimeout: headersMs,
  requestTimeout: requestMs,
  connectionsCheckingInterval: checkEveryMs,
  keepAliveTimeout: 65_000,
  maxHeaderSize: MAX_HEADER_BYTES,
});

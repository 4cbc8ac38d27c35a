/** Responses to requests that Node can't parse, before Fastify, its hooks and its headers. */
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { PROBLEM_TYPE } from './problems.ts';

/** By Node's error code; any other error is a request that can't be read. */
const PROBLEMS = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request-timeout', 'The request took too long.'],
  HPE_HEADER_OVERFLOW: [431, 'headers-too-large', 'The headers of the request are too large.'],
  unreadable: [400, 'unreadable-request', 'The request is not valid HTTP.'],
} as const;

type ProblemOfSocket = (typeof PROBLEMS)[keyof typeof PROBLEMS];

/** Prepared once, so that a flood costs no more than a write each. */
const answerOf = ([status, code, detail]: ProblemOfSocket, headers: Readonly<Record<string, string>>): string => {
  const body = JSON.stringify({ type: 'about:blank', title: STATUS_CODES[status], status, detail, code });
  const all = {
    ...headers,
    'cache-control': 'no-store',
    'content-type': PROBLEM_TYPE,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n');
};

/** Fastify's `clientErrorHandler`: answers with these headers and closes the connection. */
export function answerUnreadable(
  headers: Readonly<Record<string, string>>,
): (error: Error & { readonly code?: string }, socket: Socket) => void {
  const answers = new Map(Object.entries(PROBLEMS).map(([code, problem]) => [code, answerOf(problem, headers)]));
  return ({ code = '' }, socket) => {
    // A client that is gone reads nothing, and this would corrupt a response that has begun.
    const { _httpMessage: begun } = socket as { _httpMessage?: ServerResponse | null };
    if (code !== 'ECONNRESET' && socket.writable && !begun?.headersSent)
      socket.write(answers.get(code) ?? answers.get('unreadable') ?? '');
    socket.destroy();
  };
}

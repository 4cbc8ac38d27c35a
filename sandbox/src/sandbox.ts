/** Routes each request to the party that answers under its path. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { handleChat } from './chat.ts';
import { nowOf } from './clock.ts';
import { handleControl } from './control.ts';
import { handleFlash } from './flash.ts';
import { handleGatewayEntry } from './gateway-pages.ts';
import { BodyTooLarge, type HandlerResult, json, readBody, type SandboxRequest, sendResult } from './http.ts';
import { handleIdentityProvider } from './identity-provider.ts';
import { STAND_INS } from './partners.ts';
import { appendBounded, createState, type SandboxPartner, type State } from './state.ts';
import { statement } from './statements.ts';
import { handleStudy } from './study.ts';
import { handleSession } from './survey-pages.ts';

type Handle = (state: State, request: SandboxRequest) => Promise<HandlerResult>;

/** What every survey partner has, and its own addresses. */
const handlePartner =
  (partner: SandboxPartner): Handle =>
  async (state, request) => {
    if (request.path === '/statement.csv') return statement(state, partner.party, request);
    if (request.path.startsWith('/session/')) return handleSession(state, partner, request);
    return partner.handle(state, request);
  };

const PARTIES: readonly (readonly [prefix: string, party: string, handle: Handle])[] = [
  ...STAND_INS.map((partner) => [`/${partner.party}`, partner.party, handlePartner(partner)] as const),
  ['/chat/v1', 'chat', handleChat],
  ['/flash', 'flash', handleFlash],
  ['/gateway', 'gateway', handleGatewayEntry],
  ['/identity', 'identity', handleIdentityProvider],
  ['/study', 'study', handleStudy],
];

export function createSandbox(panelOrigin: string): { server: Server; state: State } {
  const state = createState(new URL(panelOrigin).origin, STAND_INS);
  const server = createServer((message, response) => {
    handle(state, message)
      .catch((error: unknown) =>
        error instanceof BodyTooLarge ? json(413, { error: 'too large' }) : internalError(error),
      )
      .then((result) => sendResult(response, result));
  });
  // Longer than clients keep a connection, or they would sometimes send on one that was just closed.
  server.keepAliveTimeout = 60_000;
  return { server, state };
}

async function handle(state: State, message: IncomingMessage): Promise<HandlerResult> {
  const target = message.url ?? '/';
  const body = await readBody(message);
  const origin = `http://${message.headers.host ?? 'sandbox'}`;
  const { pathname, searchParams } = new URL(target, 'http://sandbox');
  const [prefix, party, handler] = PARTIES.find(([start]) => `${pathname}/`.startsWith(`${start}/`)) ?? [
    '',
    '',
    handleControl,
  ];
  const request: SandboxRequest = {
    method: message.method ?? 'GET',
    url: origin + target,
    origin,
    path: pathname.slice(prefix.length),
    query: searchParams,
    headers: message.headers,
    body,
  };
  if (!party) return handler(state, request);
  const received = appendBounded(state.requests, {
    party,
    method: request.method,
    path: target.slice(prefix.length),
    body,
    at: nowOf(state.clock),
    status: null as number | null,
  });
  const result = await handler(state, request);
  if (typeof result === 'object') received.status = result.status;
  return result;
}

/** Logs only the error's type, since its message could contain a did. */
function internalError(error: unknown): HandlerResult {
  process.stderr.write(`sandbox: ${error instanceof Error ? error.name : 'error'}\n`);
  return json(500, { error: 'internal' });
}

/** Who answers under which path. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { answerChat } from './chat.ts';
import { answerCintMatch } from './cint-match.ts';
import { answerCintRouter } from './cint-router.ts';
import { nowOf } from './clock.ts';
import { answerControl } from './control.ts';
import { answerFlash } from './flash.ts';
import { answerGatewayDoor } from './gateway-pages.ts';
import { type Answer, type Exchange, json, readBody, TooLarge, write } from './http.ts';
import { answerPureSpectrum } from './purespectrum.ts';
import { keep, newWorld, type World } from './state.ts';

const PARTIES: readonly [
  prefix: string,
  party: string,
  answer: (world: World, exchange: Exchange) => Promise<Answer>,
][] = [
  ['/chat/v1', 'chat', answerChat],
  ['/cint-match', 'cint-match', answerCintMatch],
  ['/cint-router', 'cint-router', answerCintRouter],
  ['/purespectrum', 'purespectrum', answerPureSpectrum],
  ['/flash', 'flash', answerFlash],
  ['/gateway', 'gateway', answerGatewayDoor],
];

export function createSandbox(panelOrigin: string): { server: Server; world: World } {
  const world = newWorld(new URL(panelOrigin).origin);
  const server = createServer((request, response) => {
    answer(world, request)
      .catch((error: unknown) => (error instanceof TooLarge ? json(413, { error: 'too large' }) : failed(error)))
      .then((spoken) => write(response, spoken));
  });
  // Longer than a client keeps a line, or it would now and then speak into one that we just closed.
  server.keepAliveTimeout = 60_000;
  return { server, world };
}

async function answer(world: World, request: IncomingMessage): Promise<Answer> {
  const target = request.url ?? '/';
  const body = await readBody(request);
  const origin = `http://${request.headers.host ?? 'sandbox'}`;
  const { pathname, searchParams } = new URL(target, 'http://sandbox');
  const [prefix, party, speak] = PARTIES.find(([start]) => `${pathname}/`.startsWith(`${start}/`)) ?? [
    '',
    '',
    answerControl,
  ];
  const exchange: Exchange = {
    method: request.method ?? 'GET',
    url: origin + target,
    origin,
    path: pathname.slice(prefix.length),
    query: searchParams,
    headers: request.headers,
    body,
  };
  if (!party) return speak(world, exchange);
  const received = keep(world.requests, {
    party,
    method: exchange.method,
    path: target.slice(prefix.length),
    body,
    at: nowOf(world.clock),
    status: null as number | null,
  });
  const spoken = await speak(world, exchange);
  if (typeof spoken === 'object') received.status = spoken.status;
  return spoken;
}

/** Of an error only its type, since its text could hold who was asked for. */
function failed(error: unknown): Answer {
  process.stderr.write(`sandbox: ${error instanceof Error ? error.name : 'error'}\n`);
  return json(500, { error: 'internal' });
}

/** The super-app's business API. Any device is one of its own, but for those that begin with `unknown-`. */
import { createHash, randomUUID } from 'node:crypto';
import { nowOf } from './clock.ts';
import { type Answer, type Exchange, fieldsOf, json, notFound, sleep } from './http.ts';
import { take } from './scenarios.ts';
import { keep, type World } from './state.ts';

const SLOW_MS = 3000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * A device's number, always the same. `twin-` before a did is a second device with the number of the first. Longer than
 * a South African number, so that no two of a million devices share one by chance.
 */
export function numberOf(did: string): string {
  const owner = did.replace(/^twin-/, '');
  const digits = BigInt(`0x${createHash('sha256').update(owner).digest('hex').slice(0, 24)}`)
    .toString()
    .slice(-12);
  return `27${digits.padStart(12, '0')}`;
}

export async function answerChat(world: World, exchange: Exchange): Promise<Answer> {
  const { headers, query, method, path } = exchange;
  if (!/^Bearer \S+$/.test(headers.authorization ?? '') && !query.get('access_token'))
    return json(401, { error: 'unauthorized' });
  const { mode, delayMs } = take(world.scenarios, 'chat', 'calls', ['down', 'slow']);
  if (mode === 'down') return json(503, { error: 'unavailable' });
  if (mode === 'slow') await sleep(delayMs ?? SLOW_MS);
  if (method === 'POST' && path === '/message') return message(world, exchange);
  const did = /^\/users\/([A-Za-z0-9_-]{8,64})$/.exec(path)?.[1];
  return method === 'GET' && did ? user(world, did) : notFound();
}

function user(world: World, did: string): Answer {
  const isUnknown = take(world.scenarios, 'chat', 'calls', ['unknown-user']).mode === 'unknown-user';
  if (isUnknown || did.startsWith('unknown-')) return notFound();
  const number = numberOf(did);
  world.devices.set(number, (world.devices.get(number) ?? new Set()).add(did));
  return json(200, { user_profile: { number, did } });
}

/** Nothing here recognises a repeat: what is sent twice arrives twice, so that a wrong client is caught. */
function message(world: World, exchange: Exchange): Answer {
  const { mode } = take(world.scenarios, 'chat', 'calls', ['refuse', 'lost-reply']);
  if (mode === 'refuse') return json(400, { error: 'refused' });
  const jobId = exchange.query.get('job_id') ?? '';
  const fields = fieldsOf(exchange) ?? {};
  const number = String(fields.to ?? '').replace(/^\+/, '');
  const body = (fields.text as { body?: unknown } | null | undefined)?.body;
  const isSound =
    UUID.test(jobId) &&
    /^\d{8,15}$/.test(number) &&
    ['individual', 'broadcast'].includes(String(fields.recipient_type)) &&
    ['low', 'medium', 'high'].includes(String(fields.priority ?? 'medium')) &&
    fields.type === 'text' &&
    typeof body === 'string' &&
    body.length > 0;
  if (!isSound) return json(400, { error: 'bad request' });
  const { id } = keep(world.inbox, { id: randomUUID(), jobId, number, body, at: nowOf(world.clock) });
  return mode === 'lost-reply' ? 'cut' : json(200, { id });
}

/** What arrived, by device, newest first. */
export function inboxOf(world: World) {
  const numbers = [...new Set(world.inbox.map(({ number }) => number).reverse())];
  return numbers.map((number) => ({
    number,
    dids: [...(world.devices.get(number) ?? [])],
    messages: world.inbox
      .filter((one) => one.number === number)
      .reverse()
      .map(({ id, jobId, body, at }) => ({ id, jobId, body, at: new Date(at).toISOString() })),
  }));
}

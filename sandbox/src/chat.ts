/** The super-app's business API. It knows every device, except those whose did begins with `unknown-`. */
import { createHash, randomUUID } from 'node:crypto';
import { nowOf } from './clock.ts';
import { type HandlerResult, json, notFound, postedFields, type SandboxRequest, sleep } from './http.ts';
import { takeMode } from './scenarios.ts';
import { appendBounded, type State } from './state.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The number of a device, derived from its did. A did that begins with `twin-` has the same number as the rest of it.
 * Longer than a real number, so that no two of a million devices share one by chance.
 */
export function mobileNumberOf(did: string): string {
  const owner = did.replace(/^twin-/, '');
  const digits = BigInt(`0x${createHash('sha256').update(owner).digest('hex').slice(0, 24)}`)
    .toString()
    .slice(-12);
  return `27${digits.padStart(12, '0')}`;
}

export async function handleChat(state: State, request: SandboxRequest): Promise<HandlerResult> {
  const { headers, query, method, path } = request;
  if (!/^Bearer \S+$/.test(headers.authorization ?? '') && !query.get('access_token'))
    return json(401, { error: 'unauthorized' });
  const { mode, delayMs } = takeMode(state.scenarios, 'chat', 'calls', ['down', 'slow']);
  if (mode === 'down') return json(503, { error: 'unavailable' });
  if (mode === 'slow') await sleep(delayMs);
  if (method === 'POST' && path === '/message') return receiveMessage(state, request);
  const did = /^\/users\/([A-Za-z0-9_-]{8,64})$/.exec(path)?.[1];
  return method === 'GET' && did ? findUser(state, did) : notFound();
}

function findUser(state: State, did: string): HandlerResult {
  const isUnknown = takeMode(state.scenarios, 'chat', 'calls', ['unknown-user']).mode === 'unknown-user';
  if (isUnknown || did.startsWith('unknown-')) return notFound();
  const number = mobileNumberOf(did);
  state.didsByNumber.set(number, (state.didsByNumber.get(number) ?? new Set()).add(did));
  return json(200, { user_profile: { number, did } });
}

/** Doesn't detect repeats: a message that is sent twice arrives twice, so that a test notices. */
function receiveMessage(state: State, request: SandboxRequest): HandlerResult {
  const { mode } = takeMode(state.scenarios, 'chat', 'calls', ['refuse', 'too-many', 'lost-reply']);
  if (mode === 'refuse') return json(400, { error: 'refused' });
  if (mode === 'too-many') return json(429, { error: 'too many requests' });
  const jobId = request.query.get('job_id') ?? '';
  const fields = postedFields(request) ?? {};
  const number = String(fields.to ?? '').replace(/^\+/, '');
  const body = (fields.text as { body?: unknown } | null | undefined)?.body;
  const isValid =
    UUID.test(jobId) &&
    /^\d{8,15}$/.test(number) &&
    ['individual', 'broadcast'].includes(String(fields.recipient_type)) &&
    ['low', 'medium', 'high'].includes(String(fields.priority ?? 'medium')) &&
    fields.type === 'text' &&
    typeof body === 'string' &&
    body.length > 0;
  if (!isValid) return json(400, { error: 'bad request' });
  const { id } = appendBounded(state.inbox, { id: randomUUID(), jobId, number, body, at: nowOf(state.clock) });
  return mode === 'lost-reply' ? 'disconnect' : json(200, { id });
}

/** The messages by number, newest first. */
export function inboxOf(state: State) {
  const numbers = [...new Set(state.inbox.map(({ number }) => number).reverse())];
  return numbers.map((number) => ({
    number,
    dids: [...(state.didsByNumber.get(number) ?? [])],
    messages: state.inbox
      .filter((message) => message.number === number)
      .reverse()
      .map(({ id, jobId, body, at }) => ({ id, jobId, body, at: new Date(at).toISOString() })),
  }));
}

/** The super-app's business API. Any device is one of its own, but for those that begin with `unknown-`. */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Answer } from './server.ts';

/**
 * A device's number, always the same. `twin-` before a did is a second device with the number of the first. Longer than
 * a South African number, so that no two of a million devices share one by chance.
 */
function numberOf(did: string): string {
  const owner = did.replace(/^twin-/, '');
  const digits = BigInt(`0x${createHash('sha256').update(owner).digest('hex').slice(0, 24)}`)
    .toString()
    .slice(-12);
  return `27${digits.padStart(12, '0')}`;
}

export function answerChat(request: IncomingMessage, path: string): Answer {
  if (!/^Bearer \S+$/.test(request.headers.authorization ?? ''))
    return { status: 401, body: { error: 'unauthorized' } };
  const did = /^\/users\/([A-Za-z0-9_-]{8,64})$/.exec(path)?.[1];
  if (request.method !== 'GET' || !did || did.startsWith('unknown-'))
    return { status: 404, body: { error: 'not found' } };
  return { status: 200, body: { user_profile: { number: numberOf(did), did } } };
}

/** The super-app's business API: the number of a device, and messages to its chat. */
import { httpRequest, tryParseJson } from '../platform/parties/client.ts';
import { outsideText } from '../platform/security/outside-text.ts';

export type Lookup =
  | { readonly kind: 'found'; readonly number: string }
  | { readonly kind: 'unknown' }
  /** No usable answer. It only says whether the service fails, or has no number for this one device. */
  | { readonly kind: 'unreachable'; readonly reason: string; readonly fault: 'service' | 'device' };
/** Whether a look-up counts for the breaker: a problem with one device must not stop the calls for all others. */
export const isOutage = (lookup: Lookup): boolean => lookup.kind === 'unreachable' && lookup.fault === 'service';
/** The same for a message: without an answer the service fails. */
export const isSendOutage = (sent: Sent): boolean =>
  sent.kind === 'unknown' || (sent.kind === 'refused' && sent.fault === 'service');

type Sent =
  | { readonly kind: 'accepted' }
  /** It was not sent. `fault` is like a look-up's: the service accepts no messages now, or not this one. */
  | { readonly kind: 'refused'; readonly reason: string; readonly fault: 'service' | 'message' }
  /** It may or may not have arrived. */
  | { readonly kind: 'unknown'; readonly reason: string };

export type Chat = {
  lookUp(did: string): Promise<Lookup>;
  /** `jobId` groups related messages at the super-app; it doesn't prevent duplicates. */
  send(message: { jobId: string; number: string; text: string }): Promise<Sent>;
};

const TIMEOUT_MS = 4000;
const NUMBER = /^\d{8,15}$/;
/** A refusal that says nothing about the device or the message: our key, a timeout, a rate limit. Assumption: device-without-number. */
const REFUSES_ALL = [401, 408, 429];

export function chatClient(url: string, key: string, timeoutMs: number = TIMEOUT_MS): Chat {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const get = (path: string) =>
    httpRequest(url + path, { party: 'chat', headers, signal: AbortSignal.timeout(timeoutMs) });
  const post = (path: string, body: object) =>
    httpRequest(url + path, {
      party: 'chat',
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });

  return {
    async lookUp(did) {
      const result = await get(`/users/${encodeURIComponent(did)}`);
      if (result.kind === 'failure') return { kind: 'unreachable', reason: result.code, fault: 'service' };
      const { status } = result;
      if (status === 404) return { kind: 'unknown' };
      if (status !== 200) {
        const isAboutDevice = status >= 400 && status < 500 && !REFUSES_ALL.includes(status);
        return { kind: 'unreachable', reason: `status ${status}`, fault: isAboutDevice ? 'device' : 'service' };
      }
      const body = tryParseJson(result.text) as { user_profile?: { number?: unknown } } | null | undefined;
      const number = outsideText(body?.user_profile?.number).replace(/^\+/, '');
      if (NUMBER.test(number)) return { kind: 'found', number };
      // If it isn't a JSON object, it comes from a proxy in front of the service.
      const isAnswer = typeof body === 'object' && body !== null;
      return { kind: 'unreachable', reason: 'no number', fault: isAnswer ? 'device' : 'service' };
    },

    async send({ jobId, number, text }) {
      const result = await post(`/message?job_id=${jobId}`, {
        to: number,
        recipient_type: 'individual',
        type: 'text',
        priority: 'high',
        text: { body: text, allow_merge: false },
      });
      if (result.kind === 'failure') return { kind: 'unknown', reason: result.code };
      const { status } = result;
      // A proxy in front of the service may also say 200; the service names the message.
      if (status >= 200 && status < 300)
        return hasId(tryParseJson(result.text)) ? { kind: 'accepted' } : { kind: 'unknown', reason: 'no id' };
      const reason = `status ${status}`;
      // Assumption: chat-answers. After a timeout the message may have arrived; after a rate limit it has not.
      if (status < 400 || status >= 500 || status === 408) return { kind: 'unknown', reason };
      return { kind: 'refused', reason, fault: REFUSES_ALL.includes(status) ? 'service' : 'message' };
    },
  };
}

function hasId(body: unknown): boolean {
  const { id } = Object(body) as { id?: unknown };
  return (typeof id === 'string' && id !== '') || typeof id === 'number';
}

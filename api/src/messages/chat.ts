/** The super-app's business API: who a device belongs to, and the way to its chat. */
export type Lookup =
  | { readonly kind: 'found'; readonly number: string }
  | { readonly kind: 'unknown' }
  /** No usable answer: nothing may be concluded from it. */
  | { readonly kind: 'unreachable'; readonly reason: string };

export type Sent =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly reason: string }
  /** It may or may not have arrived. */
  | { readonly kind: 'unknown'; readonly reason: string };

export type Chat = {
  lookUp(did: string): Promise<Lookup>;
  /** `jobId` groups what belongs together at the super-app; it does not make a message arrive once. */
  send(message: { jobId: string; number: string; text: string }): Promise<Sent>;
};

const TIMEOUT_MS = 4000;
const NUMBER = /^\d{8,15}$/;

export function chatClient(url: string, key: string, timeoutMs: number = TIMEOUT_MS): Chat {
  const request = (path: string, init: RequestInit = {}) =>
    fetch(url + path, {
      ...init,
      headers: { authorization: `Bearer ${key}`, accept: 'application/json', 'content-type': 'application/json' },
      // Neither a redirect nor a slow answer may take our key, or our time, elsewhere.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
  const reasonOf = (error: unknown) => (error instanceof Error ? error.name : 'unknown');

  return {
    async lookUp(did) {
      try {
        const answer = await request(`/users/${encodeURIComponent(did)}`);
        if (answer.status === 404) return { kind: 'unknown' };
        if (!answer.ok) return { kind: 'unreachable', reason: `status ${answer.status}` };
        const body = (await answer.json()) as { user_profile?: { number?: unknown } } | null;
        const number = String(body?.user_profile?.number ?? '').replace(/^\+/, '');
        return NUMBER.test(number) ? { kind: 'found', number } : { kind: 'unreachable', reason: 'no number' };
      } catch (error) {
        return { kind: 'unreachable', reason: reasonOf(error) };
      }
    },

    async send({ jobId, number, text }) {
      const body = {
        to: number,
        recipient_type: 'individual',
        type: 'text',
        priority: 'high',
        text: { body: text, allow_merge: false },
      };
      try {
        const answer = await request(`/message?job_id=${jobId}`, { method: 'POST', body: JSON.stringify(body) });
        if (answer.ok) return { kind: 'accepted' };
        const isRefusal = answer.status >= 400 && answer.status < 500 && answer.status !== 408 && answer.status !== 429;
        return { kind: isRefusal ? 'refused' : 'unknown', reason: `status ${answer.status}` };
      } catch (error) {
        return { kind: 'unknown', reason: reasonOf(error) };
      }
    },
  };
}

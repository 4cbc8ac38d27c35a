/** The super-app's business API: who a device belongs to, and the way to its chat. */
export type Lookup =
  | { readonly kind: 'found'; readonly number: string }
  | { readonly kind: 'unknown' }
  /** No usable answer: nothing may be concluded from it. */
  | { readonly kind: 'unreachable'; readonly reason: string };

export type Chat = { lookUp(did: string): Promise<Lookup> };

const TIMEOUT_MS = 4000;
const NUMBER = /^\d{8,15}$/;

export function chatClient(url: string, key: string, timeoutMs: number = TIMEOUT_MS): Chat {
  return {
    async lookUp(did) {
      try {
        const answer = await fetch(`${url}/users/${encodeURIComponent(did)}`, {
          headers: { authorization: `Bearer ${key}`, accept: 'application/json' },
          // Neither a redirect nor a slow answer may take our key, or our time, elsewhere.
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        });
        if (answer.status === 404) return { kind: 'unknown' };
        if (!answer.ok) return { kind: 'unreachable', reason: `status ${answer.status}` };
        const body = (await answer.json()) as { user_profile?: { number?: unknown } } | null;
        const number = String(body?.user_profile?.number ?? '').replace(/^\+/, '');
        return NUMBER.test(number) ? { kind: 'found', number } : { kind: 'unreachable', reason: 'no number' };
      } catch (error) {
        return { kind: 'unreachable', reason: error instanceof Error ? error.name : 'unknown' };
      }
    },
  };
}

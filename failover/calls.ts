/** Calls through HAProxy, as clients make them, with their responses and durations. */
import { setTimeout as sleep } from 'node:timers/promises';

export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: object;
  /** Whether a success means that something was committed. */
  readonly isWrite?: boolean;
};

export type Answered = {
  readonly call: string;
  readonly isWrite: boolean;
  readonly endedAt: number;
  readonly tookMs: number;
  /** Null if the connection was cut or no response came. */
  readonly status: number | null;
  /** Why it failed: the error's code, the problem's code, or the text of HAProxy's own page. */
  readonly cause: string;
};

export const hasSucceeded = ({ status }: Answered): boolean => status !== null && status < 400;
export const seconds = (ms = 0): string => (ms / 1000).toFixed(1);
export const describe = ({ call, status, cause }: Answered): string =>
  `${call} answered ${status ?? 'nothing'} (${cause})`;

/** Much longer than any call may take: a call that reaches it was never answered. */
const NEVER_MS = 30_000;
const RETRY_MS = 250;

const textOfPage = (html: string) =>
  html
    .replace(/<[^>]*>|\s+/g, ' ')
    .trim()
    .slice(0, 80);

export type Caller = ReturnType<typeof caller>;

export function caller(origin: string) {
  const answered: Answered[] = [];

  async function send({
    method,
    path,
    body,
    isWrite = false,
  }: Call): Promise<{ status: number | null; body: unknown }> {
    const began = performance.now();
    let status: number | null = null;
    let [content, cause]: [unknown, string] = [undefined, ''];
    try {
      const answer = await fetch(origin + path, {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(NEVER_MS),
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      status = answer.status;
      const isJson = answer.headers.get('content-type')?.includes('json');
      content = isJson ? JSON.parse(text) : text;
      if (status >= 400) cause = isJson ? `our ${(content as { code?: string }).code}` : textOfPage(text);
    } catch (error) {
      const { cause: inner, name } = error as Error;
      cause = String((inner as { code?: unknown } | undefined)?.code ?? name);
    }
    const endedAt = performance.now();
    // The did and the signature are left out.
    const call = `${method} ${path.replace(/\?.*$|[^/]*\d[^/]*$/, '')}`;
    answered.push({ call, isWrite, endedAt, tookMs: endedAt - began, status, cause });
    return { status, body: content };
  }

  return {
    answered,
    send,
    /** Retries until it succeeds, like a patient client. Returns the body. */
    async sendUntilSuccess(call: Call): Promise<unknown> {
      for (;;) {
        const { status, body } = await send(call);
        if (status !== null && status < 400) return body;
        await sleep(RETRY_MS * (0.5 + Math.random()));
      }
    },
  };
}

/** The longest time between two successes, in seconds, between two moments. */
export function longestGap(answered: readonly Answered[], from: number, to: number): number {
  const successes = answered
    .filter(({ status, endedAt }) => status !== null && status < 400 && endedAt >= from && endedAt <= to)
    .map(({ endedAt }) => endedAt)
    .sort((a, b) => a - b);
  const times = [from, ...successes, to];
  return Math.max(...times.slice(1).map((time, index) => time - (times[index] as number))) / 1000;
}

export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

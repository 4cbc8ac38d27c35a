/** Requests and replies as the sandbox's handlers see them. */
import type { IncomingMessage, ServerResponse } from 'node:http';

const MAX_BODY_BYTES = 1_048_576;

export type SandboxRequest = {
  readonly method: string;
  /** The URL exactly as it arrived: signatures cover it. */
  readonly url: string;
  readonly origin: string;
  /** Without the party's own prefix. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

export type Reply = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Runs once the reply was sent or the client disconnected. */
  readonly afterSend?: () => void;
};

/** `hang` never replies; `disconnect` closes the connection without a reply. */
export type HandlerResult = Reply | 'hang' | 'disconnect';

export const json = (status: number, body: unknown): Reply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
export const html = (status: number, body: string): Reply => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body,
});
export const redirect = (location: string): Reply => ({ status: 303, headers: { location } });
export const notFound = (): Reply => json(404, { error: 'not found' });

const SLOW_MS = 3000;
/** Delays the reply of a party that a scenario makes slow. */
export const sleep = (delayMs: number | null): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, delayMs ?? SLOW_MS));

export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge';
}

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export function sendResult(response: ServerResponse, result: HandlerResult): void {
  if (result === 'hang') return;
  if (result === 'disconnect') {
    response.destroy();
    return;
  }
  // If a browser disconnects right after a button was pressed, the press still counts.
  if (response.destroyed) result.afterSend?.();
  else if (result.afterSend) response.once('close', result.afterSend);
  // Neither the panel nor a partner may learn from the referrer where a person came from.
  response.writeHead(result.status, {
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    ...result.headers,
  });
  response.end(result.body ?? '');
}

/** The fields of a posted form or of a JSON object; null for anything else. */
export function postedFields({ headers, body }: SandboxRequest): Record<string, unknown> | null {
  if (isForm(headers)) return Object.fromEntries(new URLSearchParams(body));
  try {
    const value: unknown = JSON.parse(body || '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

export const isForm = (headers: IncomingMessage['headers']): boolean =>
  (headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded');

/** What a party is asked and what it answers, without the wire. */
import type { IncomingMessage, ServerResponse } from 'node:http';

const MAX_BODY = 1_048_576;

export type Exchange = {
  readonly method: string;
  /** The address as it arrived, byte for byte: signatures are made over it. */
  readonly url: string;
  readonly origin: string;
  /** Below the party's own prefix. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

export type Spoken = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Runs once the answer has left, or its reader has. */
  readonly afterwards?: () => void;
};

/** `silence` leaves the line open until the client gives up; `cut` drops it without a word. */
export type Answer = Spoken | 'silence' | 'cut';

export const json = (status: number, body: unknown): Spoken => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
export const html = (status: number, body: string): Spoken => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body,
});
export const redirect = (location: string): Spoken => ({ status: 303, headers: { location } });
export const notFound = (): Spoken => json(404, { error: 'not found' });

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export class TooLarge extends Error {
  override name = 'TooLarge';
}

export async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > MAX_BODY) throw new TooLarge();
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

export function write(response: ServerResponse, answer: Answer): void {
  if (answer === 'silence') return;
  if (answer === 'cut') {
    response.destroy();
    return;
  }
  // Who pressed a button and left at once has pressed it all the same.
  if (response.destroyed) answer.afterwards?.();
  else if (answer.afterwards) response.once('close', answer.afterwards);
  // A partner's page must not tell the panel, nor the panel's address a partner, where a person came from.
  response.writeHead(answer.status, {
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    ...answer.headers,
  });
  response.end(answer.body ?? '');
}

/** The fields of a posted form or of a JSON object; null for anything else. */
export function fieldsOf({ headers, body }: Exchange): Record<string, unknown> | null {
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

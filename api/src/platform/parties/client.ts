/** One request to an outside party: limited in time and size, and never redirected elsewhere with our keys. */
import { reportPartyCall } from './party-calls.ts';

const MAX_BYTES = 1024 * 1024;

type HttpRequest = {
  /** The party: a partner's name, `issuer`, `chat` or `webhook`. Null if its calls aren't counted. */
  readonly party: string | null;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Covers everything up to the last byte: a party that answers slowly is as late as one that doesn't answer. */
  readonly signal: AbortSignal;
};

type HttpResult =
  | { readonly kind: 'answer'; readonly status: number; readonly text: string }
  /** Unless it is `not-connected`, the request may have reached the other side. */
  | { readonly kind: 'failure'; readonly code: 'not-connected' | 'timeout' | 'too-large' | 'unreachable' };

export async function httpRequest(url: string, request: HttpRequest): Promise<HttpResult> {
  const began = performance.now();
  const result = await send(url, request);
  const { party } = request;
  const ms = performance.now() - began;
  if (party !== null) reportPartyCall({ party, result: isAnswered(result) ? 'answered' : 'failed', ms });
  return result;
}

/** A call has failed if the answer says that our key is wrong, that we call too often or that the party has an error. */
const isAnswered = (result: HttpResult): boolean =>
  result.kind === 'answer' && result.status < 500 && ![401, 403, 429].includes(result.status);

async function send(url: string, { method = 'GET', headers, body, signal }: HttpRequest): Promise<HttpResult> {
  try {
    const response = await fetch(url, {
      method,
      headers: { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'panel', ...headers },
      ...(body !== undefined && { body }),
      redirect: 'manual',
      signal,
    });
    const text = await readText(response);
    return text === null ? { kind: 'failure', code: 'too-large' } : { kind: 'answer', status: response.status, text };
  } catch (error) {
    if (signal.aborted) return { kind: 'failure', code: 'timeout' };
    return { kind: 'failure', code: isBeforeConnection(error) ? 'not-connected' : 'unreachable' };
  }
}

/** What ends a call before a connection is open, and never after. */
const CONNECTION_FAULTS = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];
const isBeforeConnection = (error: unknown): boolean => {
  const { code } = Object(error instanceof Error && error.cause) as { code?: unknown };
  return CONNECTION_FAULTS.some((fault) => fault === code);
};

/** Null if the body is larger than the limit. */
async function readText(response: Response): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the rest of the body.
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Undefined if the text isn't JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Asking a partner over the network. Whatever it answers, it takes little of our time and none of our memory. */

const LARGEST = 1024 * 1024;

export type Answer =
  | { readonly kind: 'json'; readonly body: unknown }
  | { readonly kind: 'error'; readonly code: string };

const error = (code: string): Answer => ({ kind: 'error', code });

/** The signal holds until the last byte: a partner that drips its answer is as late as one that gives none. */
export async function getJson(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Answer> {
  try {
    const answer = await fetch(url, {
      headers: { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'panel', ...headers },
      // A redirect could take our key, or us, to a place of its choosing.
      redirect: 'manual',
      signal,
    });
    if (answer.status !== 200) {
      await answer.body?.cancel();
      return error(`status-${answer.status}`);
    }
    const text = await readAtMost(answer, LARGEST);
    return text === null ? error('too-large') : { kind: 'json', body: JSON.parse(text) };
  } catch (failure) {
    if (signal.aborted) return error('timeout');
    return error(failure instanceof SyntaxError ? 'not-json' : 'unreachable');
  }
}

async function readAtMost(answer: Response, most: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the rest of the body.
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > most) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

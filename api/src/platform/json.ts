import { FAULTS } from '@panel/domain/wording';
import type { FastifyInstance } from 'fastify';
import { Problem } from './problems.ts';

/** Accepts JSON bodies only: a form or plain text, which any other site could post, is refused by its content type. */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // A DELETE may carry the content type and no body.
    if (body === '' && request.method === 'DELETE') return done(null, undefined);
    let value: unknown;
    try {
      value = JSON.parse(String(body));
    } catch {
      return done(new Problem('invalid-json'), undefined);
    }
    const keyCount = countKeys(value, MAX_DEPTH);
    if (keyCount === Number.POSITIVE_INFINITY) return done(new Problem('not-the-payload'), undefined);
    const field = mayRepeatField(String(body), keyCount) ? repeatedField(String(body), value) : null;
    if (field === null) return done(null, value);
    const error = { field, message: FAULTS.repeated };
    done(new Problem('invalid-payload', `${field}: ${error.message}`, [error]), undefined);
  });
}

/** Twice as deep as any payload; without a limit a body of brackets alone would overflow the stack of whatever reads it. */
const MAX_DEPTH = 12;

/** The keys of every object in it; infinite where it is deeper than so many levels. */
function countKeys(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (depth === 0) return Number.POSITIVE_INFINITY;
  let count = Array.isArray(value) ? 0 : Object.keys(value).length;
  for (const inner of Object.values(value)) count += countKeys(inner, depth - 1);
  return count;
}

/** How each key ends. A string may contain the same, so a body has at least as many of them as keys. */
const KEY_ENDS = /"\s*:/g;
/** Only such a body is searched for the key, since a key that comes twice is counted once in what was parsed. */
const mayRepeatField = (text: string, keyCount: number): boolean => (text.match(KEY_ENDS)?.length ?? 0) !== keyCount;

/** A string, and the colon behind it where it is a key. An alternative for each character would overflow the stack on a file. */
const STRINGS = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g;

/**
 * The path of a key that an object has twice, or null. Readers of JSON disagree on which of the two counts, so what a
 * proxy or a log reader saw may not be what was stored.
 */
function repeatedField(text: string, value: unknown): string | null {
  const paths: [key: string, path: string][] = [];
  collectPaths(value, '', paths);
  const keys = [...text.matchAll(STRINGS)].filter(([, colon]) => colon !== undefined);
  const surplus = new Map<string, number>();
  for (const [token, colon = ''] of keys) {
    const key = JSON.parse(token.slice(0, token.length - colon.length)) as string;
    surplus.set(key, (surplus.get(key) ?? 0) + 1);
  }
  for (const [key] of paths) surplus.set(key, (surplus.get(key) ?? 0) - 1);
  return paths.find(([key]) => (surplus.get(key) ?? 0) > 0)?.[1] ?? null;
}

function collectPaths(value: unknown, prefix: string, paths: [key: string, path: string][]): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) paths.push([key, prefix + key]);
    collectPaths(inner, `${prefix}${key}.`, paths);
  }
}

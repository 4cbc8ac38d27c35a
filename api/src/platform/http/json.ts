import { FAULTS } from '@panel/domain/wording';
import type { FastifyInstance } from 'fastify';
import { Problem } from './problems.ts';

/** Accepts only JSON bodies. Other sites can post forms and plain text, so those are refused by their content type. */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // A DELETE may have the content type without a body.
    if (body === '' && request.method === 'DELETE') return done(null, undefined);
    let value: unknown;
    try {
      value = JSON.parse(String(body));
    } catch {
      return done(new Problem('invalid-json'), undefined);
    }
    // The route refuses a body that is deeper than its payload. A search for repeated keys could overflow the stack.
    const field = isDeeperThan(MAX_DEPTH, value) ? null : repeatedField(String(body), value);
    if (field === null) return done(null, value);
    const error = { field, message: FAULTS.repeated };
    done(new Problem('invalid-payload', `${field}: ${error.message}`, [error]), undefined);
  });
}

/** Twice as deep as any payload. */
const MAX_DEPTH = 12;

const isDeeperThan = (depth: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some((inner) => isDeeperThan(depth - 1, inner)));

const [QUOTE, BACKSLASH] = ['"'.charCodeAt(0), '\\'.charCodeAt(0)];
const COLON = /\s*:/y;

/** The keys in valid JSON, as it spells them. A loop, because a pattern would overflow the stack on a file with many quotes. */
function keysIn(text: string): string[] {
  const keys: string[] = [];
  let end = 0;
  for (let start = text.indexOf('"'); start !== -1; start = text.indexOf('"', end)) {
    for (end = start + 1; text.charCodeAt(end) !== QUOTE; end += 1) if (text.charCodeAt(end) === BACKSLASH) end += 1;
    end += 1;
    COLON.lastIndex = end;
    if (COLON.test(text)) keys.push(text.slice(start, end));
  }
  return keys;
}

/**
 * The path of a key that an object has twice, or null. JSON readers disagree on which one counts, so what a proxy or a log reader saw may
 * not be what was stored.
 */
function repeatedField(text: string, value: unknown): string | null {
  const paths: [key: string, path: string][] = [];
  collectPaths(value, '', paths);
  const keys = keysIn(text);
  if (keys.length === paths.length) return null;
  const surplus = new Map<string, number>();
  for (const spelled of keys) {
    const key = JSON.parse(spelled) as string;
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

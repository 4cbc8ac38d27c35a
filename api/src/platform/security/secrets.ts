/** What makes a secret unusable, and the sandbox's own secrets. No message contains a secret's value. */
import { createHmac, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Random bytes almost never repeat this often; typed ones, zeros and repeated letters do. */
const MIN_DISTINCT_BYTES = 16;
const KEY_BYTES = 32;

/** Longer than any run in a random secret: 123456, fedcba, 000000. */
const RUN = 6;

/** Whether it was typed: a part repeats, or its characters count up or down or stay the same. */
function isTyped(text: string): boolean {
  const steps = Array.from(text.slice(1), (_, index) => text.charCodeAt(index + 1) - text.charCodeAt(index));
  const isRun = (step: number, start: number) =>
    Math.abs(step) <= 1 && steps.slice(start, start + RUN - 1).every((other) => other === step);
  return /(.{6,}).*\1/is.test(text) || steps.slice(0, 2 - RUN).some(isRun);
}

/** What is wrong with one of our own keys, or null. */
export function keyFault(bytes: Buffer): string | null {
  if (bytes.length < KEY_BYTES) return `must be at least ${KEY_BYTES} bytes in base64`;
  return new Set(bytes).size < MIN_DISTINCT_BYTES || isTyped(bytes.toString('latin1'))
    ? 'is not random: generate it with openssl rand -base64 32'
    : null;
}

/** Hex has 16 different characters, and a random secret may lack some. */
const MAX_DISTINCT_WANTED = 10;

/** What is wrong with any of these password-like secrets, or null. */
export function secretFault(secrets: readonly string[], minLength: number): string | null {
  const distinct = Math.min(minLength / 2, MAX_DISTINCT_WANTED);
  const isWeak = (secret: string) => secret.length < minLength || new Set(secret).size < distinct;
  if (secrets.some(isWeak)) return `must be at least ${minLength} characters, at least ${distinct} of them different`;
  return secrets.some(isTyped) ? 'is easy to guess: a part of it repeats, or counts like 123456' : null;
}

/** The entries of a list. Empty ones are kept, because an empty secret is a mistake. */
export const listOf = (value: string): string[] => value.split(',').map((entry) => entry.trim());
export const entriesOf = (value: string): string[] => listOf(value).filter((entry) => entry !== '');

/** `issuedBy`: the outside party that issued it, if any. */
export type NamedSecret = { readonly name: string; readonly value: string; readonly issuedBy?: string };

/**
 * The names that share a value, including one name with the same value twice: one encryption key under two ids. A party may give us one key
 * for several of its own purposes.
 */
export function namesOfShared(secrets: readonly NamedSecret[]): string[] {
  const usesOf = new Map<string, NamedSecret[]>();
  for (const use of secrets) if (use.value !== '') usesOf.set(use.value, [...(usesOf.get(use.value) ?? []), use]);
  const isShared = (uses: readonly NamedSecret[]) => {
    const [names, parties] = [new Set(uses.map(({ name }) => name)), new Set(uses.map(({ issuedBy }) => issuedBy))];
    const isOfOneParty = parties.size === 1 && !parties.has(undefined);
    return uses.length > 1 && !(isOfOneParty && names.size === uses.length);
  };
  return [...new Set([...usesOf.values()].filter(isShared).flatMap((uses) => uses.map(({ name }) => name)))];
}

/** The sandbox's own keys in base64, derived from what the first process has written. */
export async function loadSandboxSecrets<Name extends string>(
  dataDir: string,
  names: readonly Name[],
): Promise<Partial<Record<Name, string>>> {
  const file = join(dataDir, 'secrets.json');
  await mkdir(dataDir, { recursive: true });
  const root = randomBytes(32).toString('base64');
  // Linked when it is complete, so that no process reads a file that another one is still writing.
  const complete = `${file}.${randomBytes(8).toString('hex')}`;
  try {
    await writeFile(complete, JSON.stringify({ root }), { mode: 0o600 });
    await link(complete, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(complete, { force: true });
  }
  const kept = JSON.parse(await readFile(file, 'utf8')) as { root: string };
  const derived = (name: Name) => createHmac('sha256', kept.root).update(name).digest('base64');
  return Object.fromEntries(names.map((name) => [name, derived(name)])) as Partial<Record<Name, string>>;
}

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

/** What people type if they make up a secret. It doesn't count towards the length. */
const GUESSABLE =
  /passphrase|passw(?:or[dt]|0rd|d)|pass|secret|geheim|change.?(?:me|it)|let.?me.?in|welcome|i.?love.?you|qwert[yz]?|uiop|asdf|ghjkl?|zxcvb?n?m?|admin|root|user|login|default|dummy|sample|example|sandbox|staging|production|test|demo|panel|survey|cint|match|router|push|pure|spectrum|flash|chat|study|console|client|webhook|token|hash|salt|key/gi;

/** Offline, a shorter one is found from a single signed address. */
const MIN_SECRET_LENGTH = 12;
/** Hex has 16 different characters, and a random secret may lack some. */
const MAX_DISTINCT_WANTED = 10;

/** What is wrong with any of these password-like secrets, or null. */
export function secretFault(secrets: readonly string[], minLength = MIN_SECRET_LENGTH): string | null {
  const distinct = Math.min(minLength / 2, MAX_DISTINCT_WANTED);
  const isWeak = (secret: string) => secret.length < minLength || new Set(secret).size < distinct;
  if (secrets.some((secret) => isWeak(secret.replace(GUESSABLE, ''))))
    return `must be at least ${minLength} characters, at least ${distinct} of them different, without words such as password`;
  return secrets.some(isTyped) ? 'is easy to guess: a part of it repeats, or counts like 123456' : null;
}

/** What is wrong with the password in an address, or null; also if it has none. */
export function passwordFault(address: string): string | null {
  const password = URL.canParse(address) ? decodedOf(new URL(address).password) : '';
  return password === '' ? null : secretFault([password]);
}

/** A sign that an address can't contain is written as `%40`. */
const decodedOf = (text: string): string =>
  text.replace(/(?:%[\da-f]{2})+/gi, (hex) => Buffer.from(hex.replaceAll('%', ''), 'hex').toString());

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

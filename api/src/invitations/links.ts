/** A panelist's link to a research task, and the pseudonym for its study. */
import { createHash, createHmac } from 'node:crypto';
import { constantTimeEqual } from '../platform/security/constant-time.ts';
import type { Vault } from '../platform/security/vault.ts';

const CHARACTERS = 22;

/** The token of a panelist's link. It is derived, so that a repeated message has the same one. */
export const tokenOf = (vault: Vault, task: string, panelistId: string): string =>
  vault.digest('task-token', `${task}:${panelistId}`).toString('base64url').slice(0, CHARACTERS);

/** The stored form of a token: a reader of the table can't open any link. */
export const tokenDigest = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A panelist's id in a task's study: constant within a task, and different in every task so that two studies can't compare. */
export const taskPseudonym = (key: Buffer, task: string, panelistId: string): string =>
  `t_${createHmac('sha256', key).update(`task:${task}:${panelistId}`).digest('hex').slice(0, 32)}`;

/** Where a panelist's link leads. */
export function studyAddress(url: string, task: string, pseudonym: string): string {
  const address = new URL(url);
  address.searchParams.set('task', task);
  address.searchParams.set('pid', pseudonym);
  return address.href;
}

/** What a study signs when a panelist has finished: always the same text, so a repeated report changes nothing. */
export const signFinished = (secret: string, task: string, pseudonym: string): string =>
  createHmac('sha256', secret).update(`finished:${task}:${pseudonym}`).digest('hex');

/** Several secrets may be configured, separated by commas, while a study rotates its secret. */
export const isValidFinishedSignature = (
  secrets: readonly string[],
  task: string,
  pseudonym: string,
  signature: string,
): boolean => secrets.some((secret) => constantTimeEqual(signature, signFinished(secret, task, pseudonym)));

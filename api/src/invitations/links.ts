/** A panelist's link to a research task and their pseudonym at its study. */
import { createHash, createHmac } from 'node:crypto';
import { constantTimeEqual } from '../platform/security/constant-time.ts';
import type { Vault } from '../platform/security/vault.ts';

const CHARACTERS = 22;

/** The token of a panelist's link. It is derived, so that a message that is sent again has the same one. */
export const tokenOf = (vault: Vault, task: string, panelistId: string): string =>
  vault.digest('task-token', `${task}:${panelistId}`).toString('base64url').slice(0, CHARACTERS);

/** What is stored of a token: whoever reads the table can open no link. */
export const tokenDigest = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A panelist's id at the study of a task: always the same in one task, and nothing that two studies could compare. */
export const taskPseudonym = (key: Buffer, task: string, panelistId: string): string =>
  `t_${createHmac('sha256', key).update(`task:${task}:${panelistId}`).digest('hex').slice(0, 32)}`;

/** What a study signs when a panelist has finished: the same text each time, so a repeated report changes nothing. */
export const signFinished = (secret: string, task: string, pseudonym: string): string =>
  createHmac('sha256', secret).update(`finished:${task}:${pseudonym}`).digest('hex');

/** Several secrets may be configured, separated by commas, while a study changes to a new one. */
export const isValidFinishedSignature = (
  secrets: readonly string[],
  task: string,
  pseudonym: string,
  signature: string,
): boolean => secrets.some((secret) => constantTimeEqual(signature, signFinished(secret, task, pseudonym)));

import { createHmac } from 'node:crypto';
import { type Cipher, cipherOf, type EncryptionKeys } from './cipher.ts';
import type { PanelistKeys } from './panelist-keys.ts';

/**
 * Personal data at rest: encrypted if it is read again, hashed under a key if it is only compared. `seal` uses the master key, for data
 * that outlives a profile: the device and the PIN of an open withdrawal.
 */
export type Vault = Cipher & {
  /** For everything else that identifies a panelist. */
  readonly panelistKeys: PanelistKeys;
  /** A keyed hash: the same text gives the same bytes, and texts can't be tried without the key. */
  digest(
    purpose:
      | 'did'
      | 'number'
      | 'submission'
      | 'birth-month'
      | 'audit'
      | 'session'
      | 'task-token'
      | 'data-code'
      | 'data-unlock',
    text: string,
  ): Buffer;
};

/** AES-GCM associated data: binds each ciphertext to its table, column and row. */
export const vaultLabel = {
  panelistDid: (panelistId: string) => `panelists:did:${panelistId}`,
  personalAnswer: (panelistId: string, question: string) => `personal_answers:${panelistId}:${question}`,
  submission: (panelistId: string) => `submissions:${panelistId}`,
  withdrawalDid: (withdrawalId: string) => `withdrawals:did:${withdrawalId}`,
  disputeWords: (sessionId: string) => `disputes:${sessionId}`,
  messageDid: (messageId: string) => `messages:did:${messageId}`,
  voucherPin: (withdrawalId: string) => `vouchers:${withdrawalId}`,
} as const;

export const createVault = (keys: EncryptionKeys, indexKey: Buffer, panelistKeys: PanelistKeys): Vault => ({
  ...cipherOf(keys),
  panelistKeys,
  digest: (purpose, text) => createHmac('sha256', indexKey).update(`${purpose}:${text}`).digest(),
});

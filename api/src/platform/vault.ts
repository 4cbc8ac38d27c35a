import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/** Personal data at rest: encrypted where it is read again, hashed under a key where it is only compared. */
export type Vault = {
  seal(label: string, text: string): Buffer;
  open(label: string, sealed: Buffer): string;
  /** A keyed hash: the same text gives the same bytes, and nobody without the key can try texts against it. */
  digest(purpose: 'did' | 'number' | 'submission' | 'birth-month', text: string): Buffer;
};

/** Table, column and row of everything that is encrypted. The label is authenticated: moved to another row it can't be opened. */
export const vaultLabel = {
  panelistDid: (panelistId: string) => `panelists:did:${panelistId}`,
  profileAnswer: (panelistId: string, question: string) => `profile_answers:${panelistId}:${question}`,
  submission: (panelistId: string) => `submissions:${panelistId}`,
  withdrawalDid: (withdrawalId: string) => `withdrawals:did:${withdrawalId}`,
  messageDid: (messageId: string) => `messages:did:${messageId}`,
  voucherPin: (withdrawalId: string) => `vouchers:${withdrawalId}`,
} as const;

/** Newest first: it seals. All of them open, so that a key can be changed while the old rows are still there. */
export type EncryptionKey = { readonly id: number; readonly key: Buffer };

// version (1) | key id (1) | iv (12) | tag (16) | ciphertext
const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export function openVault(keys: readonly [EncryptionKey, ...EncryptionKey[]], indexKey: Buffer): Vault {
  return {
    seal(label, text) {
      const [{ id, key }] = keys;
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(label));
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.from([VERSION, id]), iv, cipher.getAuthTag(), ciphertext]);
    },
    open(label, sealed) {
      const key = keys.find((candidate) => candidate.id === sealed[1])?.key;
      if (sealed[0] !== VERSION || !key) throw new Error('Sealed with a key that is not configured.');
      const iv = sealed.subarray(2, 2 + IV_BYTES);
      const tag = sealed.subarray(2 + IV_BYTES, 2 + IV_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(label)).setAuthTag(tag);
      const ciphertext = sealed.subarray(2 + IV_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
    },
    digest: (purpose, text) => createHmac('sha256', indexKey).update(`${purpose}:${text}`).digest(),
  };
}

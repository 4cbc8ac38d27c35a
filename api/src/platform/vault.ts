import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/** What says who a person is, at rest: encrypted to be read again, or hashed under a key to be known again. */
export type Vault = {
  /** `place` is where the text is kept (table, column and row): moved elsewhere it can't be opened. */
  seal(place: string, text: string): Buffer;
  open(place: string, sealed: Buffer): string;
  /** A keyed hash: the same text gives the same bytes, and nobody without the key can try texts against it. */
  digest(purpose: 'did' | 'number' | 'submission', text: string): Buffer;
};

/** Newest first: it seals. All of them open, so that a key can be changed while the old rows are still there. */
export type EncryptionKey = { readonly id: number; readonly key: Buffer };

// version (1) | key id (1) | iv (12) | tag (16) | ciphertext
const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export function openVault(keys: readonly [EncryptionKey, ...EncryptionKey[]], indexKey: Buffer): Vault {
  return {
    seal(place, text) {
      const [{ id, key }] = keys;
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place));
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.from([VERSION, id]), iv, cipher.getAuthTag(), ciphertext]);
    },
    open(place, sealed) {
      const key = keys.find((candidate) => candidate.id === sealed[1])?.key;
      if (sealed[0] !== VERSION || !key) throw new Error('Sealed with a key that is not configured.');
      const iv = sealed.subarray(2, 2 + IV_BYTES);
      const tag = sealed.subarray(2 + IV_BYTES, 2 + IV_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(place)).setAuthTag(tag);
      const ciphertext = sealed.subarray(2 + IV_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
    },
    digest: (purpose, text) => createHmac('sha256', indexKey).update(`${purpose}:${text}`).digest(),
  };
}

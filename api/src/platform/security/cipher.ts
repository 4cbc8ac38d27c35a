import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** A label is authenticated: a value copied to a place with another label can't be decrypted. */
export type Cipher = {
  seal(label: string, text: string): Buffer;
  open(label: string, sealed: Buffer): string;
  /** Encrypts again with the first key. */
  reseal(label: string, sealed: Buffer): Buffer;
  /** The ids of all other keys. What a key has encrypted has its id as the second byte. */
  readonly olderKeyIds: readonly Buffer[];
};

type EncryptionKey = { readonly id: number; readonly key: Buffer };
/** The first key encrypts and all of them decrypt, so that a new key can be rolled out to every process before it is used. */
export type EncryptionKeys = readonly [EncryptionKey, ...EncryptionKey[]];

/** The value was encrypted with a key that this process doesn't have (not yet, or no longer). */
export class KeyUnavailable extends Error {
  override name = 'KeyUnavailable';
}

/** The value was changed, copied to a place with another label, or encrypted with a different key of the same id. */
export class NotAuthentic extends Error {
  override name = 'NotAuthentic';
}

// version (1) | key id (1) | iv (12) | tag (16) | ciphertext
const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export function cipherOf(keys: EncryptionKeys): Cipher {
  const cipher: Cipher = {
    olderKeyIds: keys.slice(1).map(({ id }) => Buffer.from([id])),
    reseal: (label, sealed) => cipher.seal(label, cipher.open(label, sealed)),
    seal(label, text) {
      const [{ id, key }] = keys;
      const iv = randomBytes(IV_BYTES);
      const gcm = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(label));
      const ciphertext = Buffer.concat([gcm.update(text, 'utf8'), gcm.final()]);
      return Buffer.concat([Buffer.from([VERSION, id]), iv, gcm.getAuthTag(), ciphertext]);
    },
    open(label, sealed) {
      const key = keys.find((candidate) => candidate.id === sealed[1])?.key;
      if (sealed[0] !== VERSION || !key)
        throw new KeyUnavailable('This process does not have the key that encrypted this value.');
      const iv = sealed.subarray(2, 2 + IV_BYTES);
      const tag = sealed.subarray(2 + IV_BYTES, 2 + IV_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(label)).setAuthTag(tag);
      const ciphertext = sealed.subarray(2 + IV_BYTES + TAG_BYTES);
      try {
        return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
      } catch (error) {
        throw new NotAuthentic('The value was changed, moved, or encrypted with another key.', { cause: error });
      }
    },
  };
  return cipher;
}

import { keyFaultIn, kinds } from '../setting-kinds.ts';
import { type Kind, setting } from '../settings.ts';
import type { EncryptionKeys } from './cipher.ts';
import { listOf } from './secrets.ts';

const pairsIn = (text: string) =>
  listOf(text).map((pair) => {
    const [id, base64 = ''] = pair.split(':');
    return { id: Number(id), key: Buffer.from(base64, 'base64') };
  });

const encryptionKeys: Kind<EncryptionKeys> = {
  is: 'id:key pairs, with the one that encrypts first (1 to 255, 32 bytes in base64)',
  parse(text) {
    const [first, ...others] = pairsIn(text);
    const ids = [first, ...others].map((pair) => pair?.id);
    if (!first || new Set(ids).size < ids.length) return;
    const isUsable = ({ id, key }: typeof first) => Number.isInteger(id) && id >= 1 && id <= 255 && key.length === 32;
    return [first, ...others].every(isUsable) ? [first, ...others] : undefined;
  },
  fault: (text) => keyFaultIn(pairsIn(text).map(({ key }) => key)),
  secretsIn: (text) => pairsIn(text).map(({ key }) => key.toString('base64')),
};

/** Our own keys. A sandbox makes them at its first start. */
export const KEYS = {
  encryptionKeys: setting('ENCRYPTION_KEY', encryptionKeys, {
    about: 'id:key pairs: the first encrypts, all decrypt. docs/operations.md says how to change it.',
  }),
  indexKey: setting('INDEX_KEY', kinds.key, { about: 'Finds a panelist by device or number.' }),
  csrfKeys: setting('FORGERY_KEY', kinds.keys, {
    about: 'Signs the CSRF tokens of pages. May be a list: the first signs, all are accepted.',
  }),
  pseudonymKey: setting('PSEUDONYM_KEY', kinds.key, {
    about: 'Makes the pseudonyms that partners see. Changing it makes every panelist a new person to them.',
  }),
};

/** New keys of a product, as variables. */
import { randomBytes } from 'node:crypto';

const newKey = () => randomBytes(32).toString('base64');

export const newKeys = () => ({
  ENCRYPTION_KEY: `1:${newKey()}`,
  INDEX_KEY: newKey(),
  FORGERY_KEY: newKey(),
  PSEUDONYM_KEY: newKey(),
});

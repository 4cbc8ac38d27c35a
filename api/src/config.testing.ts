/** A configuration for tests, with fixed secrets. */
import { createHash } from 'node:crypto';
import { PARTNERS } from '@panel/domain/partners/partners';
import { adapterOf } from './partners/adapters.ts';
import type { Setting } from './platform/settings.ts';

let made = 0;
const digest = () => createHash('sha256').update(String(++made));
export const key = () => digest().digest('base64');
export const secret = () => digest().digest('hex').slice(0, 32);
export const [KEY, SECRET] = [key(), secret()];
/** What partners' settings require of a live panel. */
export const ofPartners: Readonly<Record<string, string>> = Object.fromEntries(
  PARTNERS.flatMap((partner) => Object.values<Setting>(adapterOf(partner).settings))
    .filter((row) => row.default === undefined)
    .map(({ name, kind }) => [name, kind.secretsIn ? secret() : '49']),
);
/** The configuration of a live panel. */
export const LIVE = {
  MODE: 'live',
  PUBLIC_ORIGIN: 'https://panel.example',
  DATABASE_URL: 'postgres://panel_app@db.example/panel',
  KEYS_DATABASE_URL: 'postgres://keys@keys.example/panel',
  CHAT_API_URL: 'https://chat.example/v1',
  PANEL_CONTACT: 'help@panel.example',
  CHAT_API_KEY: SECRET,
  ENCRYPTION_KEY: `2:${KEY},1:${key()}`,
  INDEX_KEY: key(),
  FORGERY_KEY: key(),
  PSEUDONYM_KEY: key(),
  ...ofPartners,
  FLASH_API_KEY: secret(),
  FLASH_SECRET: secret(),
  FLASH_ACCOUNT: '1111-1111-1111-1111',
  CONSOLE_ORIGIN: 'https://console.panel.example',
  OIDC_ISSUER: 'https://id.example/realm',
  OIDC_CLIENT_ID: 'panel',
  OIDC_CLIENT_SECRET: secret(),
};

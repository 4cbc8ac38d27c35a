import { parseSendingHours, SENDING_HOURS } from '@panel/domain/console/sends';
import { isDid } from '@panel/domain/panelists/rules';
import { readPartnerSettings } from './partners/adapters.ts';
import { type EnvironmentReader, isOrigin } from './platform/environment.ts';
import { entriesOf } from './platform/security/secrets.ts';
import { type Setting, type SettingsReader, type SettingsTable, settingsReader } from './platform/settings.ts';

const CHAT = {
  url: { name: 'CHAT_API_URL', kind: 'base', sandbox: '/chat/v1' },
  key: { name: 'CHAT_API_KEY', kind: 'secret', isSent: true },
} as const satisfies SettingsTable;

const ISSUER = {
  url: { name: 'FLASH_URL', kind: 'base', live: 'https://api.flashswitch.flash-group.com', sandbox: '/flash' },
  key: { name: 'FLASH_API_KEY', kind: 'secret', isSent: true, issuedBy: 'flash' },
  secret: { name: 'FLASH_SECRET', kind: 'secret', isSent: true, issuedBy: 'flash' },
  account: { name: 'FLASH_ACCOUNT', kind: 'text', sandbox: '0000-0000-0000-0001' },
  // Appended to FLASH_URL: without its slash it would change the host.
  purchasePath: { name: 'FLASH_PURCHASE_PATH', kind: 'path', live: '/aggregation/4.0/1voucher/purchase' },
} as const satisfies SettingsTable;

const STUDY_SECRET = { name: 'STUDY_SECRET', kind: 'secret', minLength: 32 } as const satisfies Setting;

/** The addresses and keys of every outside party. In sandbox mode each is a path of the sandbox. */
export function readOutsideParties(read: EnvironmentReader, sandboxUrl: string | null) {
  const settings = settingsReader(read, sandboxUrl);
  return {
    chat: settings.table(CHAT),
    partners: readPartnerSettings(settings),
    issuer: settings.table(ISSUER),
    studies: readStudies(read, sandboxUrl, settings),
    secrets: settings.secrets,
  };
}

export function readSends(read: EnvironmentReader, isLive: boolean) {
  const hours = parseSendingHours(read.text('SENDING_HOURS', `${SENDING_HOURS.from}-${SENDING_HOURS.to}`));
  if (!hours) read.fault('SENDING_HOURS', 'must be two times of one day, such as 08:00-20:00');
  const testDevices = entriesOf(read.text('TEST_DEVICES', isLive ? '' : 'test-device-1'));
  if (!testDevices.every(isDid)) read.fault('TEST_DEVICES', 'must be dids, separated by commas');
  return {
    /** When messages to many panelists are sent. */
    sendingHours: hours ?? SENDING_HOURS,
    /** The dids of the devices that operators send tests to. */
    testDevices,
  };
}

/** Allowed origins for study links, and the secret that signs a study's 'finished' callback. Without an origin, studies are off. */
function readStudies(read: EnvironmentReader, sandboxUrl: string | null, settings: SettingsReader) {
  const protocols = sandboxUrl ? ['http:', 'https:'] : ['https:'];
  const origins = entriesOf(read.text('STUDY_ORIGINS', sandboxUrl ?? ''));
  if (!origins.every((text) => isOrigin(text) && protocols.includes(new URL(text).protocol)))
    read.fault('STUDY_ORIGINS', `must be ${protocols.join(' or ')} origins without a path, separated by commas`);
  return { origins, secret: sandboxUrl || origins.length > 0 ? settings.one(STUDY_SECRET) : '' };
}

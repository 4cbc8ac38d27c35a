import { parseSendingHours, SENDING_HOURS } from '@panel/domain/console/sends';
import { isDid } from '@panel/domain/panelists/rules';
import { ROUTER_PARAMETERS } from './partners/cint-router.ts';
import { type EnvironmentReader, isHost, isOrigin, isPath, withoutTrailingSlash } from './platform/environment.ts';
import { entriesOf, listOf, type NamedSecret, secretFault } from './platform/security/secrets.ts';

/** The addresses and keys of every outside party. In sandbox mode each is a path of the sandbox. */
export function readOutsideParties(read: EnvironmentReader, sandboxUrl: string | null) {
  const protocols = sandboxUrl ? ['http:', 'https:'] : ['https:'];
  /** As a browser spells it: a link that a browser would rewrite isn't safe to send a panelist to. */
  const url = (name: string, live: string | null, path: string) => {
    const address = read.url(name, sandboxUrl ? sandboxUrl + path : live, protocols);
    if (!URL.canParse(address)) return address;
    const { username, password, href } = new URL(address);
    if (!sandboxUrl) read.refuseTestHost(name, address);
    // Paths or parameters are appended to it.
    if (/[?#]/.test(address) || username + password !== '')
      read.fault(name, 'must end with its path, and have no user in it');
    return href;
  };
  const text = (name: string, standard: string) => {
    const value = read.text(name, sandboxUrl ? standard : null);
    // Every one of several values is accepted, so none of them may be the public one.
    if (!sandboxUrl && listOf(value).includes(standard)) read.fault(name, 'must not be the sandbox’s');
    return value;
  };
  const secrets: NamedSecret[] = [];
  /** What partners send, or what signs links, may be a list (`new,old`). A key that we send can't be one: the list would be sent whole. */
  const secret = (
    name: string,
    { minLength = 8, isSent = false, ...given }: { minLength?: number; isSent?: boolean; issuedBy?: string } = {},
  ) => {
    const value = text(name, 'sandbox-secret');
    if (isSent && value.includes(',')) read.fault(name, 'is one key, sent as it is, and can’t be a list');
    const fault = sandboxUrl || value === '' ? null : secretFault(listOf(value), minLength);
    if (fault) read.fault(name, fault);
    secrets.push(...listOf(value).map((one) => ({ name, value: one, ...given })));
    return value;
  };
  const cintMatch = url('CINT_MATCH_URL', 'https://www.samplicio.us/s/default.aspx', '/cint-match/s/default.aspx');
  const cintRouter = url('CINT_ROUTER_URL', 'https://www.your-surveys.com/', '/cint-router/');
  // Off for a live panel: YourSurveys lists surveys only for panelists whose e-mail address it knows, unless it agreed otherwise.
  const cintRouterList =
    sandboxUrl || read.has('CINT_ROUTER_LIST_URL')
      ? url('CINT_ROUTER_LIST_URL', null, '/cint-router/suppliers_api/surveys')
      : '';
  const pureSpectrum = withoutTrailingSlash(
    url('PURESPECTRUM_URL', 'https://fusionapi.spectrumsurveys.com', '/purespectrum'),
  );
  const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : '');
  const entryHosts = listOf(
    read.text(
      'PURESPECTRUM_ENTRY_HOSTS',
      sandboxUrl ? hostOf(pureSpectrum) : 'spectrumsurveys.com,fusion.spectrumsurveys.com',
    ),
  );
  if (read.has('PURESPECTRUM_ENTRY_HOSTS') && !entryHosts.every(isHost))
    read.fault('PURESPECTRUM_ENTRY_HOSTS', 'must be complete host names in lower case without *, separated by commas');
  if (!sandboxUrl) for (const host of entryHosts) read.refuseTestHost('PURESPECTRUM_ENTRY_HOSTS', `https://${host}`);
  const amountParameter = read.text('CINT_ROUTER_AMOUNT', 'cpi');
  const taken = Object.values(ROUTER_PARAMETERS);
  if (!/^\w+$/.test(amountParameter) || taken.some((name) => name === amountParameter))
    read.fault('CINT_ROUTER_AMOUNT', `must be the name of a parameter other than ${taken.join(', ')}`);
  const purchasePath = read.text('FLASH_PURCHASE_PATH', '/aggregation/4.0/1voucher/purchase');
  // Appended to FLASH_URL: without its slash it would change the host.
  if (!isPath(purchasePath)) read.fault('FLASH_PURCHASE_PATH', 'must be a path that begins with /');
  return {
    secrets,
    chat: {
      url: withoutTrailingSlash(url('CHAT_API_URL', null, '/chat/v1')),
      key: secret('CHAT_API_KEY', { isSent: true }),
    },
    partners: {
      'cint-match': {
        url: cintMatch,
        hosts: [hostOf(cintMatch)],
        networks: read.networks('CINT_MATCH_NETWORKS'),
        sid: text('CINT_MATCH_SID', 'sandbox'),
        clid: text('CINT_CLID', '9'),
        sendsRouterPid: read.oneOf('CINT_MATCH_ROUTER_ID', ['off', 'on']) === 'on',
        secret: secret('CINT_MATCH_SECRET'),
        // Part of an address that we create, and the only protection of that route.
        pushSecret: secret('CINT_MATCH_PUSH_SECRET', { minLength: 16 }),
      },
      'cint-router': {
        url: cintRouter,
        hosts: [hostOf(cintRouter)],
        networks: read.networks('CINT_ROUTER_NETWORKS'),
        supplier: text('CINT_ROUTER_SUPPLIER', 'sandbox'),
        secret: secret('CINT_ROUTER_SECRET', { issuedBy: 'cint-router' }),
        apiKey: secret('CINT_ROUTER_API_KEY', { issuedBy: 'cint-router' }),
        // Suppliers name the parameters of their callbacks themselves.
        amountParameter,
        listUrl: cintRouterList,
      },
      purespectrum: {
        url: pureSpectrum,
        hosts: entryHosts,
        networks: read.networks('PURESPECTRUM_NETWORKS'),
        apiKey: secret('PURESPECTRUM_API_KEY', { isSent: true, issuedBy: 'purespectrum' }),
        secret: secret('PURESPECTRUM_SECRET', { issuedBy: 'purespectrum' }),
        signature: read.oneOf('PURESPECTRUM_SIGNATURE', ['sha1', 'sha256', 'hmac-sha1', 'hmac-sha256']),
      },
    },
    issuer: {
      url: withoutTrailingSlash(url('FLASH_URL', 'https://api.flashswitch.flash-group.com', '/flash')),
      key: secret('FLASH_API_KEY', { isSent: true, issuedBy: 'flash' }),
      secret: secret('FLASH_SECRET', { isSent: true, issuedBy: 'flash' }),
      account: text('FLASH_ACCOUNT', '0000-0000-0000-0001'),
      purchasePath,
    },
    studies: readStudies(read, sandboxUrl, protocols, secret),
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
function readStudies(
  read: EnvironmentReader,
  sandboxUrl: string | null,
  protocols: readonly string[],
  secret: (name: string, rules: { minLength: number }) => string,
) {
  const origins = entriesOf(read.text('STUDY_ORIGINS', sandboxUrl ?? ''));
  if (!origins.every((text) => isOrigin(text) && protocols.includes(new URL(text).protocol)))
    read.fault('STUDY_ORIGINS', `must be ${protocols.join(' or ')} origins without a path, separated by commas`);
  return { origins, secret: sandboxUrl || origins.length > 0 ? secret('STUDY_SECRET', { minLength: 32 }) : '' };
}

import { atSandbox, kinds } from '../../platform/setting-kinds.ts';
import { setting } from '../../platform/settings.ts';
import { callbackNetworks, type PartnerTable } from '../partner.ts';

export const PURESPECTRUM_SETTINGS = {
  url: setting('PURESPECTRUM_URL', kinds.base, {
    default: 'https://fusionapi.spectrumsurveys.com',
    sandbox: atSandbox('/purespectrum'),
  }),
  apiKey: setting('PURESPECTRUM_API_KEY', kinds.secret({ isSent: true, issuedBy: 'purespectrum' })),
  secret: setting('PURESPECTRUM_SECRET', kinds.secret({ issuedBy: 'purespectrum' }), { about: 'Signs its callbacks.' }),
  signature: setting('PURESPECTRUM_SIGNATURE', kinds.choice('sha1', 'sha256', 'hmac-sha1', 'hmac-sha256'), {
    default: 'sha1',
    about: 'How it signs its callbacks. Ask the partner.',
  }),
  entryHosts: setting('PURESPECTRUM_ENTRY_HOSTS', kinds.hosts, {
    default: 'spectrumsurveys.com,fusion.spectrumsurveys.com',
    sandbox: '',
    about: 'The hosts that its survey links may have: only names, without https:// and without *.',
  }),
  networks: callbackNetworks('PURESPECTRUM_NETWORKS'),
} satisfies PartnerTable;

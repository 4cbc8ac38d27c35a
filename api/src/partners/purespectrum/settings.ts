import { atSandbox, kinds } from '../../platform/setting-kinds.ts';
import { callbackNetworks, type PartnerTable } from '../partner.ts';

export const PURESPECTRUM_SETTINGS = {
  url: {
    name: 'PURESPECTRUM_URL',
    kind: kinds.base,
    default: 'https://fusionapi.spectrumsurveys.com',
    sandbox: atSandbox('/purespectrum'),
  },
  apiKey: { name: 'PURESPECTRUM_API_KEY', kind: kinds.secret({ isSent: true, issuedBy: 'purespectrum' }) },
  secret: {
    name: 'PURESPECTRUM_SECRET',
    kind: kinds.secret({ issuedBy: 'purespectrum' }),
    about: 'Signs its callbacks.',
  },
  signature: {
    name: 'PURESPECTRUM_SIGNATURE',
    kind: kinds.choice('sha1', 'sha256', 'hmac-sha1', 'hmac-sha256'),
    default: 'sha1',
    about: 'How it signs its callbacks. Ask the partner.',
  },
  entryHosts: {
    name: 'PURESPECTRUM_ENTRY_HOSTS',
    kind: kinds.hosts,
    default: 'spectrumsurveys.com,fusion.spectrumsurveys.com',
    sandbox: '',
    about: 'The hosts that its survey links may have: only names, without https:// and without *.',
  },
  networks: callbackNetworks('PURESPECTRUM_NETWORKS'),
} as const satisfies PartnerTable;

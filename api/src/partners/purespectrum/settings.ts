import { callbackNetworks, type PartnerTable } from '../partner.ts';

export const PURESPECTRUM_SETTINGS = {
  url: {
    name: 'PURESPECTRUM_URL',
    kind: 'base',
    live: 'https://fusionapi.spectrumsurveys.com',
    sandbox: '/purespectrum',
  },
  apiKey: { name: 'PURESPECTRUM_API_KEY', kind: 'secret', isSent: true, issuedBy: 'purespectrum' },
  secret: { name: 'PURESPECTRUM_SECRET', kind: 'secret', issuedBy: 'purespectrum', about: 'Signs its callbacks.' },
  signature: {
    name: 'PURESPECTRUM_SIGNATURE',
    kind: 'choice',
    choices: ['sha1', 'sha256', 'hmac-sha1', 'hmac-sha256'],
    about: 'How it signs its callbacks: sha1, sha256, hmac-sha1 or hmac-sha256. Ask the partner.',
  },
  entryHosts: {
    name: 'PURESPECTRUM_ENTRY_HOSTS',
    kind: 'hosts',
    live: 'spectrumsurveys.com,fusion.spectrumsurveys.com',
    sandbox: '',
    about: 'The hosts that its survey links may have: only names, without https:// and without *.',
  },
  networks: callbackNetworks('PURESPECTRUM_NETWORKS'),
} as const satisfies PartnerTable;

import { kinds } from '../setting-kinds.ts';
import type { SettingsGroup } from '../settings.ts';

export const HTTP = {
  title: 'Limits',
  about: 'Networks are addresses or networks, separated by commas. None may be larger than /8 (IPv6: /7).',
  settings: {
    // Tests and benchmarks of the sandbox call from one device and one address.
    rateLimits: {
      name: 'RATE_LIMITS',
      kind: kinds.onOff,
      default: 'on',
      sandbox: 'off',
      about: 'Limits on calls by device and address, and on connections by address.',
    },
    trustedProxies: {
      name: 'TRUSTED_PROXIES',
      kind: kinds.networks,
      default: '',
      about: 'Your proxies: their X-Forwarded-For is trusted.',
    },
    sharedNetworks: {
      name: 'SHARED_NETWORKS',
      kind: kinds.networks,
      default: '',
      about:
        'Networks that many panelists share, such as the data-free gateway’s if it sends no X-Forwarded-For. They get twenty times the calls and ten times the connections.',
    },
  },
} as const satisfies SettingsGroup;

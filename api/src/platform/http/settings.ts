import { kinds } from '../setting-kinds.ts';
import { setting } from '../settings.ts';

export const HTTP = {
  // Tests and benchmarks of the sandbox call from one device and one address.
  rateLimits: setting('RATE_LIMITS', kinds.onOff, {
    default: 'on',
    sandbox: 'off',
    about: 'Limits on calls by device and address, and on connections by address.',
  }),
  trustedProxies: setting('TRUSTED_PROXIES', kinds.networks, {
    default: '',
    about: 'Your proxies: their X-Forwarded-For is trusted.',
  }),
  sharedNetworks: setting('SHARED_NETWORKS', kinds.networks, {
    default: '',
    about:
      'Networks that many panelists share, such as the data-free gateway’s if it sends no X-Forwarded-For. They get twenty times the calls and ten times the connections.',
  }),
};

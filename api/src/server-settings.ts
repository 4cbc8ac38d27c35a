/** What a process is and where it answers. */
import { isPublicHttps, withoutTrailingSlash } from './platform/addresses.ts';
import { kinds, mapped, portAbove, textLike } from './platform/setting-kinds.ts';
import type { SettingsGroup, SettingsReader } from './platform/settings.ts';

export const PROCESS = {
  title: 'The process',
  settings: {
    mode: {
      name: 'MODE',
      kind: kinds.choice('sandbox', 'live'),
      default: 'sandbox',
      about: 'sandbox: the outside parties are simulated locally. live: the real ones.',
    },
    role: {
      name: 'ROLE',
      kind: kinds.choice('all', 'api', 'worker', 'console'),
      default: 'all',
      about: 'One process, or many of each.',
    },
    port: {
      name: 'PORT',
      kind: kinds.integer(1, 65_535),
      default: 3000,
      about: 'One origin serves the web app and the API.',
    },
    host: { name: 'HOST', kind: kinds.text, default: '127.0.0.1' },
    /**
     * Longer than a proxy's checks need to notice. The files of deploy/ end a process 30 seconds after SIGTERM, and a stop may take ten of
     * them.
     */
    drainMs: {
      name: 'DRAIN_SECONDS',
      kind: mapped(kinds.number(0, 15), (seconds) => seconds * 1000),
      default: 5,
      sandbox: 0.5,
      about:
        'How long a process keeps answering after SIGTERM, while /readyz is 503: more than (check interval + check timeout) × failed checks of your proxy.',
    },
  },
} as const satisfies SettingsGroup;

/** The monitoring port, which the public must not reach. */
export const INTERNAL = {
  title: 'Monitoring port',
  about: '/metrics, /healthz/money and /healthz/attention. Never public.',
  settings: {
    port: {
      name: 'INTERNAL_PORT',
      kind: kinds.port,
      default: 3003,
      about: 'If unset in sandbox mode and taken: any free port.',
    },
    host: { name: 'INTERNAL_HOST', kind: kinds.text, default: '127.0.0.1' },
  },
} as const satisfies SettingsGroup;

export const APP = {
  title: 'The app',
  settings: {
    publicOrigin: {
      name: 'PUBLIC_ORIGIN',
      kind: kinds.publicOrigin,
      sandbox: (textOf) => `http://localhost:${textOf('PORT')}`,
      about:
        'The app’s public address, for links, callbacks and cookies. In live mode not a local, private or test address.',
    },
    // Assumption: gateway-origin. The gateway passes on a browser's Origin unchanged.
    gatewayOrigin: {
      name: 'GATEWAY_ORIGIN',
      kind: kinds.publicOrigin,
      default: '',
      about:
        'The app’s address at the data-free gateway, such as https://panel.datafree.co. Browsers there send it as `Origin`, and panelists return there from surveys.',
    },
    product: {
      name: 'PRODUCT_NAME',
      kind: textLike('letters, digits and spaces, at most 30, and begin with a letter', (name) =>
        /^[A-Za-z][A-Za-z0-9 ]{0,29}$/.test(name),
      ),
      default: 'Bua',
      about: 'The product’s name, shown to panelists.',
    },
    contact: {
      name: 'PANEL_CONTACT',
      kind: kinds.text,
      sandbox: 'the panel admin',
      about:
        'How panelists reach the panel: a number or an address. The app and the chat show it after the word "Contact".',
    },
  },
} as const satisfies SettingsGroup;

export const WORKER = {
  title: 'The worker',
  settings: {
    payoutConcurrency: {
      name: 'PAYOUTS_AT_ONCE',
      kind: kinds.integer(1, 100),
      default: 8,
      about: 'How many payouts one worker handles at once.',
    },
    messageConcurrency: {
      name: 'MESSAGES_AT_ONCE',
      kind: kinds.integer(1, 100),
      default: 12,
      about: 'How many chat messages one worker handles at once.',
    },
    freezesAfterFailover: {
      name: 'FREEZE_AFTER_FAILOVER',
      kind: kinds.onOff,
      default: 'on',
      sandbox: 'off',
      about:
        'Whether payouts wait after a failover until the issuer’s file or two people confirm that nothing was lost.',
    },
  },
} as const satisfies SettingsGroup;

/** A live panel has none: its addresses and its clock are never the sandbox's. */
export const SANDBOX = {
  title: 'The sandbox',
  about: 'Only in sandbox mode.',
  settings: {
    url: {
      name: 'SANDBOX_URL',
      kind: mapped(kinds.text, withoutTrailingSlash),
      default: '',
      sandbox: (textOf) => `http://127.0.0.1:${portAbove('PORT', 1)(textOf)}`,
      about: 'Its address, for a process started on its own.',
    },
    port: {
      name: 'SANDBOX_PORT',
      kind: kinds.port,
      default: portAbove('PORT', 1),
      about: 'Its port. Unset: one above PORT, or any free one; one that is set must be free.',
    },
    gatewayPort: {
      name: 'GATEWAY_PORT',
      kind: kinds.port,
      default: 0,
      about: 'The port of its data-free gateway. 0: any free one.',
    },
    panelOrigin: {
      name: 'PANEL_ORIGIN',
      kind: kinds.text,
      default: '',
      sandbox: (textOf) => textOf('PUBLIC_ORIGIN'),
      about: 'Where it finds the panel; `npm start` sets it.',
    },
  },
} as const satisfies SettingsGroup;

/** The sandbox's secret is public: anyone who knows it can credit themselves. */
export function modeRules({ isLive, textOf, has, fault }: SettingsReader): void {
  if (!isLive && textOf('ENVIRONMENT') === 'production') fault('MODE', 'must be live if ENVIRONMENT=production');
  if (!has('MODE') && isPublicHttps(textOf('PUBLIC_ORIGIN')))
    fault('MODE', 'must be set if PUBLIC_ORIGIN is a public https address');
}

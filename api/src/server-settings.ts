/** What a process is and where it answers. */
import { isPublicHttps, withoutTrailingSlash } from './platform/addresses.ts';
import { kinds, mapped, portAbove, textLike } from './platform/setting-kinds.ts';
import { type SettingsReader, setting } from './platform/settings.ts';

export const PROCESS = {
  mode: setting('MODE', kinds.choice('sandbox', 'live'), {
    default: 'sandbox',
    about: 'sandbox: the outside parties are simulated locally. live: the real ones.',
  }),
  role: setting('ROLE', kinds.choice('all', 'api', 'worker', 'console'), {
    default: 'all',
    about: 'One process, or many of each.',
  }),
  port: setting('PORT', kinds.integer(1, 65_535), {
    default: 3000,
    about: 'One origin serves the web app and the API.',
  }),
  host: setting('HOST', kinds.text, { default: '127.0.0.1' }),
  /**
   * Longer than a proxy's checks need to notice. The files of deploy/ end a process 30 seconds after SIGTERM, and a stop may take ten of
   * them.
   */
  drainMs: setting(
    'DRAIN_SECONDS',
    mapped(kinds.number(0, 15), (seconds) => seconds * 1000),
    {
      default: 5,
      sandbox: 0.5,
      about:
        'How long a process keeps answering after SIGTERM, while /readyz is 503: more than (check interval + check timeout) × failed checks of your proxy.',
    },
  ),
};

/** The monitoring port, which the public must not reach. */
export const INTERNAL = {
  port: setting('INTERNAL_PORT', kinds.port, {
    default: 3003,
    about: 'If unset in sandbox mode and taken: any free port.',
  }),
  host: setting('INTERNAL_HOST', kinds.text, { default: '127.0.0.1' }),
};

export const APP = {
  publicOrigin: setting('PUBLIC_ORIGIN', kinds.publicOrigin, {
    sandbox: (textOf) => `http://localhost:${textOf('PORT')}`,
    about:
      'The app’s public address, for links, callbacks and cookies. In live mode not a local, private or test address.',
  }),
  // Assumption: gateway-origin. The gateway passes on a browser's Origin unchanged.
  gatewayOrigin: setting('GATEWAY_ORIGIN', kinds.publicOrigin, {
    default: '',
    about:
      'The app’s address at the data-free gateway, such as https://panel.datafree.co. Browsers there send it as `Origin`, and panelists return there from surveys.',
  }),
  product: setting(
    'PRODUCT_NAME',
    textLike('letters, digits and spaces, at most 30, and begin with a letter', (name) =>
      /^[A-Za-z][A-Za-z0-9 ]{0,29}$/.test(name),
    ),
    { default: 'Bua', about: 'The product’s name, shown to panelists.' },
  ),
  contact: setting('PANEL_CONTACT', kinds.text, {
    sandbox: 'the panel admin',
    about:
      'How panelists reach the panel: a number or an address. The app and the chat show it after the word "Contact".',
  }),
};

export const WORKER = {
  payoutConcurrency: setting('PAYOUTS_AT_ONCE', kinds.integer(1, 100), {
    default: 8,
    about: 'How many payouts one worker handles at once.',
  }),
  messageConcurrency: setting('MESSAGES_AT_ONCE', kinds.integer(1, 100), {
    default: 12,
    about: 'How many chat messages one worker handles at once.',
  }),
  freezesAfterFailover: setting('FREEZE_AFTER_FAILOVER', kinds.onOff, {
    default: 'on',
    sandbox: 'off',
    about: 'Whether payouts wait after a failover until the issuer’s file or two people confirm that nothing was lost.',
  }),
};

/** A live panel has none: its addresses and its clock are never the sandbox's. */
export const SANDBOX = {
  url: setting('SANDBOX_URL', mapped(kinds.text, withoutTrailingSlash), {
    default: '',
    sandbox: (textOf) => `http://127.0.0.1:${portAbove('PORT', 1)(textOf)}`,
    about: 'Its address, for a process started on its own.',
  }),
  port: setting('SANDBOX_PORT', kinds.port, {
    default: portAbove('PORT', 1),
    about: 'Its port. Unset: one above PORT, or any free one; one that is set must be free.',
  }),
  gatewayPort: setting('GATEWAY_PORT', kinds.port, {
    default: 0,
    about: 'The port of its data-free gateway. 0: any free one.',
  }),
  panelOrigin: setting('PANEL_ORIGIN', kinds.text, {
    default: '',
    sandbox: (textOf) => textOf('PUBLIC_ORIGIN'),
    about: 'Where it finds the panel; `npm start` sets it.',
  }),
};

/** The sandbox's secret is public: anyone who knows it can credit themselves. */
export function modeRules({ isLive, textOf, has, fault }: SettingsReader): void {
  if (!isLive && textOf('ENVIRONMENT') === 'production') fault('MODE', 'must be live if ENVIRONMENT=production');
  if (!has('MODE') && isPublicHttps(textOf('PUBLIC_ORIGIN')))
    fault('MODE', 'must be set if PUBLIC_ORIGIN is a public https address');
}

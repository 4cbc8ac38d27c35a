/** Where operators work, how they sign in, and who is told that a proposal waits. */

import { listOf } from '../platform/security/secrets.ts';
import { keyFaultIn, kinds, portAbove } from '../platform/setting-kinds.ts';
import { type Kind, type SettingsReader, setting, type TextOf } from '../platform/settings.ts';

const isServed = (textOf: TextOf) => ['all', 'console'].includes(textOf('ROLE'));
const IF_SERVED = { if: 'ROLE is all or console', holds: isServed } as const;

export const CONSOLE = {
  port: setting('CONSOLE_PORT', kinds.port, {
    default: portAbove('PORT', 2),
    about: 'Two above PORT if it isn’t set.',
  }),
  origin: setting('CONSOLE_ORIGIN', kinds.origin, {
    sandbox: (textOf) => `http://localhost:${textOf('CONSOLE_PORT')}`,
    // What the webhook gets links to the console. Otherwise a worker doesn't need its address.
    required: {
      if: 'ROLE is all or console, or PROPOSAL_WEBHOOK_URL is set',
      holds: (textOf) => isServed(textOf) || textOf('PROPOSAL_WEBHOOK_URL') !== '',
    },
    about: 'Its address.',
  }),
  tokenFile: setting('PANEL_TOKEN_FILE', kinds.text, {
    default: '',
    about: 'A file with the token that the command line uses; an operator makes it in the console.',
  }),
};

export const SIGN_IN = {
  issuer: setting('OIDC_ISSUER', kinds.publicUrl, {
    sandbox: (textOf) => `${textOf('SANDBOX_URL')}/identity`,
    required: IF_SERVED,
  }),
  clientId: setting('OIDC_CLIENT_ID', kinds.text, { sandbox: 'panel-console', required: IF_SERVED }),
  clientSecret: setting('OIDC_CLIENT_SECRET', kinds.password, { required: IF_SERVED }),
  rolesClaim: setting('OIDC_ROLES_CLAIM', kinds.text, {
    default: 'roles',
    about: 'The claim of the ID token that names support, fieldwork, finance or auditor.',
  }),
};

const keysIn = (text: string): readonly Buffer[] =>
  listOf(text).map((secret) => Buffer.from(/^whsec_([\w+/]+={0,2})$/.exec(secret)?.[1] ?? '', 'base64'));
const webhookSecrets: Kind<readonly Buffer[]> = {
  is: 'whsec_ and 32 random bytes in base64, or new,old during a change',
  parse: keysIn,
  fault(text) {
    const fault = keyFaultIn(keysIn(text));
    return fault && `${fault}, after whsec_`;
  },
  secretsIn: (text) => keysIn(text).map((key) => key.toString('base64')),
};

export const WEBHOOK = {
  url: setting('PROPOSAL_WEBHOOK_URL', kinds.url, { default: '' }),
  secrets: setting('PROPOSAL_WEBHOOK_SECRET', webhookSecrets, {
    default: '',
    about: 'whsec_ and 32 random bytes in base64; new,old while the receiver changes it.',
  }),
};

export function consoleRules({ textOf, has, fault }: SettingsReader): void {
  const origin = textOf('CONSOLE_ORIGIN');
  if (origin !== '' && [textOf('PUBLIC_ORIGIN'), textOf('GATEWAY_ORIGIN')].includes(origin))
    fault('CONSOLE_ORIGIN', 'must be a different origin from the panelists’');
  const [url, secret] = ['PROPOSAL_WEBHOOK_URL', 'PROPOSAL_WEBHOOK_SECRET'];
  if (!has(url) && has(secret)) fault(url, `is required with ${secret}`);
  if (has(url) && !has(secret)) fault(secret, `is required with ${url}`);
}

export type ConsoleConfig = Readonly<ReturnType<typeof readConsole>>;

export function readConsole({ table, isLive, has }: SettingsReader) {
  const { tokenFile, ...console } = table(CONSOLE);
  const webhook = table(WEBHOOK);
  return {
    ...console,
    /** If it wasn't set, and the default is taken, a sandbox runs without the console. */
    isPortSet: isLive || has('CONSOLE_PORT'),
    oidc: table(SIGN_IN),
    tokenFile: tokenFile || null,
    /** Null without a webhook. */
    webhook: has('PROPOSAL_WEBHOOK_URL') ? webhook : null,
  };
}

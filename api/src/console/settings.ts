/** Where operators work, how they sign in, and who is told that a proposal waits. */

import { listOf } from '../platform/security/secrets.ts';
import { keyFaultIn, kinds, portAbove } from '../platform/setting-kinds.ts';
import type { Kind, SettingsGroup, SettingsReader, TextOf } from '../platform/settings.ts';

const isServed = (textOf: TextOf) => ['all', 'console'].includes(textOf('ROLE'));
const IF_SERVED = { if: 'ROLE is all or console', holds: isServed } as const;

export const CONSOLE = {
  title: 'The console',
  settings: {
    port: {
      name: 'CONSOLE_PORT',
      kind: kinds.port,
      default: portAbove('PORT', 2),
      about: 'Two above PORT if it isn’t set.',
    },
    origin: {
      name: 'CONSOLE_ORIGIN',
      kind: kinds.origin,
      sandbox: (textOf) => `http://localhost:${textOf('CONSOLE_PORT')}`,
      // What the webhook gets links to the console. Otherwise a worker doesn't need its address.
      required: {
        if: 'ROLE is all or console, or PROPOSAL_WEBHOOK_URL is set',
        holds: (textOf) => isServed(textOf) || textOf('PROPOSAL_WEBHOOK_URL') !== '',
      },
      about: 'Its address.',
    },
    tokenFile: {
      name: 'PANEL_TOKEN_FILE',
      kind: kinds.text,
      default: '',
      about: 'A file with the token that the command line uses; an operator makes it in the console.',
    },
  },
} as const satisfies SettingsGroup;

export const SIGN_IN = {
  title: 'Sign-in to the console',
  about:
    'Operators sign in at your identity provider (OpenID Connect). Register CONSOLE_ORIGIN/sign-in/callback as the redirect address.',
  settings: {
    issuer: {
      name: 'OIDC_ISSUER',
      kind: kinds.publicUrl,
      sandbox: (textOf) => `${textOf('SANDBOX_URL')}/identity`,
      required: IF_SERVED,
    },
    clientId: { name: 'OIDC_CLIENT_ID', kind: kinds.text, sandbox: 'panel-console', required: IF_SERVED },
    clientSecret: { name: 'OIDC_CLIENT_SECRET', kind: kinds.password, required: IF_SERVED },
    rolesClaim: {
      name: 'OIDC_ROLES_CLAIM',
      kind: kinds.text,
      default: 'roles',
      about: 'The claim of the ID token that names support, fieldwork, finance or auditor.',
    },
  },
} as const satisfies SettingsGroup;

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
  title: 'The approvers’ webhook',
  about: 'It is told that a proposal waits (docs/install.md). Off unless both are set.',
  settings: {
    url: { name: 'PROPOSAL_WEBHOOK_URL', kind: kinds.url, default: '' },
    secrets: {
      name: 'PROPOSAL_WEBHOOK_SECRET',
      kind: webhookSecrets,
      default: '',
      about: 'whsec_ and 32 random bytes in base64; new,old while the receiver changes it.',
    },
  },
} as const satisfies SettingsGroup;

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
  const { tokenFile, ...console } = table(CONSOLE.settings);
  const webhook = table(WEBHOOK.settings);
  return {
    ...console,
    /** If it wasn't set, and the default is taken, a sandbox runs without the console. */
    isPortSet: isLive || has('CONSOLE_PORT'),
    oidc: table(SIGN_IN.settings),
    tokenFile: tokenFile || null,
    /** Null if nobody is told. */
    webhook: has('PROPOSAL_WEBHOOK_URL') ? webhook : null,
  };
}

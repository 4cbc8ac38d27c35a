import type { EnvironmentReader } from './platform/environment.ts';
import { keyFault, listOf, secretFault } from './platform/security/secrets.ts';

/** Where operators work, and how they sign in. */
export type ConsoleConfig = Readonly<ReturnType<typeof readConsoleConfig>>;

const SANDBOX_CLIENT = { id: 'panel-console', secret: 'sandbox-secret' } as const;

/** In live mode a process that serves the console needs every setting; others need none. */
export function readConsoleConfig(
  read: EnvironmentReader,
  {
    isServed,
    sandboxUrl,
    port,
    panelistOrigins,
  }: { isServed: boolean; sandboxUrl: string | null; port: number; panelistOrigins: readonly string[] },
) {
  const isLive = sandboxUrl === null;
  const isRequired = isLive && isServed;
  const webhook = readWebhook(read, isLive);
  const consolePort = read.integer('CONSOLE_PORT', port + 2 < 65_536 ? port + 2 : 0, [0, 65535]);
  const unused = isLive ? 'https://console.invalid' : null;
  const origin = read.origin(
    'CONSOLE_ORIGIN',
    // What the webhook gets links to the console. Otherwise a worker doesn't need its address.
    isRequired || (isLive && webhook) ? null : (unused ?? `http://localhost:${consolePort}`),
    isLive ? ['https:'] : ['http:', 'https:'],
  );
  if (origin !== '' && panelistOrigins.includes(origin))
    read.fault('CONSOLE_ORIGIN', 'must be a different origin from the panelists’');
  const issuer = read.url(
    'OIDC_ISSUER',
    isRequired ? null : (unused ?? `${sandboxUrl}/identity`),
    isLive ? ['https:'] : ['http:', 'https:'],
  );
  if (isLive) read.refuseTestHost('OIDC_ISSUER', issuer);
  const clientSecret = read.text('OIDC_CLIENT_SECRET', isRequired ? null : SANDBOX_CLIENT.secret);
  const fault = isRequired && clientSecret !== '' ? secretFault([clientSecret]) : null;
  if (fault) read.fault('OIDC_CLIENT_SECRET', fault);
  if (isRequired && clientSecret === SANDBOX_CLIENT.secret)
    read.fault('OIDC_CLIENT_SECRET', 'must not be the sandbox’s');
  return {
    port: consolePort,
    /** If it wasn't set, and the default is taken, a sandbox runs without the console. */
    isPortSet: isLive || read.has('CONSOLE_PORT'),
    origin,
    oidc: {
      issuer,
      clientId: read.text('OIDC_CLIENT_ID', isRequired ? null : SANDBOX_CLIENT.id),
      clientSecret,
      /** The claim of the ID token that names the role. */
      rolesClaim: read.text('OIDC_ROLES_CLAIM', 'roles'),
    },
    /** The file with the command line's credential: an operator's token from the console. */
    tokenFile: read.text('PANEL_TOKEN_FILE', '') || null,
    /** Who is told that a proposal waits; null if nobody is. */
    webhook,
  };
}

/** While the receiver changes its secret, the new one and the old one. */
function readWebhook(read: EnvironmentReader, isLive: boolean) {
  const url = read.url('PROPOSAL_WEBHOOK_URL', '', isLive ? ['https:'] : ['http:', 'https:']);
  const given = read.text('PROPOSAL_WEBHOOK_SECRET', '');
  if (url === '' && given === '') return null;
  if (url === '') read.fault('PROPOSAL_WEBHOOK_URL', 'is required with PROPOSAL_WEBHOOK_SECRET');
  const secrets = listOf(given).map((secret) => {
    const [, key = ''] = /^whsec_([\w+/]+={0,2})$/.exec(secret) ?? [];
    return Buffer.from(key, 'base64');
  });
  const fault = secrets.map(keyFault).find((each) => each !== null);
  if (fault) read.fault('PROPOSAL_WEBHOOK_SECRET', `${fault}, after whsec_`);
  return { url, secrets };
}

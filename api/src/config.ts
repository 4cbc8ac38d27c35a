/** Reads every setting from the environment, and reports every error at once. */
import { PARTNER_NAMES, PARTNERS } from '@panel/domain/partners/partners';
import { CONSOLE, consoleRules, readConsole, SIGN_IN, WEBHOOK } from './console/settings.ts';
import { SENDS, STUDIES } from './invitations/settings.ts';
import { CHAT } from './messages/settings.ts';
import { adapterOf, readPartnerSettings } from './partners/adapters.ts';
import { DATABASES, databaseRules, folderFault } from './platform/database/settings.ts';
import { HTTP } from './platform/http/settings.ts';
import { MONITORING, TRACING } from './platform/monitoring/settings.ts';
import { loadSandboxSecrets } from './platform/security/secrets.ts';
import { KEYS } from './platform/security/settings.ts';
import { ConfigError, type Environment, type SettingsGroup, settingsReader } from './platform/settings.ts';
import { ISSUER, PRICING, THANK_YOUS } from './rewards/settings.ts';
import { APP, INTERNAL, modeRules, PROCESS, SANDBOX, WORKER } from './server-settings.ts';

export { ConfigError };

export type ServerConfig = Readonly<Awaited<ReturnType<typeof readConfig>>>;

export async function readConfig(env: Environment) {
  const reader = settingsReader(env);
  const { isLive, table, has } = reader;
  const server = table(PROCESS);
  const app = table(APP);
  const sandbox = table(SANDBOX);
  const others = {
    internal: {
      ...table(INTERNAL),
      /** If it wasn't set, and the default is taken, a sandbox uses any free one. */
      isPortSet: isLive || has('INTERNAL_PORT'),
    },
    ...table(HTTP),
    worker: table(WORKER),
    ...table(DATABASES),
    ...table(MONITORING),
    console: readConsole(reader),
    chat: table(CHAT),
    issuer: table(ISSUER),
    studies: table(STUDIES),
    ...table(SENDS),
    pricing: { ...table(PRICING), thankYou: table(THANK_YOUS) },
  };
  // Used before this module is loaded; here only its faults are reported.
  table(TRACING);
  const partners = readPartnerSettings(reader);
  for (const checkRules of [modeRules, databaseRules, consoleRules]) checkRules(reader);
  const { pseudonymKey, ...keys } = table(KEYS, await madeKeys());
  reader.end();
  const { publicOrigin, gatewayOrigin } = app;
  return {
    ...server,
    ...app,
    ...others,
    ...keys,
    /** Where panelists open the app: the data-free gateway, if there is one. */
    appOrigin: gatewayOrigin || publicOrigin,
    /** The origins that a browser may name as ours; the first is the public one. */
    allowedOrigins: [
      publicOrigin,
      ...(gatewayOrigin ? [gatewayOrigin] : []),
      ...(isLive ? [] : [`http://localhost:${server.port}`, `http://127.0.0.1:${server.port}`]),
    ],
    /** The sandbox, whose clock the product follows; null in live mode. */
    sandboxUrl: isLive ? null : sandbox.url,
    partners: { ...partners, isLive, publicOrigin, gatewayOrigin, pseudonymKey },
  };

  /** Our own keys, generated at a sandbox's first start, unless all are set or something is wrong. */
  async function madeKeys(): Promise<Environment> {
    const names = Object.values(KEYS).map(({ name }) => name);
    if (isLive || names.every(has) || reader.faults.length > 0) return {};
    try {
      const made = await loadSandboxSecrets(others.dataDir, names);
      return { ...made, ENCRYPTION_KEY: `1:${made.ENCRYPTION_KEY}` };
    } catch (error) {
      // The error's own text would contain a piece of the secrets.
      const { code, name } = error as NodeJS.ErrnoException;
      reader.fault('DATA_DIR', folderFault(code ?? name));
      return {};
    }
  }
}

/** Every setting, in the order of the documents. */
export const SETTINGS: readonly SettingsGroup[] = [
  { title: 'The process', settings: PROCESS },
  { title: 'The app', settings: APP },
  {
    title: 'Monitoring port',
    about: '/metrics, /healthz/money and /healthz/attention. Never public.',
    settings: INTERNAL,
  },
  { title: 'Databases', settings: DATABASES },
  {
    title: 'Our keys',
    about:
      'Make each with `openssl rand -base64 32`. In sandbox mode the first start writes them to DATA_DIR. A start is refused if INDEX_KEY, PSEUDONYM_KEY or a key’s id doesn’t match the key that the database was first used with.',
    settings: KEYS,
  },
  {
    title: 'Limits',
    about: 'Networks are addresses or networks, separated by commas. None may be larger than /8 (IPv6: /7).',
    settings: HTTP,
  },
  { title: 'The worker', settings: WORKER },
  { title: 'The sandbox', about: 'Only in sandbox mode.', settings: SANDBOX },
  { title: 'The console', settings: CONSOLE },
  {
    title: 'Sign-in to the console',
    about:
      'Operators sign in at your identity provider (OpenID Connect). Register CONSOLE_ORIGIN/sign-in/callback as the redirect address.',
    settings: SIGN_IN,
  },
  {
    title: 'The approvers’ webhook',
    about: 'It is told that a proposal waits (docs/install.md). Off unless both are set.',
    settings: WEBHOOK,
  },
  { title: 'The super-app', about: 'Its business API.', settings: CHAT },
  ...PARTNERS.map((partner) => ({ title: PARTNER_NAMES[partner], settings: adapterOf(partner).settings })),
  { title: 'The voucher issuer', settings: ISSUER },
  { title: 'Studies', about: 'Research tasks. In live mode no task can be drawn without them.', settings: STUDIES },
  { title: 'Messages to many', settings: SENDS },
  {
    title: 'Rewards',
    about:
      'What a completed survey earns. A completion waits for two people (Money page of the console) if a rule here says so; 0 turns a rule off.',
    settings: PRICING,
  },
  { title: 'Thank-yous', about: 'For a panelist whom a partner screens out late.', settings: THANK_YOUS },
  { title: 'Logs and errors', settings: MONITORING },
  { title: 'Traces', settings: TRACING },
];

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
  const server = table(PROCESS.settings);
  const app = table(APP.settings);
  const sandbox = table(SANDBOX.settings);
  const others = {
    internal: {
      ...table(INTERNAL.settings),
      /** If it wasn't set, and the default is taken, a sandbox uses any free one. */
      isPortSet: isLive || has('INTERNAL_PORT'),
    },
    ...table(HTTP.settings),
    worker: table(WORKER.settings),
    ...table(DATABASES.settings),
    ...table(MONITORING.settings),
    console: readConsole(reader),
    chat: table(CHAT.settings),
    issuer: table(ISSUER.settings),
    studies: table(STUDIES.settings),
    ...table(SENDS.settings),
    pricing: { ...table(PRICING.settings), thankYou: table(THANK_YOUS.settings) },
  };
  // Used before this module is loaded; here only its faults are reported.
  table(TRACING.settings);
  const partners = readPartnerSettings(reader);
  for (const checkRules of [modeRules, databaseRules, consoleRules]) checkRules(reader);
  const { pseudonymKey, ...keys } = table(KEYS.settings, await madeKeys());
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
    const names = Object.values(KEYS.settings).map(({ name }) => name);
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
  PROCESS,
  APP,
  INTERNAL,
  DATABASES,
  KEYS,
  HTTP,
  WORKER,
  SANDBOX,
  CONSOLE,
  SIGN_IN,
  WEBHOOK,
  CHAT,
  ...PARTNERS.map((partner) => ({ title: PARTNER_NAMES[partner], settings: adapterOf(partner).settings })),
  ISSUER,
  STUDIES,
  SENDS,
  PRICING,
  THANK_YOUS,
  MONITORING,
  TRACING,
];

import { fileURLToPath } from 'node:url';
import { buildApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { chatClient } from './messages/chat.ts';
import { sandboxClock, systemClock } from './platform/clock.ts';
import { openDatabase } from './platform/database.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts';
import { migrate } from './platform/migrate.ts';
import { openVault } from './platform/vault.ts';
import { issuerClient } from './rewards/issuer.ts';
import { loadApp } from './web/app-files.ts';
import { startWorker } from './worker.ts';

const WEB = fileURLToPath(new URL('../../web/dist', import.meta.url));
const STOP_WITHIN_MS = 10_000;

/** One process of the product, from its configuration to its last answer. */
async function main(): Promise<void> {
  const config = await readConfig(process.env);
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir });
  const databaseUrl = config.databaseUrl ?? (embedded?.url as string);
  const migrated = await migrate(databaseUrl);
  const database = openDatabase(databaseUrl);
  const deps = {
    config,
    database,
    vault: openVault(config.encryptionKeys, config.indexKey),
    chat: chatClient(config.chat.url, config.chat.key),
    issuer: issuerClient(config.issuer),
    clock: config.sandboxUrl ? await sandboxClock(config.sandboxUrl) : systemClock,
  };
  const app = buildApp(deps, { web: await loadApp(WEB) });
  const worker = config.role === 'api' ? null : startWorker(deps, app.log);
  app.addHook('onClose', async () => {
    await worker?.stop();
    await database.close();
    await embedded?.stop();
  });

  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    app.log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    app.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // The parent that started us is gone: don't hold its port.
  process.on('disconnect', () => stop('disconnect'));

  await app.listen({ port: config.port, host: config.host });
  app.log.info({ role: config.role, partners: config.partners, migrated }, 'listening');
  process.send?.({ ready: config.publicOrigin });
}

main().catch((error: unknown) => {
  const isExpected = error instanceof ConfigError || (error as { code?: string }).code === 'EADDRINUSE';
  process.stderr.write(`${isExpected ? (error as Error).message : ((error as Error).stack ?? error)}\n`);
  process.exit(1);
});

import { fileURLToPath } from 'node:url';
import { buildApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { openServices } from './services.ts';
import { startWorker } from './worker.ts';

const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url));
const STOP_WITHIN_MS = 10_000;

/** One process of the product, from its configuration to its last answer. */
async function main(): Promise<void> {
  const config = await readConfig(process.env);
  const { deps, migrated, close } = await openServices(config);
  const app = buildApp(deps, { webFolder: WEB_FOLDER });
  const worker = config.role === 'api' ? null : startWorker(deps, app.log);
  app.addHook('onClose', async () => {
    await worker?.stop();
    await close();
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

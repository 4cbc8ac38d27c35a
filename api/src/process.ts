import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { ConfigError, readConfig, type ServerConfig } from './config.ts';
import { buildConsoleApp } from './console-app.ts';
import { buildInternalApp } from './monitoring/internal.ts';
import { closerOf } from './platform/http/close.ts';
import { forwardErrors } from './platform/monitoring/error-forwarding.ts';
import { standardOutput } from './platform/monitoring/log-stream.ts';
import { createMetrics, observeProcess } from './platform/monitoring/metrics.ts';
import { tracer } from './platform/monitoring/tracer.ts';
import { recordPartyCalls } from './platform/parties/party-calls.ts';
import { createServices, waitForDatabases } from './start/services.ts';
import { countPageViews } from './web/page-views.ts';
import { startWorker } from './worker/worker.ts';

const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url));
const CONSOLE_FOLDER = fileURLToPath(new URL('../../console/dist', import.meta.url));
const STOP_TIMEOUT_MS = 10_000;
/** For a start that is told to stop while it waits, for example for another process's migrations. */
const STOP_STARTING_MS = 5000;
/**
 * To the panel's database and the key store, opened before the first call: on a busy machine opening many at once takes longer than a
 * call's timeout.
 */
const FIRST_CONNECTIONS = 5;

/** Runs one process of the product: the API, the worker, the console, or all of them. */
async function main(): Promise<void> {
  // Otherwise React renders pages in development mode: slowly, and with warnings.
  process.env.NODE_ENV ??= 'production';
  const stopSignal = new Promise<string>((resolve) => {
    // 'disconnect': the parent process is gone.
    for (const signal of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(signal, () => resolve(signal));
  });
  const config = await readConfig(process.env);
  // A stop while waiting ends the process, because nothing was started yet.
  if ((await Promise.race([waitForDatabases(config), stopSignal])) !== undefined) process.exit(0);
  let isOpen = false;
  void stopSignal.then(() => sleep(STOP_STARTING_MS, undefined, { ref: false })).then(() => !isOpen && process.exit(0));
  const { deps, backgroundDeps, migrated, close } = await createServices(config);
  isOpen = true;
  const metrics = createMetrics();
  observeProcess(metrics, config.release);
  const partyCalls = recordPartyCalls(backgroundDeps.database, deps.clock);
  const pageViews = countPageViews(backgroundDeps.database, deps.clock, metrics);
  const { errorReceiver } = config;
  const logTo = errorReceiver ? forwardErrors(standardOutput, errorReceiver, config) : standardOutput;
  const app = buildApp(deps, { logTo, webFolder: WEB_FOLDER, metrics, pageViews });
  const has = (role: ServerConfig['role']) => config.role === 'all' || config.role === role;
  const worker = has('worker') ? startWorker(backgroundDeps, app.log, metrics) : null;
  const internal = buildInternalApp(deps, metrics, worker?.readings);
  const consoleApp = has('console')
    ? buildConsoleApp(backgroundDeps, { folder: CONSOLE_FOLDER, logTo, metrics })
    : null;
  const closeOthers = [internal, consoleApp].map((other) => other && closerOf(other));
  app.addHook('onClose', async () => {
    for (const closeOther of closeOthers) await closeOther?.();
    await worker?.stop();
    await partyCalls.stop();
    await pageViews.stop();
    await close();
  });
  const listen = (server: FastifyInstance, variable: string, port: number, host: string) =>
    server.listen({ port, host }).catch(async (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE';
      if (isTaken && server === consoleApp && config.role === 'all' && !config.console.isPortSet)
        return app.log.warn({ port }, 'no console: port taken');
      if (isTaken && server === internal && !config.internal.isPortSet) return internal.listen({ port: 0, host });
      exitAfter(STOP_TIMEOUT_MS);
      await app.close();
      throw isTaken ? new ConfigError(`Port ${port} is taken. Choose another with ${variable}=<number>.`) : error;
    });
  if (has('api')) {
    const connectBoth = () => Promise.allSettled([deps.database.isUp(), deps.vault.panelistKeys.idsWithKey([])]);
    await Promise.all(Array.from({ length: FIRST_CONNECTIONS }, connectBoth));
  }
  if (consoleApp) await listen(consoleApp, 'CONSOLE_PORT', config.console.port, config.host);
  await listen(app, 'PORT', config.port, config.host);
  // Last: a sandbox's configured ports come before one that may be any.
  const monitoring = await listen(internal, 'INTERNAL_PORT', config.internal.port, config.internal.host);
  const { release, role, mode } = config;
  app.log.info({ monitoring, release, role, mode, migrated }, 'listening');
  process.send?.({ ready: config.publicOrigin });

  app.log.info({ signal: await stopSignal }, 'stopping');
  void worker?.stop();
  // A worker gets no calls, so no proxy has to notice its stop.
  const drainMs = config.role === 'worker' ? 0 : config.drainMs;
  exitAfter(drainMs + STOP_TIMEOUT_MS);
  await app.stop(sleep(drainMs));
  await tracer.stop().catch(() => {});
  await standardOutput.flush();
  process.exit(0);
}

/** Ends the process with a readable message if it can't start. */
export const runProcess = (): Promise<void> =>
  main().catch((error: Error) => {
    process.stderr.write(`${error instanceof ConfigError ? error.message : error.stack}\n`);
    process.exit(1);
  });

/** Ends the process if it is still running by then, whatever it waits for. */
const exitAfter = (ms: number) => setTimeout(() => process.exit(1), ms).unref();

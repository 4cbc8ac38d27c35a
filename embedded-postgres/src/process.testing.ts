// A process in which tests start servers, to kill it or to let it compete with another. Controlled by messages.
import { type EmbeddedPostgres, type ServerOptions, startEmbeddedPostgres } from './embedded-postgres.ts';

/** Without `start`, all servers are stopped. */
export type Request = { readonly id: number; readonly start?: ServerOptions | undefined };
export type Reply = { readonly id: number; readonly error?: string; readonly url?: string | undefined };

const servers: EmbeddedPostgres[] = [];

async function handle(options: ServerOptions | undefined): Promise<string | undefined> {
  if (options) {
    const server = await startEmbeddedPostgres({ ...options, now: () => 0 });
    servers.push(server);
    return server.url;
  }
  for (const server of servers.splice(0)) await server.stop();
}

process.on('message', ({ id, start }: Request) =>
  handle(start).then(
    (url) => process.send?.({ id, url }),
    (error: Error) => process.send?.({ id, error: error.message }),
  ),
);

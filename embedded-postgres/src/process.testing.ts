// A process in which tests start servers, to kill it or to let it compete with another. Controlled by messages.
import { type EmbeddedPostgres, type ServerOptions, startEmbeddedPostgres } from './embedded-postgres.ts';

export type Started = { readonly url: string; readonly adopted: boolean };
/** Without `start`, all servers are stopped. */
export type Request = { readonly id: number; readonly start?: ServerOptions | undefined };
export type Reply = { readonly id: number; readonly error?: string; readonly started?: Started };

const servers: EmbeddedPostgres[] = [];

async function handle(options: ServerOptions | undefined): Promise<Started | undefined> {
  if (options) {
    const server = await startEmbeddedPostgres({ ...options, now: () => 0 });
    servers.push(server);
    return { url: server.url, adopted: server.adopted };
  }
  for (const server of servers.splice(0)) await server.stop();
}

process.on('message', ({ id, start }: Request) =>
  handle(start).then(
    (started) => process.send?.({ id, started }),
    (error: Error) => process.send?.({ id, error: error.message }),
  ),
);

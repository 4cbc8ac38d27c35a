// A process that tests start servers in, to kill it or to let it compete with another one. Controlled by messages.
import { type EmbeddedPostgres, type Options, startEmbeddedPostgres } from './embedded-postgres.ts';

export type Request = { readonly id: number; readonly options: Options } | 'stop';
export type Reply = { readonly id: number } & ({ readonly url: string; readonly adopted: boolean } | { error: string });

const servers: EmbeddedPostgres[] = [];
const reply = (message: Reply) => process.send?.(message);

process.on('message', async (request: Request) => {
  if (request === 'stop') {
    for (const server of servers) await server.stop();
    process.disconnect();
    return;
  }
  const { id, options } = request;
  try {
    const server = await startEmbeddedPostgres({ ...options, now: () => 0 });
    servers.push(server);
    reply({ id, url: server.url, adopted: server.adopted });
  } catch (error) {
    reply({ id, error: (error as Error).message });
  }
});

/** The outside world, played locally. Each party answers under a path of its own, in its own protocol. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGateway } from './gateway.ts';
import { createSandbox } from './sandbox.ts';

const { server, world } = createSandbox(process.env.PANEL_ORIGIN || 'http://localhost:3000');
const gateway = createGateway(world);

const listen = (one: Server, wanted: number): Promise<string> =>
  new Promise((resolve) => {
    // The usual port may be in use, by another sandbox say: any free one does, for we tell who started us.
    one.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' && wanted !== 0) one.listen(0, '127.0.0.1');
      else throw error;
    });
    one.on('listening', () => resolve(`http://127.0.0.1:${(one.address() as AddressInfo).port}`));
    one.listen(wanted, '127.0.0.1');
  });

const stop = () => {
  for (const one of [server, gateway]) one.closeAllConnections();
  gateway.close();
  server.close(() => process.exit(0));
};
for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(event, stop);

world.sandbox = await listen(server, Number(process.env.SANDBOX_PORT ?? 0));
world.gateway = await listen(gateway, Number(process.env.GATEWAY_PORT ?? 0));
process.send?.({ ready: world.sandbox, gateway: world.gateway });

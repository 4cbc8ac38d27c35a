/** The outside parties, simulated locally. Each answers under its own path, in its own protocol. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGateway } from './gateway.ts';
import { createSandbox } from './sandbox.ts';

const { env } = process;
const { server, state } = createSandbox(env.PANEL_ORIGIN || 'http://localhost:3000');
const gateway = createGateway(state);
state.environment = env;

/** Listens on the port that a variable sets. Without one: on the default port, or on any free one if that is taken. */
const listen = (target: Server, variable: string, value: string | undefined, defaultPort: number): Promise<string> =>
  new Promise((resolve) => {
    target.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error;
      if (!value) return target.listen(0, '127.0.0.1');
      process.stderr.write(`Port ${value} is taken. Choose another with ${variable}=<number>.\n`);
      return process.exit(1);
    });
    target.on('listening', () => resolve(`http://127.0.0.1:${(target.address() as AddressInfo).port}`));
    target.listen(value ? Number(value) : defaultPort, '127.0.0.1');
  });

const stop = () => {
  for (const each of [server, gateway]) each.closeAllConnections();
  gateway.close();
  server.close(() => process.exit(0));
};
for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(event, stop);

const portAbove = Number(env.PORT || 3000) + 1;
state.sandboxOrigin = await listen(server, 'SANDBOX_PORT', env.SANDBOX_PORT, portAbove < 65_536 ? portAbove : 0);
state.gatewayOrigin = await listen(gateway, 'GATEWAY_PORT', env.GATEWAY_PORT, 0);
process.send?.({ ready: state.sandboxOrigin, gateway: state.gatewayOrigin });

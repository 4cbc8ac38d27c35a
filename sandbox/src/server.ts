/** The outside world, played locally. Each party answers under a path of its own, in its own protocol. */
import type { AddressInfo } from 'node:net';
import { createSandbox } from './sandbox.ts';

const { server } = createSandbox(process.env.PANEL_ORIGIN || 'http://localhost:3000');

const wanted = Number(process.env.SANDBOX_PORT ?? 0);
// The usual port may be in use, by another sandbox say: any free one does, for we tell who started us.
server.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EADDRINUSE' && wanted !== 0) server.listen(0, '127.0.0.1');
  else throw error;
});
server.on('listening', () => {
  process.send?.({ ready: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
server.listen(wanted, '127.0.0.1');

const stop = () => {
  server.closeAllConnections();
  server.close(() => process.exit(0));
};
for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(event, stop);

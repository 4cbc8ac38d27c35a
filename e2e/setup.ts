/** Two products for all journeys. Each starts when the first journey needs it, since one that runs uses the processor. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { findChromium } from './chromium.ts';
import { type Product, prepareProduct } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    origin: string;
    /** The sandbox: the super-app, the partners and the voucher issuer. */
    sandbox: string;
    /** The address of the metrics. */
    internal: string;
    logFile: string;
    /** The other product: it knows the gateway, and no journey moves its clock, which would sign operators out. */
    steady: Pick<Product, 'origin' | 'sandbox' | 'gateway' | 'console'>;
    /** Starts the product of a path, and answers once it is ready. */
    starter: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Vitest's own, which the product would read.
  delete process.env.MODE;
  // Installs one if there is none, before several workers look for it at once.
  findChromium();
  const product = await prepareProduct();
  const steady = await prepareProduct('start', { knowsGateway: true });
  const starter = createServer(async ({ url }, response) => {
    await (url === '/steady' ? steady : product).start().catch((error: Error) => {
      process.stderr.write(`${error.message}\n`);
      process.exit(1);
    });
    response.end();
  }).listen(0, '127.0.0.1');
  await once(starter, 'listening');
  project.provide('origin', product.origin);
  project.provide('sandbox', product.sandbox);
  project.provide('internal', product.internal);
  project.provide('logFile', product.logFile);
  const { origin, sandbox, gateway, console } = steady;
  project.provide('steady', { origin, sandbox, gateway, console });
  project.provide('starter', `http://127.0.0.1:${(starter.address() as AddressInfo).port}`);
  return async () => {
    starter.close();
    await Promise.all([product.close(), steady.close()]);
  };
}

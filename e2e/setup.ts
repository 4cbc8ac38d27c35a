/** One product for all journeys. Tests that don't need it begin while it is still being built and started. */
import type { TestProject } from 'vitest/node';
import { findChromium } from './chromium.ts';
import { beginProduct } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    origin: string;
    /** The sandbox: the super-app, the partners and the voucher issuer. */
    sandbox: string;
    /** The address of the metrics. */
    internal: string;
    logFile: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Vitest's own, which the product would read.
  delete process.env.MODE;
  // Installs one if there is none, before several workers look for it at once.
  findChromium();
  const product = await beginProduct();
  product.ready.catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
  project.provide('origin', product.origin);
  project.provide('sandbox', product.sandbox);
  project.provide('internal', product.internal);
  project.provide('logFile', product.logFile);
  return product.close;
}

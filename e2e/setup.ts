/** One product and one browser for all journeys. Tests that need neither begin while the product is still built and started. */
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { CHROMIUM_FLAGS, findChromium } from './chromium.ts';
import { beginProduct } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    origin: string;
    /** The sandbox: the super-app, the partners and the voucher issuer. */
    sandbox: string;
    /** Where monitoring is served. */
    internal: string;
    logFile: string;
    /** Where a test file connects to the browser. */
    browserUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [product, browser] = await Promise.all([
    beginProduct(),
    chromium.launchServer({ executablePath: findChromium(), args: CHROMIUM_FLAGS }),
  ]);
  product.ready.catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
  project.provide('origin', product.origin);
  project.provide('sandbox', product.sandbox);
  project.provide('internal', product.internal);
  project.provide('logFile', product.logFile);
  project.provide('browserUrl', browser.wsEndpoint());
  return async () => {
    await browser.close();
    await product.close();
  };
}

/** One product and one browser's path for all journeys. */
import type { TestProject } from 'vitest/node';
import { findChromium } from './chromium.ts';
import { startProduct } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    origin: string;
    /** The world outside. */
    sandbox: string;
    logFile: string;
    chromium: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('chromium', findChromium());
  const product = await startProduct();
  project.provide('origin', product.origin);
  project.provide('sandbox', product.sandbox);
  project.provide('logFile', product.logFile);
  return product.close;
}

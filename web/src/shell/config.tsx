import { api } from '@panel/domain/paths';
import { createContext, type ReactNode, useContext } from 'react';
import { call } from './api.ts';

export type Config = {
  readonly product: string;
  readonly environment: string;
  readonly release: string;
  readonly errorReporting: { readonly enabled: boolean };
};

/** Used where there is no configuration. */
export const DEFAULTS: Config = {
  product: 'Bua',
  environment: 'unknown',
  release: 'unknown',
  errorReporting: { enabled: false },
};

const TIMEOUT_MS = 4000;

let { product } = DEFAULTS;
/** The product's name as configured, for code that is no component. */
export const productName = (): string => product;

/** The configuration that the server has written into the page; undefined on a development server. */
function configInPage(): Partial<Config> | undefined {
  try {
    return JSON.parse(document.getElementById('config')?.textContent ?? '');
  } catch {
    return undefined;
  }
}

/** Never fails: after an error or a timeout the app starts with the defaults. */
async function fetchConfig(): Promise<Partial<Config> | undefined> {
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, TIMEOUT_MS));
  return Promise.race([call<Partial<Config>>('GET', api.config).catch(() => undefined), timeout]);
}

/**
 * Nothing waits for config.json where the page has the configuration. It is fetched all the same: a page out of the
 * browser's cache gets its anti-forgery cookie with it.
 */
export async function loadConfig(): Promise<Config> {
  const fetched = fetchConfig();
  const config = { ...DEFAULTS, ...(configInPage() ?? (await fetched)) };
  product = config.product;
  return config;
}

const Brand = createContext(DEFAULTS.product);

/** The product's name, for texts that contain it. */
export const useBrand = (): string => useContext(Brand);

export const BrandProvider = ({ brand, children }: { brand: string; children: ReactNode }) => (
  <Brand.Provider value={brand}>{children}</Brand.Provider>
);

import { api } from '@panel/domain/paths';
import { createContext, type ReactNode, useContext } from 'react';
import { call } from './api.ts';

export type Config = {
  readonly product: string;
  readonly environment: string;
  readonly release: string;
  readonly errorReporting: { readonly enabled: boolean };
};

/** Used where the configuration can't be fetched. */
export const DEFAULTS: Config = {
  product: 'Bua',
  environment: 'unknown',
  release: 'unknown',
  errorReporting: { enabled: false },
};

const TIMEOUT_MS = 4000;

let { product } = DEFAULTS;
/** The product's name as last fetched, for code that is no component. */
export const productName = (): string => product;

/** Never fails: after an error or a timeout the app starts with the defaults. */
export function fetchConfig(): Promise<Config> {
  const timeout = new Promise<Partial<Config>>((resolve) => setTimeout(resolve, TIMEOUT_MS, {}));
  const fetched = call<Partial<Config> | undefined>('GET', api.config).catch(() => ({}));
  return Promise.race([fetched, timeout]).then((known) => {
    const config = { ...DEFAULTS, ...known };
    product = config.product;
    return config;
  });
}

const Brand = createContext(DEFAULTS.product);

/** The product's name, for texts that contain it. */
export const useBrand = (): string => useContext(Brand);

export const BrandProvider = ({ brand, children }: { brand: string; children: ReactNode }) => (
  <Brand.Provider value={brand}>{children}</Brand.Provider>
);

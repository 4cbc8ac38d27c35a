import { api } from '@panel/domain/paths';
import { createContext, type ReactNode, useContext } from 'react';
import { call } from './api.ts';

export type Config = {
  readonly product: string;
  readonly environment: string;
  readonly release: string;
  readonly errorReporting: { readonly enabled: boolean };
};

/** What the app starts on when its configuration can't be fetched. */
export const DEFAULTS: Config = {
  product: 'Bua',
  environment: 'unknown',
  release: 'unknown',
  errorReporting: { enabled: false },
};

const PATIENCE_MS = 4000;

/** The configuration; never fails, and never keeps the panelist waiting for long. */
export function fetchConfig(): Promise<Config> {
  const patience = new Promise<Partial<Config>>((resolve) => setTimeout(resolve, PATIENCE_MS, {}));
  const fetched = call<Partial<Config> | undefined>('GET', api.config).catch(() => ({}));
  return Promise.race([fetched, patience]).then((config) => ({ ...DEFAULTS, ...config }));
}

const Brand = createContext(DEFAULTS.product);

/** The product's name, as the sentences use it. */
export const useBrand = (): string => useContext(Brand);

export const BrandProvider = ({ brand, children }: { brand: string; children: ReactNode }) => (
  <Brand.Provider value={brand}>{children}</Brand.Provider>
);

import { type AppConfig, CONFIG_ELEMENT, START_HEADER } from '@panel/domain/page';
import { api } from '@panel/domain/paths';
import { readPageJson } from '../routing/page.ts';
import { call } from './api.ts';

/** Used without a configuration. */
const DEFAULTS: AppConfig = {
  product: 'Bua',
  contact: 'the panel admin',
  environment: 'unknown',
  release: 'unknown',
  errorReporting: { enabled: false },
};

type Names = Pick<AppConfig, 'product' | 'contact'>;
let names: Names = DEFAULTS;
/** The product's name, for texts that contain it. It doesn't change after the start. */
export const productName = (): string => names.product;

/** How panelists reach the panel. */
export const panelContact = (): string => names.contact;

/** Never fails: after an error the app starts with the defaults. `isStart` if the app has started in a page of the server. */
export const fetchConfig = (isStart = false): Promise<Partial<AppConfig> | undefined> =>
  call<Partial<AppConfig>>('GET', api.config, undefined, isStart ? { [START_HEADER]: '1' } : {}).catch(() => undefined);

export const setNames = (configured: Names): void => {
  names = configured;
};

/** Resolves at once if the page has the configuration. */
export async function loadConfig(): Promise<{ config: AppConfig; isInPage: boolean }> {
  const inPage = readPageJson<Partial<AppConfig>>(CONFIG_ELEMENT);
  const config = { ...DEFAULTS, ...(inPage ?? (await fetchConfig())) };
  setNames(config);
  return { config, isInPage: inPage !== undefined };
}

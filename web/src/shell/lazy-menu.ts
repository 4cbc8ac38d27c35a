import { store } from '@panel/ui/store';
import type { ComponentType } from 'react';

type Load = () => Promise<ComponentType>;

const menu = store<ComponentType | null>(null);
let load: Load | null = null;

/** The menu of the masthead, once it is loaded. Only members have one, so others never download it. */
export const useMenu = menu.use;

export const setMenuLoader = (loader: Load): void => {
  load = loader;
};

/** Resolves in any case: without a connection there is no menu. */
export const loadMenu = (): Promise<void> | undefined => load?.().then(menu.set, () => undefined);

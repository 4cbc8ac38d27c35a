import { store } from '@panel/ui/store';
import type { ComponentType } from 'react';

type Load = () => Promise<ComponentType>;

const menu = store<ComponentType | null>(null);
let load: Load | null = null;

/** The place in the masthead for the menu, which comes to the phone only with what it shows. */
export const useMenu = menu.use;

export const menuComesFrom = (source: Load): void => {
  load = source;
};

/** Without a line there is none. */
export const fetchMenu = (): Promise<void> | undefined => load?.().then(menu.set, () => undefined);

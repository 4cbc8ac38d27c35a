import { store } from '@panel/ui/store';
import type { ComponentType } from 'react';

const menu = store<ComponentType | null>(null);

/** The masthead's menu; null until a screen that knows members is loaded. */
export const useMenu = menu.use;

export function setMenu(component: ComponentType): void {
  menu.hydrate(component);
  menu.set(component);
}

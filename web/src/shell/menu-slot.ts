import { type ComponentType, useSyncExternalStore } from 'react';

/** The place in the masthead for the menu, which comes to the phone only with what it shows. */
let menu: ComponentType | null = null;
const listeners = new Set<() => void>();

export function putMenu(component: ComponentType): void {
  menu = component;
  for (const listener of [...listeners]) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useMenu = (): ComponentType | null =>
  useSyncExternalStore(
    subscribe,
    () => menu,
    () => null,
  );

import { useSyncExternalStore } from 'react';

export type Store<T> = { get(): T; set(value: T): void; use(): T };

/** A value that lives beside the screens, and whoever shows it shows it again when it changes. */
export function store<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  const get = () => value;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    get,
    set(next) {
      value = next;
      for (const listener of [...listeners]) listener();
    },
    // On a server there is nothing yet but what it starts with.
    use: () => useSyncExternalStore(subscribe, get, () => initial),
  };
}

import { useSyncExternalStore } from 'react';

export type Store<T> = { get(): T; set(value: T): void; use(): T };

/** A value outside React. Components that read it by `use` render again when it changes. */
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
    // The server renders the initial value.
    use: () => useSyncExternalStore(subscribe, get, () => initial),
  };
}

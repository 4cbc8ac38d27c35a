import { useSyncExternalStore } from 'react';

type Store<T> = {
  get(): T;
  subscribe(listener: () => void): () => void;
  set(value: T): void;
  use(): T;
  /** Sets the value that the server renders, and with which the rendered page is hydrated. */
  setRendered(value: T): void;
};

/** A value outside React. Components that read it by `use` render again when it changes. */
export function store<T>(initial: T): Store<T> {
  let value = initial;
  let rendered = initial;
  const listeners = new Set<() => void>();
  const get = () => value;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    get,
    subscribe,
    set(next) {
      value = next;
      for (const listener of [...listeners]) listener();
    },
    use: () => useSyncExternalStore(subscribe, get, () => rendered),
    setRendered(next) {
      value = rendered = next;
    },
  };
}

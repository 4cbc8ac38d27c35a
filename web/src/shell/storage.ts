/** Local storage that never fails: without it (private mode, no space left) the app works, and keeps nothing. */

/** Returns null where storage is missing, forbidden or full, which browsers report by throwing. */
function tryStorage<T>(work: (storage: Storage) => T): T | null {
  try {
    return work(window.localStorage);
  } catch {
    return null;
  }
}

export const loadJson = (key: string): unknown =>
  tryStorage((storage) => JSON.parse(storage.getItem(key) ?? 'null') as unknown);

export function saveJson(key: string, value: unknown): void {
  tryStorage((storage) => storage.setItem(key, JSON.stringify(value)));
}

export function deleteByPrefix(prefix: string): void {
  tryStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
  });
}

/** What Chrome 64 to 72 lack and the app uses. Only they load this file. */

/** Chrome 66. */
function addAbortController(): void {
  const { fetch } = window;
  const onAbort = new WeakMap<object, () => void>();
  class Controller {
    readonly signal = {};
    abort(): void {
      onAbort.get(this.signal)?.();
    }
  }
  /** Reads the whole body, so that an abort also ends that. */
  async function fetchWhole(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const response = await fetch(input, init);
    return new Response((await response.text()) || null, response);
  }
  Object.assign(window, {
    AbortController: Controller,
    fetch: (input: RequestInfo | URL, init: RequestInit = {}) =>
      new Promise<Response>((resolve, reject) => {
        if (init.signal) onAbort.set(init.signal, () => reject(new Error('aborted')));
        fetchWhole(input, init).then(resolve, reject);
      }),
  });
}

// Chrome 73
Object.fromEntries ??= (entries: Iterable<readonly [PropertyKey, unknown]>) => {
  const object: Record<PropertyKey, unknown> = {};
  for (const [key, value] of entries) object[key] = value;
  return object;
};

// Chrome 69
if (!('flatMap' in Array.prototype))
  Object.defineProperty(Array.prototype, 'flatMap', {
    configurable: true,
    value(this: unknown[], map: (item: unknown, index: number, items: unknown[]) => unknown) {
      return Array.prototype.concat.apply([], this.map(map));
    },
  });

if (!('AbortController' in window)) addAbortController();

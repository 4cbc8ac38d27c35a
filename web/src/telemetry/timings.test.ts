// @vitest-environment jsdom
import { api } from '@panel/domain/paths';
import { afterEach, expect, it, vi } from 'vitest';
import { measureTimings } from './timings.ts';

type Observed = Record<string, object[]>;

/** A browser that has measured these entries, by type. */
function stubBrowser(entries: Observed, isOld = false): [path: string, blob: Blob][] {
  const beacons: [string, Blob][] = [];
  vi.stubGlobal('navigator', { sendBeacon: (path: string, blob: Blob) => beacons.push([path, blob]) });
  const callbacks = entries;
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      private readonly callback: (list: { getEntries(): object[] }) => void;
      constructor(callback: (list: { getEntries(): object[] }) => void) {
        this.callback = callback;
      }
      observe({ type }: { type: string }) {
        if (isOld) throw new TypeError('entryTypes is required');
        this.callback({ getEntries: () => callbacks[type] ?? [] });
      }
    },
  );
  return beacons;
}

function hide(): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
}

const readText = (blob: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(blob);
  });

afterEach(() => vi.unstubAllGlobals());

it('a phone sends its buckets once, when the page is left, and nothing else', async () => {
  const beacons = stubBrowser({
    paint: [
      { name: 'first-paint', startTime: 1 },
      { name: 'first-contentful-paint', startTime: 1234 },
    ],
    'first-input': [{ startTime: 5000, processingStart: 5070 }],
    resource: [{ initiatorType: 'fetch', startTime: 10, responseEnd: 99 }],
  });
  measureTimings();
  expect(beacons).toEqual([]);
  hide();
  hide();
  expect(beacons).toHaveLength(1);
  const [path, blob] = beacons[0] as [string, Blob];
  expect(path).toBe(api.timings);
  // The call before any submit doesn't count as one.
  expect(JSON.parse(await readText(blob))).toEqual({
    script_start: expect.any(Number),
    first_content: 5,
    first_tap: 1,
  });
});

it('a browser that lacks a part of the measurement sends nothing', () => {
  const beacons = stubBrowser({}, true);
  measureTimings();
  hide();
  expect(beacons).toEqual([]);
});

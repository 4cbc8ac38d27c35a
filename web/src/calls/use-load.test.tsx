// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { navigating } from '../routing/router.tsx';
import { useLoad } from './use-load.ts';

type Pending = { resolve: (data: string) => void; reject: (failure: Error) => void };

/** Renders the hook with loads that the test settles. */
function render() {
  const loads: Pending[] = [];
  const load = () => new Promise<string>((resolve, reject) => loads.push({ resolve, reject }));
  const handlers = { onSuccess: vi.fn(), onFailure: vi.fn() };
  const { result, unmount } = renderHook(() => useLoad(load, () => undefined, handlers));
  const settle = (index: number, settled: string | Error) =>
    act(async () => {
      if (settled instanceof Error) loads[index]?.reject(settled);
      else loads[index]?.resolve(settled);
    });
  const reload = (options?: { quiet?: boolean }) => act(async () => result.current.reload(options));
  return { loads, ...handlers, result, unmount, settle, reload };
}

afterEach(() => navigating.set(0));

it('loads once when the screen appears', async () => {
  const { loads, onSuccess, result, settle } = render();
  expect(result.current.loading).toBe(true);
  await settle(0, 'first');
  expect(result.current).toMatchObject({ loading: false, data: 'first' });
  expect(onSuccess.mock.calls).toEqual([['first']]);
  expect(loads).toHaveLength(1);
});

it('keeps the last result during a reload and the data after a failure, and replaces a failure with data', async () => {
  const { onFailure, result, settle, reload } = render();
  await settle(0, 'first');
  await reload();
  expect(result.current).toMatchObject({ loading: true, data: 'first' });
  const failure = new Error('no connection');
  await settle(1, failure);
  expect(result.current).toMatchObject({ loading: false, data: 'first', failure });
  expect(onFailure.mock.calls).toEqual([[failure]]);
  await reload();
  expect(result.current).toMatchObject({ loading: true, failure });
  await settle(2, 'third');
  expect(result.current).toMatchObject({ loading: false, data: 'third' });
  expect(result.current.failure).toBeUndefined();
});

it('ignores an answer that a reload has overtaken, before and after the reload’s own answer', async () => {
  const { onSuccess, onFailure, result, settle, reload } = render();
  await reload();
  await settle(0, 'old');
  expect(result.current).toMatchObject({ loading: true });
  expect(result.current.data).toBeUndefined();
  await reload();
  await settle(2, 'new');
  await settle(1, new Error('old'));
  expect(result.current).toMatchObject({ loading: false, data: 'new' });
  expect(onSuccess.mock.calls).toEqual([['new']]);
  expect(onFailure).not.toHaveBeenCalled();
});

it('calls no handler after a quiet reload', async () => {
  const { onSuccess, onFailure, settle, reload } = render();
  await settle(0, 'first');
  onSuccess.mockClear();
  await reload({ quiet: true });
  await settle(1, 'second');
  await reload({ quiet: true });
  await settle(2, new Error('third'));
  expect([onSuccess.mock.calls, onFailure.mock.calls]).toEqual([[], []]);
});

it.each(['unmounted', 'navigating'])('calls no handler after the screen was left: %s', async (left) => {
  const { onSuccess, onFailure, unmount, settle, reload } = render();
  await reload();
  if (left === 'unmounted') unmount();
  else act(() => navigating.set(1));
  await settle(1, 'late');
  expect([onSuccess.mock.calls, onFailure.mock.calls]).toEqual([[], []]);
});

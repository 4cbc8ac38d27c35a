// @vitest-environment jsdom
import { showToast, Toasts } from '@panel/ui/toasts';
import { act, render as renderComponent, renderHook, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { navigating } from '../routing/router.tsx';
import { useAction } from './use-action.ts';

/** Renders the hook with work that the test settles. */
function render(onSuccess: (result: string, ...args: string[]) => unknown = vi.fn()) {
  let resolve: (result: string) => void = () => undefined;
  let reject: (failure: Error) => void = () => undefined;
  const work = vi.fn(
    (_: string) =>
      new Promise<string>((succeed, fail) => {
        resolve = succeed;
        reject = fail;
      }),
  );
  const onFailure = vi.fn();
  const { result, unmount } = renderHook(() => useAction(work, { onSuccess, onFailure }));
  const settle = (settled: string | Error) =>
    act(async () => (settled instanceof Error ? reject(settled) : resolve(settled)));
  return { work, onSuccess, onFailure, result, unmount, settle };
}

afterEach(() => navigating.set(0));

it('runs once at a time, even if it is started twice before it is rendered as busy', async () => {
  const { work, onSuccess, result, settle } = render();
  expect(result.current.busy).toBe(false);
  act(() => {
    result.current.run('a');
    result.current.run('b');
  });
  expect(result.current.busy).toBe(true);
  expect(work.mock.calls).toEqual([['a']]);
  await settle('done');
  expect(result.current.busy).toBe(false);
  expect(onSuccess).toHaveBeenCalledExactlyOnceWith('done', 'a');
  act(() => result.current.run('c'));
  expect(work).toHaveBeenCalledTimes(2);
});

it('reports a failure with its arguments, and can run again', async () => {
  const { onSuccess, onFailure, result, settle } = render();
  act(() => result.current.run('a'));
  const failure = new Error('no connection');
  await settle(failure);
  expect(onFailure.mock.calls).toEqual([[failure, 'a']]);
  expect(onSuccess).not.toHaveBeenCalled();
  expect(result.current.busy).toBe(false);
});

it('is busy until the promise of its handler is resolved', async () => {
  let finish: () => void = () => undefined;
  const { result, settle } = render(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
  );
  act(() => result.current.run('a'));
  await settle('done');
  expect(result.current.busy).toBe(true);
  await act(async () => finish());
  expect(result.current.busy).toBe(false);
});

it.each(['unmounted', 'navigating'])('calls no handler after the screen was left: %s', async (left) => {
  const { onSuccess, onFailure, result, unmount, settle } = render();
  act(() => result.current.run('a'));
  if (left === 'unmounted') unmount();
  else act(() => navigating.set(1));
  await settle('late');
  expect(onSuccess).not.toHaveBeenCalled();
  expect(onFailure).not.toHaveBeenCalled();
});

it('dismisses the error of an earlier attempt when it starts', () => {
  renderComponent(<Toasts dismissLabel="Dismiss" />);
  const { result } = render();
  act(() => showToast({ tone: 'error', text: 'Failed.' }));
  act(() => result.current.run('a'));
  expect(screen.getByRole('status').textContent).toBe('');
});

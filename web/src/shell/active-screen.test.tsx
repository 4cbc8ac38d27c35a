// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useIsActiveScreen } from './active-screen.ts';
import { navigating } from './router.tsx';

afterEach(() => navigating.set(false));

it('a screen is active until it is unmounted', () => {
  const { result, unmount } = renderHook(() => useIsActiveScreen());
  expect(result.current()).toBe(true);
  unmount();
  expect(result.current()).toBe(false);
});

it('a screen is not active once a navigation has begun, even while the next screen is loading', () => {
  const { result } = renderHook(() => useIsActiveScreen());
  navigating.set(true);
  expect(result.current()).toBe(false);
});

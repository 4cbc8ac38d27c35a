// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useIsHere } from './is-here.ts';
import { opening } from './router.tsx';

afterEach(() => opening.set(false));

it('what is on screen is here until it is gone', () => {
  const { result, unmount } = renderHook(() => useIsHere());
  expect(result.current()).toBe(true);
  unmount();
  expect(result.current()).toBe(false);
});

it('a panelist who has chosen to go elsewhere is not, even while the next screen is still on its way', () => {
  const { result } = renderHook(() => useIsHere());
  opening.set(true);
  expect(result.current()).toBe(false);
});

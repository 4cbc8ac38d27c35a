// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { button, click, heading, openApp, QUERY } from '../app.testing.tsx';

const code = vi.hoisted(() => {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
});
let isLost = true;
// The code of the questions fails to load once, and then loads slowly.
vi.mock('./ApplyQuestions.tsx', async (original) => {
  if (isLost) throw new TypeError('Failed to fetch dynamically imported module');
  await code.promise;
  return original();
});

it('A1, A2, G4: after Proceed, step 2 shows a spinner until its code is reloaded, then starts focused at the top', async () => {
  await openApp(`/apply${QUERY}`);
  isLost = false;
  await click(screen.getByRole('checkbox'));
  vi.mocked(window.scrollTo).mockClear();
  await click(button('Proceed'));
  expect(screen.getByRole('main').getAttribute('aria-busy')).toBe('true');
  expect(heading()).toBe('Tell us about yourself');
  expect(document.querySelector('main .spinner')).not.toBeNull();
  expect(document.querySelector('form')).toBeNull();
  expect(window.scrollTo).toHaveBeenLastCalledWith(0, 0);
  const focused = document.activeElement;
  expect(focused).not.toBe(document.body);
  expect(focused?.contains(screen.getByRole('main'))).toBe(true);

  await act(async () => code.resolve());
  await screen.findByText('Submit');
  expect(screen.getByRole('main').getAttribute('aria-busy')).toBeNull();
  expect(document.activeElement).toBe(focused);
});

// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { button, heading, openApp, press, QUERY } from '../opening.testing.tsx';

const line = vi.hoisted(() => {
  let arrive: () => void = () => undefined;
  const later = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  return { later, arrive: () => arrive() };
});
// The questions are on a slow line.
vi.mock('./ApplyQuestions.tsx', async (original) => {
  await line.later;
  return original();
});

it('A1, A2, G4: after Proceed the page of step 2 is there before its questions, from its top and with the focus', async () => {
  await openApp(`/apply${QUERY}`);
  await press(screen.getByRole('checkbox'));
  vi.mocked(window.scrollTo).mockClear();
  await press(button('Proceed'));
  expect(screen.getByRole('main').getAttribute('aria-busy')).toBe('true');
  expect(heading()).toBe('Tell us about yourself');
  expect(document.querySelector('main .spinner')).not.toBeNull();
  expect(document.querySelector('form')).toBeNull();
  expect(window.scrollTo).toHaveBeenLastCalledWith(0, 0);
  const focused = document.activeElement;
  expect(focused).not.toBe(document.body);
  expect(focused?.contains(screen.getByRole('main'))).toBe(true);

  await act(async () => line.arrive());
  await screen.findByText('Submit', {}, { timeout: 3000 });
  expect(screen.getByRole('main').getAttribute('aria-busy')).toBeNull();
  expect(document.activeElement).toBe(focused);
});

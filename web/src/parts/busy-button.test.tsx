// @vitest-environment jsdom
import { Button } from '@panel/ui/Button';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { isOff } from '../app.testing.tsx';

it.each([
  ['busy', { busy: true }],
  ['off', { 'aria-disabled': true }],
])('a button that is %s ignores presses, sends no form, and can keep the focus', (_, state) => {
  const [onClick, onSubmit] = [vi.fn(), vi.fn((event: Event) => event.preventDefault())];
  render(
    <form onSubmit={({ nativeEvent }) => onSubmit(nativeEvent)}>
      <Button type="submit" onClick={onClick} {...state}>
        Send
      </Button>
    </form>,
  );
  const button = screen.getByRole<HTMLButtonElement>('button');
  button.focus();
  fireEvent.click(button);
  expect([onClick, onSubmit].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  expect([isOff(button), button.disabled]).toEqual([true, false]);
});

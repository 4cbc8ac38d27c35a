// @vitest-environment jsdom
import { fireEvent } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import DateOfBirthScreen from '../panelists/DateOfBirthScreen.tsx';
import { fieldOf, openScreen, type } from './form.testing.tsx';

function openField(): HTMLInputElement {
  openScreen('/user-dob/did-00000001', <DateOfBirthScreen did="did-00000001" />);
  return fieldOf('Date of birth') as HTMLInputElement;
}

/** Types one key at the caret: the text changes first, then the event fires, as in a browser. */
function typeAt(field: HTMLInputElement, caret: number, key: string): void {
  field.setRangeText(key, caret, caret, 'end');
  fireEvent.input(field);
}

function backspace(field: HTMLInputElement, caret: number): void {
  field.setRangeText('', caret - 1, caret, 'end');
  fireEvent.input(field);
}

describe('A5: slashes and the caret', () => {
  it('A5: a slash that was deleted stays deleted until the next digit', () => {
    const field = openField();
    type(field, '270');
    backspace(field, 4);
    expect(field.value).toBe('27/');
    backspace(field, 3);
    expect(field.value).toBe('27');
    type(field, '1');
    expect(field.value).toBe('27/1');
  });

  it('A5: a slash deleted in the middle does not come back', () => {
    const field = openField();
    type(field, '27041994');
    backspace(field, 3);
    expect(field.value).toBe('2704/1994');
    expect(field.selectionStart).toBe(2);
  });

  it('A5: the caret stays behind the digit just typed', () => {
    const field = openField();
    type(field, '7041994');
    expect(field.value).toBe('70/41/994');
    typeAt(field, 0, '2');
    expect(field.value).toBe('27/04/1994');
    expect(field.selectionStart).toBe(1);
  });

  it('A5: correcting a digit in the middle changes neither the rest nor the caret', () => {
    const field = openField();
    type(field, '27041994');
    backspace(field, 5);
    expect(field.value).toBe('27/0/1994');
    typeAt(field, 4, '5');
    expect(field.value).toBe('27/05/1994');
    expect(field.selectionStart).toBe(5);
  });
});

import { useState } from 'react';

/** What is typed into a field. It follows the value that it is for, so that back and forward change it too, and the field keeps the focus. */
export function useTyped(value: string): readonly [string, (text: string) => void] {
  const [typed, setTyped] = useState({ value, text: value });
  if (typed.value !== value) setTyped({ value, text: value });
  return [typed.value === value ? typed.text : value, (text) => setTyped({ value, text })];
}

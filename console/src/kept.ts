/**
 * What was typed and not yet sent, kept in this tab: it outlasts Escape, a session that ended and the way to the identity provider.
 * Signing out clears it.
 */
import { useState } from 'react';
import { useSession } from './session.ts';

type Values = Readonly<Record<string, string>>;

const readKept = (name: string): Values => JSON.parse(sessionStorage.getItem(name) ?? '{}');

/** The values, and a function that changes what is kept. Another account in the same tab doesn't see them. */
export function useKept(key: string): readonly [Values, (values: Values) => void] {
  const name = `kept ${useSession()?.account} ${key}`;
  const [values] = useState(() => readKept(name));
  return [
    values,
    (next) => {
      if (Object.values(next).every((value) => value === '')) sessionStorage.removeItem(name);
      else sessionStorage.setItem(name, JSON.stringify(next));
    },
  ];
}

/** One text with the same life. */
export function useKeptText(key: string): readonly [string, (text: string) => void] {
  const [kept, keep] = useKept(key);
  const [text, setText] = useState(kept.text ?? '');
  return [
    text,
    (next) => {
      setText(next);
      keep({ text: next });
    },
  ];
}

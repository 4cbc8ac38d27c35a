/** Texts from outside parties (the issuer, the chat, partners, their files), all with the same length limit. */
import { UNSTORABLE } from '@panel/domain/console/operation';

/** Longer than any party's id, code or reference, and short enough for every column and index. */
export const MAX_OUTSIDE_TEXT = 200;

/** A short text or a number, as text; '' for anything else, including longer text and text that the database can't store. */
export function outsideText(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return text.length > MAX_OUTSIDE_TEXT || text.search(UNSTORABLE) !== -1 ? '' : text;
}

import { showToast } from '@panel/ui/toasts';

/** Copies a text, and says how it went. */
export const copy = (text: string, done: string, refused: string): Promise<void> =>
  navigator.clipboard.writeText(text).then(
    () => showToast({ tone: 'success', text: done }),
    () => showToast({ tone: 'error', text: `Your browser blocked copying. ${refused}` }),
  );

/** Light or dark: the computer's setting until somebody presses the button, then theirs. */
import { store } from '@panel/ui/store';

type Theme = 'light' | 'dark';
const KEY = 'theme';

const stored = window.localStorage.getItem(KEY);
if (stored) document.documentElement.dataset.theme = stored;

const prefersDark = (): boolean => window.matchMedia?.('(prefers-color-scheme: dark)').matches ?? false;
export const theme = store<Theme>((stored ?? (prefersDark() ? 'dark' : 'light')) as Theme);

export function toggleTheme(): void {
  const next = theme.get() === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset.theme = next;
  window.localStorage.setItem(KEY, next);
  theme.set(next);
}

/** Light or dark: the computer's setting, or the operator's own choice once they press the button. */
import { store } from '@panel/ui/store';

type Theme = 'light' | 'dark';
const KEY = 'theme';
const DARK = '(prefers-color-scheme: dark)';

/** The style rules that follow the computer's setting. */
const darkRules = (): CSSMediaRule[] =>
  [...document.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules])
    .filter((rule) => rule instanceof CSSMediaRule)
    .filter(({ media }) => media.mediaText === DARK);

let rules: readonly CSSMediaRule[] = [];
function apply(theme: Theme): void {
  rules = rules.length > 0 ? rules : darkRules();
  for (const { media } of rules) media.mediaText = theme === 'dark' ? 'all' : 'not all';
}

const stored = window.localStorage.getItem(KEY);
const prefersDark = window.matchMedia?.(DARK).matches ?? false;
export const theme = store<Theme>((stored ?? (prefersDark ? 'dark' : 'light')) === 'dark' ? 'dark' : 'light');
if (stored) apply(theme.get());

export function toggleTheme(): void {
  const next = theme.get() === 'dark' ? 'light' : 'dark';
  apply(next);
  window.localStorage.setItem(KEY, next);
  theme.set(next);
}

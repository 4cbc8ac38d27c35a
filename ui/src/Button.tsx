import { type ButtonHTMLAttributes, useEffect, useLayoutEffect, useRef } from 'react';
import { Icon, type IconShape } from './Icon.tsx';

/** The styles of `warn` and `quiet` are in the console, which alone uses them. */
export type ButtonTone = 'brand' | 'tonal' | 'gold' | 'danger' | 'plain' | 'warn' | 'quiet';

/** The classes of a button, for a link that looks like one. */
export const buttonClass = (tone: ButtonTone = 'brand', small = false): string =>
  `button${tone === 'brand' ? '' : ` button--${tone}`}${small ? ' button--small' : ''}`;

const focusIfNothingHasIt = (element: HTMLElement | null): void => {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true });
};

/**
 * A control loses the focus when it is disabled while it is busy. It gets the focus back afterwards, unless something else has it.
 * If the control is removed, the screen gets the focus, so that screen readers continue there.
 */
export function useKeptFocus(busy: boolean): void {
  const focused = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (!busy) focusIfNothingHasIt(focused.current);
    focused.current = busy ? (document.activeElement as HTMLElement) : null;
  }, [busy]);
  // In a layout effect the control would still be in the page, and a dialog gives the focus back afterwards.
  useEffect(
    () => () => {
      if (focused.current) focusIfNothingHasIt(document.querySelector('.screen'));
    },
    [],
  );
}

type ButtonProps = {
  tone?: ButtonTone;
  small?: boolean;
  icon?: IconShape;
  /** Shows a spinner and disables the button. */
  busy?: boolean;
} & ButtonHTMLAttributes<HTMLButtonElement>;

export function Button({ tone, small, icon, busy = false, className, disabled, children, ...rest }: ButtonProps) {
  useKeptFocus(busy);
  return (
    <button
      type="button"
      {...rest}
      className={className ? `${buttonClass(tone, small)} ${className}` : buttonClass(tone, small)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy ? <span className="spinner" /> : icon && <Icon icon={icon} />}
      {children}
    </button>
  );
}

import { type ButtonHTMLAttributes, useEffect, useLayoutEffect, useRef } from 'react';
import { Icon, type IconShape } from './Icon.tsx';

/** The styles of `warn` and `quiet` are in the console, which alone uses them. */
export type ButtonTone = 'brand' | 'tonal' | 'gold' | 'danger' | 'plain' | 'warn' | 'quiet';

/** The classes of a button, for a link that looks like one. */
export const buttonClass = (tone: ButtonTone = 'brand', small = false): string =>
  `button${tone === 'brand' ? '' : ` button--${tone}`}${small ? ' button--small' : ''}`;

/** If a control is removed while it is busy, the screen gets its focus, so that screen readers continue there. */
export function useFocusOnRemoval(busy: boolean): void {
  const wasBusy = useRef(busy);
  useLayoutEffect(() => {
    wasBusy.current = busy;
  }, [busy]);
  // In a layout effect the control would still be in the page, and a dialog gives the focus back afterwards.
  useEffect(
    () => () => {
      if (wasBusy.current && document.activeElement === document.body)
        document.querySelector<HTMLElement>('.screen')?.focus({ preventScroll: true });
    },
    [],
  );
}

type ButtonProps = {
  tone?: ButtonTone;
  small?: boolean;
  icon?: IconShape;
  /** Shows a spinner and ignores presses. */
  busy?: boolean;
  /** Ignores presses too. Unlike `disabled`, it doesn't take the focus away. */
  'aria-disabled'?: boolean;
} & ButtonHTMLAttributes<HTMLButtonElement>;

export function Button({
  tone,
  small,
  icon,
  busy = false,
  'aria-disabled': off = false,
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  useFocusOnRemoval(busy);
  const isOff = busy || off;
  return (
    <button
      type="button"
      {...rest}
      className={className ? `${buttonClass(tone, small)} ${className}` : buttonClass(tone, small)}
      aria-disabled={isOff || undefined}
      aria-busy={busy || undefined}
      // A submit button that is off sends no form either.
      onClick={isOff ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <span className="spinner" /> : icon && <Icon icon={icon} />}
      {children}
    </button>
  );
}

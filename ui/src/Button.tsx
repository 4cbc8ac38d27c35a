import { type ButtonHTMLAttributes, type RefObject, useLayoutEffect, useRef } from 'react';
import { Icon, type IconShape } from './Icon.tsx';

export type ButtonTone = 'brand' | 'tonal' | 'gold' | 'danger' | 'plain';

/** The classes of a button, for a link that looks like one. */
export const buttonClass = (tone: ButtonTone = 'brand', small = false): string =>
  `button${tone === 'brand' ? '' : ` button--${tone}`}${small ? ' button--small' : ''}`;

/** For a button that is disabled while it is busy, by which it loses the focus: it gets it back, unless something else has it. */
export function useKeptFocus(busy: boolean): RefObject<HTMLButtonElement | null> {
  const control = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    const { activeElement, body } = document;
    if (busy) hadFocus.current = activeElement === control.current;
    else if (hadFocus.current && activeElement === body) control.current?.focus({ preventScroll: true });
  }, [busy]);
  return control;
}

type ButtonProps = {
  tone?: ButtonTone;
  small?: boolean;
  icon?: IconShape;
  /** Shows a spinner and disables the button. */
  busy?: boolean;
} & ButtonHTMLAttributes<HTMLButtonElement>;

export function Button({ tone, small, icon, busy = false, className, disabled, children, ...rest }: ButtonProps) {
  const control = useKeptFocus(busy);
  return (
    <button
      ref={control}
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

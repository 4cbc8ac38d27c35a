import type { ButtonHTMLAttributes } from 'react';
import { Icon, type IconShape } from './Icon.tsx';

export type ButtonTone = 'brand' | 'tonal' | 'gold' | 'danger' | 'plain';

/** The classes of a button, for a link that looks like one. */
export const buttonClass = (tone: ButtonTone = 'brand', small = false): string =>
  `button${tone === 'brand' ? '' : ` button--${tone}`}${small ? ' button--small' : ''}`;

type ButtonProps = {
  tone?: ButtonTone;
  small?: boolean;
  icon?: IconShape;
  /** Shows a spinner and disables the button. */
  busy?: boolean;
} & ButtonHTMLAttributes<HTMLButtonElement>;

export function Button({ tone, small, icon, busy = false, className, disabled, children, ...rest }: ButtonProps) {
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

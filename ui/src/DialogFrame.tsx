import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './DialogFrame.module.css';

type DialogFrameProps = {
  className: string | undefined;
  labelledBy: string;
  describedBy?: string | undefined;
  /** Called on Escape, and on a tap outside if `closesOutside`, but not while it is busy. */
  onCancel: () => void;
  closesOutside?: boolean;
  busy: boolean;
  children: ReactNode;
};

/**
 * A modal dialog, open as long as it is rendered. It focuses `data-first-focus`, because React removes `autofocus`, and returns the
 * focus when it closes.
 */
export function DialogFrame({
  className,
  labelledBy,
  describedBy,
  onCancel,
  closesOutside,
  busy,
  children,
}: DialogFrameProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const element = dialog.current;
    const previousFocus = document.activeElement;
    if (!element) return undefined;
    element.showModal();
    element.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    return () => {
      element.close();
      if (!(previousFocus instanceof HTMLElement)) return;
      previousFocus.focus();
      // If it was disabled meanwhile, the element around it gets the focus.
      if (document.activeElement !== previousFocus)
        previousFocus.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
    };
  }, []);

  const cancel = () => {
    if (!busy) onCancel();
  };
  const cancelOutside = (event: MouseEvent) => {
    const box = dialog.current?.getBoundingClientRect();
    if (!closesOutside || event.target !== dialog.current || !box) return;
    const { clientX: x, clientY: y } = event;
    if (x < box.left || x > box.right || y < box.top || y > box.bottom) cancel();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same, through onCancel.
    <dialog
      ref={dialog}
      className={`rising ${styles.frame} ${className}`}
      aria-modal="true"
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onClick={cancelOutside}
      onCancel={(event) => {
        event.preventDefault();
        cancel();
      }}
      // Android's Back or Escape, pressed twice, closes it without asking.
      onClose={() => {
        if (busy) dialog.current?.showModal();
        else if (dialog.current) onCancel();
      }}
    >
      {children}
    </dialog>
  );
}

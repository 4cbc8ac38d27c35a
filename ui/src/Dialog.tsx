import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import styles from './Dialog.module.css';

type DialogProps = {
  title?: string;
  /** The question. It is the dialog's description, or its name where there is no title. */
  text: string;
  /** Shown above the text; screen readers skip it, since the text says the same. */
  figure?: ReactNode;
  /** Called on Escape and on a tap outside the dialog, but not while it is busy. */
  onCancel: () => void;
  busy?: boolean;
  /** The buttons; the first one gets the focus. */
  children: ReactNode;
};

/** A modal question. It is open as long as it is rendered, and then returns the focus to where it was. */
export function Dialog({ title, text, figure, onCancel, busy = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    const previousFocus = document.activeElement;
    if (!element) return undefined;
    element.showModal();
    return () => {
      element.close();
      if (!(previousFocus instanceof HTMLElement)) return;
      previousFocus.focus();
      // It may have been disabled meanwhile: then what is around it gets the focus, or it would be nowhere.
      if (document.activeElement !== previousFocus)
        previousFocus.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
    };
  }, []);

  const cancel = () => {
    if (!busy) onCancel();
  };
  const cancelOutside = (event: MouseEvent) => {
    const box = dialog.current?.getBoundingClientRect();
    if (event.target !== dialog.current || !box) return;
    const { clientX: x, clientY: y } = event;
    if (x < box.left || x > box.right || y < box.top || y > box.bottom) cancel();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same, through onCancel.
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-modal="true"
      aria-labelledby={title ? `${id}title` : `${id}text`}
      aria-describedby={title ? `${id}text` : undefined}
      onClick={cancelOutside}
      onCancel={(event) => {
        event.preventDefault();
        cancel();
      }}
      // Android's Back, pressed twice, closes it without asking.
      onClose={() => {
        if (busy) dialog.current?.showModal();
        else if (dialog.current) onCancel();
      }}
    >
      {title && <h2 id={`${id}title`}>{title}</h2>}
      {figure && <div aria-hidden="true">{figure}</div>}
      <p id={`${id}text`} className={`lead ${styles.text}`}>
        {text}
      </p>
      <div className={styles.actions}>{children}</div>
    </dialog>
  );
}

import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import styles from './Dialog.module.css';

type DialogProps = {
  title?: string;
  /** What is asked: the description, or the name where there is no title. */
  text: string;
  /** Shown above the text and not read out, since the text says it too. */
  figure?: ReactNode;
  /** Escape, a tap beside it, or its own button. Not offered while something is under way. */
  onCancel: () => void;
  busy?: boolean;
  /** The buttons; the first one has the focus when it opens. */
  children: ReactNode;
};

/** A modal question. It is open as long as it is rendered, and gives the focus back when it is gone. */
export function Dialog({ title, text, figure, onCancel, busy = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (!element) return undefined;
    if (element.showModal) element.showModal();
    else {
      element.setAttribute('open', '');
      element.querySelector('button')?.focus();
    }
    return () => {
      element.close?.();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);

  const cancel = () => {
    if (!busy) onCancel();
  };
  const tapped = (event: MouseEvent) => {
    const box = dialog.current?.getBoundingClientRect();
    if (event.target !== dialog.current || !box) return;
    const { clientX: x, clientY: y } = event;
    if (x < box.left || x > box.right || y < box.top || y > box.bottom) cancel();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same, by onCancel.
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-modal="true"
      aria-labelledby={title ? `${id}title` : `${id}text`}
      aria-describedby={title ? `${id}text` : undefined}
      onClick={tapped}
      onCancel={(event) => {
        event.preventDefault();
        cancel();
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

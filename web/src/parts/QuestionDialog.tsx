import { DialogFrame } from '@panel/ui/DialogFrame';
import { type ReactNode, useId } from 'react';
import styles from './QuestionDialog.module.css';

type DialogProps = {
  title?: string;
  /** The question. It is the dialog's description, or its name without a title. */
  text: string;
  /** Shown above the text; screen readers skip it, since the text says the same. */
  figure?: ReactNode;
  /** Called on Escape and on a tap outside the dialog, but not while it is busy. */
  onCancel: () => void;
  busy?: boolean;
  /** The buttons; the first one gets the focus. */
  children: ReactNode;
};

/** A modal question. */
export function QuestionDialog({ title, text, figure, onCancel, busy = false, children }: DialogProps) {
  const id = useId();
  return (
    <DialogFrame
      className={styles.dialog}
      labelledBy={title ? `${id}title` : `${id}text`}
      describedBy={title ? `${id}text` : undefined}
      onCancel={onCancel}
      closesOutside
      busy={busy}
    >
      {title && <h2 id={`${id}title`}>{title}</h2>}
      {figure && <div aria-hidden="true">{figure}</div>}
      <p id={`${id}text`} className={`lead ${styles.text}`}>
        {text}
      </p>
      <div className={styles.actions}>{children}</div>
    </DialogFrame>
  );
}

import { DialogFrame } from '@panel/ui/DialogFrame';
import { closeIcon, Icon } from '@panel/ui/Icon';
import { type FormEventHandler, type ReactNode, useId } from 'react';
import styles from './Dialog.module.css';

type DialogProps = {
  title: string;
  sub?: ReactNode;
  isDrawer?: boolean;
  onClose: () => void;
  /** What the submit button in `foot` does. */
  onSubmit?: FormEventHandler<HTMLFormElement>;
  /** Whether the submitted call is running. The dialog can't be closed until it ends. */
  isBusy?: boolean;
  foot?: ReactNode;
  children: ReactNode;
};

/** A form or a text over the page. A button that changes nothing is marked `data-first-focus` and gets the focus. */
export function Dialog({
  title,
  sub,
  isDrawer = false,
  onClose,
  onSubmit = (event) => event.preventDefault(),
  isBusy = false,
  foot,
  children,
}: DialogProps) {
  const id = useId();
  return (
    <DialogFrame
      className={isDrawer ? `${styles.dialog} ${styles.drawer}` : styles.dialog}
      labelledBy={id}
      onCancel={onClose}
      busy={isBusy}
    >
      <form noValidate onSubmit={onSubmit}>
        <div className={styles.head}>
          <div>
            <h2 id={id}>{title}</h2>
            {sub && <p>{sub}</p>}
          </div>
          <button
            className={styles.close}
            type="button"
            aria-label="Close"
            aria-disabled={isBusy || undefined}
            onClick={isBusy ? undefined : onClose}
          >
            <Icon icon={closeIcon} />
          </button>
        </div>
        <div className={styles.body}>{children}</div>
        {isBusy && <progress aria-label={`${title}: in progress`} />}
        {foot && <div className={styles.foot}>{foot}</div>}
      </form>
    </DialogFrame>
  );
}

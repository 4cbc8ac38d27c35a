import { closeIcon, Icon } from '@panel/ui/Icon';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

type DialogProps = {
  title: string;
  sub?: ReactNode;
  isDrawer?: boolean;
  onClose: () => void;
  /** Where `foot` has a submit button: what it does. */
  onSubmit?: ((form: HTMLFormElement) => void) | undefined;
  /** Whether what was submitted is under way: a statement or an export may take a while. It can't be closed meanwhile. */
  isBusy?: boolean;
  foot?: ReactNode;
  children: ReactNode;
};

/**
 * Open as long as it is rendered; the browser gives the focus back to what opened it. It begins at `data-first-focus`, a button
 * that changes nothing: React takes `autofocus` away, and the browser would begin at the cross.
 */
export function Dialog({
  title,
  sub,
  isDrawer = false,
  onClose,
  onSubmit,
  isBusy = false,
  foot,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    return () => element?.close();
  }, []);
  const close = () => {
    if (!isBusy) onClose();
  };
  return (
    <dialog
      ref={dialog}
      className={isDrawer ? 'dialog drawer' : 'dialog'}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      // Escape, pressed twice, closes it without asking.
      onClose={() => {
        if (isBusy) dialog.current?.showModal();
        else if (dialog.current) onClose();
      }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit?.(event.currentTarget);
        }}
      >
        <div className="dialog__head">
          <div>
            <h2 id={id}>{title}</h2>
            {sub && <p>{sub}</p>}
          </div>
          <button className="close" type="button" aria-label="Close" disabled={isBusy} onClick={close}>
            <Icon icon={closeIcon} />
          </button>
        </div>
        <div className="dialog__body">{children}</div>
        {isBusy && <progress className="dialog__progress" aria-label={`${title}: under way`} />}
        {foot && <div className="dialog__foot">{foot}</div>}
      </form>
    </dialog>
  );
}

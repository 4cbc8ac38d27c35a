import { useLayoutEffect, useRef } from 'react';
import { alertIcon, checkIcon, closeIcon, Icon, type IconShape } from './Icon.tsx';
import { store } from './store.ts';
import styles from './toasts.module.css';

type Toast = { readonly tone: 'success' | 'error'; readonly text: string; readonly icon?: IconShape };

const SHOWN_MS = 6000;
const GAP_PX = 12;
/** Time for a screen to return the focus to a control that was disabled while it was busy. */
const FOCUS_RESTORED_MS = 100;

const shown = store<Toast | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;

function setToast(toast: Toast | null): void {
  clearTimeout(timer);
  shown.set(toast);
  // A success disappears by itself; an error stays until it is dismissed.
  if (toast?.tone === 'success') timer = setTimeout(setToast, SHOWN_MS, null);
}

/** Shows one message at a time, above whatever screen is open. */
export const showToast = (toast: Toast): void => setToast({ ...toast });
export const dismissToast = (): void => setToast(null);
/** An error belongs to the screen it happened on; a success may still be read on the next. */
export const dismissError = (): void => {
  if (shown.get()?.tone === 'error') setToast(null);
};

/** Adds room to scroll below the page, and scrolls the focused control out from under the toast. */
function makeRoom(box: HTMLElement | null): (() => void) | undefined {
  if (!box) return undefined;
  const root = document.documentElement;
  // Its rectangle is still moving while it slides in.
  const top = box.offsetTop - GAP_PX;
  root.style.setProperty('--toast-space', `${window.innerHeight - top}px`);
  const timeout = setTimeout(() => {
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body || box.contains(activeElement)) return;
    const control = activeElement.getBoundingClientRect();
    const hidden = control.bottom - top;
    if (hidden > 0 && control.height < window.innerHeight / 2) window.scrollBy(0, hidden);
  }, FOCUS_RESTORED_MS);
  return () => {
    clearTimeout(timeout);
    root.style.removeProperty('--toast-space');
  };
}

/** The live region stays in the page and only its text changes: screen readers announce changes, not new regions. */
export function Toasts({ dismissLabel }: { dismissLabel: string }) {
  const toast = shown.use();
  const box = useRef<HTMLDivElement>(null);
  const focusedBefore = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => (toast ? makeRoom(box.current) : undefined), [toast]);
  return (
    <div
      ref={box}
      className={toast ? `rising ${styles.toast} ${toast.tone === 'error' ? styles.error : ''}` : undefined}
    >
      {toast && <Icon icon={toast.icon ?? (toast.tone === 'error' ? alertIcon : checkIcon)} />}
      <div role="status" className={toast ? styles.text : 'visually-hidden'}>
        {toast?.text}
      </div>
      {toast && (
        <button
          type="button"
          aria-label={dismissLabel}
          onFocus={({ relatedTarget }) => {
            focusedBefore.current = relatedTarget as HTMLElement | null;
          }}
          onClick={() => {
            dismissToast();
            focusedBefore.current?.focus({ preventScroll: true });
          }}
        >
          <Icon icon={closeIcon} />
        </button>
      )}
    </div>
  );
}

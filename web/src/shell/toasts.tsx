import { COMMON } from '@panel/domain/wording';
import { useLayoutEffect, useRef } from 'react';
import { alertIcon, checkIcon, closeIcon, Icon, type IconShape } from './Icon.tsx';
import { store } from './store.ts';
import styles from './toasts.module.css';

export type Toast = { readonly tone: 'success' | 'error'; readonly text: string; readonly icon?: IconShape };

const SHOWN_MS = 6000;
const GAP_PX = 12;
/** By then a control that was disabled has the focus again. */
const SETTLED_MS = 100;

const shown = store<Toast | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;

function put(toast: Toast | null): void {
  clearTimeout(timer);
  shown.set(toast);
  // What went well may go by itself; what went wrong stays until it is read.
  if (toast?.tone === 'success') timer = setTimeout(put, SHOWN_MS, null);
}

/** Shows a message, one at a time, wherever the panelist is. */
export const showToast = (toast: Toast): void => put({ ...toast });
export const dismissToast = (): void => put(null);
/** An error belongs to the screen it happened on; a success may be read on the next. */
export const dismissError = (): void => {
  if (shown.get()?.tone === 'error') put(null);
};

/** Keeps the page scrollable clear of the toast, and the control in use out from under it. */
function makeRoom(box: HTMLElement | null): (() => void) | undefined {
  if (!box) return undefined;
  const root = document.documentElement;
  root.style.setProperty('--toast-space', `${box.offsetHeight + 2 * GAP_PX}px`);
  const settled = setTimeout(() => {
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body || box.contains(activeElement)) return;
    const control = activeElement.getBoundingClientRect();
    // Where it comes to rest, not where its way up has got to.
    const hidden = control.bottom - (window.innerHeight - box.offsetHeight - 2 * GAP_PX);
    if (hidden > 0 && control.height < window.innerHeight / 2) window.scrollBy(0, hidden);
  }, SETTLED_MS);
  return () => {
    clearTimeout(settled);
    root.style.removeProperty('--toast-space');
  };
}

/** The live region is always there and only its text changes, so that a screen reader announces each. */
export function Toasts() {
  const toast = shown.use();
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (toast ? makeRoom(box.current) : undefined), [toast]);
  return (
    <div ref={box} className={toast ? `${styles.toast} ${toast.tone === 'error' ? styles.error : ''}` : undefined}>
      {toast && <Icon icon={toast.icon ?? (toast.tone === 'error' ? alertIcon : checkIcon)} />}
      <div role="status" className={toast ? styles.text : 'visually-hidden'}>
        {toast?.text}
      </div>
      {toast && (
        <button type="button" aria-label={COMMON.dismiss} onClick={dismissToast}>
          <Icon icon={closeIcon} />
        </button>
      )}
    </div>
  );
}

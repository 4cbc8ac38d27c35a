/** Before each test: nobody signed in, the first page, and the parts of a browser that jsdom lacks. */
import { dismissToast } from '@panel/ui/toasts';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// Waiting for a condition must not fail on a busy machine. Nothing is hidden by styles here, and looking whether it is takes most
// of a test's time.
configure({ asyncUtilTimeout: 30_000, defaultHidden: true });

if (typeof window !== 'undefined') {
  window.scrollTo = vi.fn();
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
    this.querySelector('button')?.focus();
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
  };

  afterEach(() => {
    cleanup();
    dismissToast();
    localStorage.clear();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
}

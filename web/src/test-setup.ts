/** What every screen test starts from: a clean page, and the parts of a browser that jsdom lacks. */

import { dismissToast } from '@panel/ui/toasts';
import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { clearMembership } from './panelists/membership.ts';
import { pendingSubmissions } from './questionnaire/pending-submissions.ts';

if (typeof window !== 'undefined') {
  window.scrollTo = vi.fn();
  window.scrollBy = vi.fn();

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
    clearMembership();
    pendingSubmissions.clear();
    localStorage.clear();
    sessionStorage.clear();
    vi.unstubAllGlobals();
    vi.useRealTimers();
    window.history.replaceState(null, '', '/');
  });
}

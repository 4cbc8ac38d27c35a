/** What every screen test starts from: a clean page, and the parts of a browser that jsdom lacks. */

import { dismissToast } from '@panel/ui/toasts';
import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { forgetMembership } from './panelists/membership.ts';
import { underWay } from './questionnaire/under-way.ts';

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
    forgetMembership();
    underWay.clear();
    localStorage.clear();
    sessionStorage.clear();
    vi.unstubAllGlobals();
    vi.useRealTimers();
    window.history.replaceState(null, '', '/');
  });
}

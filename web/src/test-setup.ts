/** Before each test of a screen: a clean page, no state of the last test, and the parts of a browser that jsdom lacks. */

import { completeJsdom } from '@panel/ui/jsdom.testing';
import { dismissToast } from '@panel/ui/toasts';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { clearMembership } from './panelists/membership.ts';
import { pendingSubmissions } from './questionnaire/form-state.ts';
import { deletionFoundNobody } from './shell/SignUpLink.tsx';

if (typeof window !== 'undefined') {
  completeJsdom();
  // A busy machine is slow: no result depends on it.
  configure({ asyncUtilTimeout: 60_000 });
  afterEach(() => {
    cleanup();
    dismissToast();
    clearMembership();
    deletionFoundNobody.set(false);
    pendingSubmissions.clear();
    localStorage.clear();
    sessionStorage.clear();
    vi.unstubAllGlobals();
    vi.useRealTimers();
    window.history.replaceState(null, '', '/');
  });
}

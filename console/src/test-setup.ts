/** Before each test: nobody signed in, the first page, and the parts of a browser that jsdom lacks. */
import { completeJsdom } from '@panel/ui/jsdom.testing';
import { dismissToast } from '@panel/ui/toasts';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// Waiting for a condition must not fail on a busy machine.
configure({ asyncUtilTimeout: 30_000 });

if (typeof window !== 'undefined') {
  completeJsdom();
  afterEach(() => {
    cleanup();
    dismissToast();
    localStorage.clear();
    sessionStorage.clear();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
}

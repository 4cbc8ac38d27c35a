/** Before each test: no session, the first page, and the parts of a browser that jsdom lacks. */
import { completeJsdom } from '@panel/ui/jsdom.testing';
import { dismissToast } from '@panel/ui/toasts';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

completeJsdom();
// A busy machine is slow: no result depends on it.
configure({ asyncUtilTimeout: 60_000 });
afterEach(() => {
  cleanup();
  dismissToast();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

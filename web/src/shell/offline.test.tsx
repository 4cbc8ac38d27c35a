// @vitest-environment jsdom
import { screens } from '@panel/domain/paths';
import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CONFIG, DID, respondWith, stubFetch } from '../app.testing.tsx';
import { startOffline } from './offline.ts';
import { offlineNotice } from './offline-notice.ts';
import { reloadPage } from './reload-page.ts';

vi.mock('./reload-page.ts', () => ({ reloadPage: vi.fn() }));
vi.mock('./was-reloaded.ts', () => ({ wasReloaded: () => false }));

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
const setConnected = (isConnected: boolean) =>
  respondWith({ 'GET /config.json': isConnected ? { body: CONFIG } : 'network error' });

beforeEach(() => {
  vi.useFakeTimers();
  stubFetch();
  setConnected(false);
  startOffline(DID, screens.home);
});
afterEach(() => {
  vi.clearAllTimers();
  offlineNotice.set(null);
  vi.mocked(reloadPage).mockClear();
});

it('an offline page is reloaded once the server answers', async () => {
  await pass(60);
  expect(reloadPage).not.toHaveBeenCalled();
  setConnected(true);
  await pass(60);
  expect(reloadPage).toHaveBeenCalledOnce();
});

it('one that is being left is not, and again is when it comes back from the back-forward cache', async () => {
  window.dispatchEvent(new Event('beforeunload'));
  setConnected(true);
  await pass(300);
  expect(reloadPage).not.toHaveBeenCalled();
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await pass(60);
  expect(reloadPage).toHaveBeenCalled();
});

it('one that shows a form keeps it, and says no longer that it is offline', async () => {
  document.body.innerHTML = '<form></form>';
  setConnected(true);
  await pass(60);
  expect(reloadPage).not.toHaveBeenCalled();
  expect(offlineNotice.get()).toBeNull();
});

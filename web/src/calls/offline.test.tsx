// @vitest-environment jsdom
import { api, screens } from '@panel/domain/paths';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  button,
  CONFIG,
  click,
  DID,
  heading,
  openApp,
  QUERY,
  reportedStarts,
  respondWith,
  stubFetch,
} from '../app.testing.tsx';
import { reloadPage } from '../routing/page-loads.ts';
import { offlineNotice } from './api.ts';
import { startOffline } from './offline.ts';

vi.mock('../routing/page-loads.ts', () => ({ reloadPage: vi.fn(), wasReloaded: () => false }));

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
const setConnected = (isConnected: boolean) =>
  respondWith({ 'GET /config.json': isConnected ? { body: CONFIG } : 'network error' });

beforeEach(() => {
  vi.useFakeTimers();
  stubFetch();
  setConnected(false);
  startOffline(DID, ['registrationCheck']);
});
afterEach(() => {
  vi.clearAllTimers();
  offlineNotice.set(null);
  delete document.documentElement.dataset.offline;
  vi.mocked(reloadPage).mockClear();
});

it('an offline page is reloaded once the server answers', async () => {
  await pass(60);
  expect(reloadPage).not.toHaveBeenCalled();
  setConnected(true);
  await pass(60);
  expect(reloadPage).toHaveBeenCalledOnce();
});

it('an offline page that is being left is not, until it returns from the back-forward cache', async () => {
  window.dispatchEvent(new Event('beforeunload'));
  setConnected(true);
  await pass(300);
  expect(reloadPage).not.toHaveBeenCalled();
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await pass(60);
  expect(reloadPage).toHaveBeenCalled();
});

it('an offline page that shows a form keeps it, and no longer says that it is offline', async () => {
  document.body.innerHTML = '<form action="#errors"></form>';
  setConnected(true);
  await pass(60);
  expect(reloadPage).not.toHaveBeenCalled();
  expect(offlineNotice.get()).toBeNull();
});

it('Q10: a form sent from an offline page no longer says that it is offline above its result; a lost one does', async () => {
  document.documentElement.dataset.offline = '';
  const path = `PUT ${api.firstLanguage}`;
  await openApp(`${screens.firstLanguage}/${DID}${QUERY}`, { [path]: 'network error' });
  await click(screen.getByRole('radio', { name: 'isiZulu' }));
  await click(button('Submit'));
  expect(screen.queryByText(/^You are offline/)).not.toBeNull();
  await click(button('Try again'));
  respondWith({ [path]: { body: true } });
  await click(button('Submit'));
  expect(heading()).toBe('Profile updated');
  expect(screen.queryByText(/^You are offline/)).toBeNull();
});

it('an offline page does not report the start of the app, because the server sent no page', async () => {
  document.documentElement.dataset.offline = '';
  document.body.innerHTML = `<script type="application/json" id="config">${JSON.stringify(CONFIG)}</script>`;
  await openApp(`${screens.terms}${QUERY}`);
  expect(reportedStarts()).toEqual([false]);
});

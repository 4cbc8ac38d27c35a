// @vitest-environment jsdom
import { api } from '@panel/domain/paths';
import { act, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import {
  APPROVED,
  address,
  click,
  DID,
  goBack,
  heading,
  link,
  openApp,
  QUERY,
  registrationCheck,
  requestCount,
  waitForAddress,
} from '../app.testing.tsx';
import { openPage } from './page-loads.ts';

// jsdom can't leave the page.
vi.mock('./page-loads.ts', () => ({ openPage: vi.fn() }));
// The setup has already loaded the router, with the real one.
vi.hoisted(() => vi.resetModules());

/** Whether the new screen, or something in it, has the focus. */
function expectFocusOnScreen() {
  expect(document.activeElement).not.toBe(document.body);
  expect(document.activeElement?.contains(screen.getByRole('main'))).toBe(true);
}

describe('navigation', () => {
  it('G3: keeps the query byte for byte, there and back', async () => {
    await openApp(`/terms${QUERY}`, registrationCheck({ status: 404 }));
    await click(link('Go back!'));
    await waitForAddress(`/${QUERY}`);
    await click(link('Sign Up'));
    await waitForAddress(`/apply${QUERY}`);
    await goBack();
    await waitForAddress(`/${QUERY}`);
  });

  it('G3: the browser opens a link in another tab, at the same address', async () => {
    await openApp(`/terms${QUERY}`);
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true });
    act(() => void link('Go back!').dispatchEvent(event));
    expect(event.defaultPrevented).toBe(false);
    expect(link('Go back!').getAttribute('href')).toBe(`/${QUERY}`);
    expect(address()).toBe(`/terms${QUERY}`);
  });

  it('G4: a link to the current page reloads it and adds no history entry', async () => {
    await openApp(`/terms${QUERY}`, registrationCheck({ body: APPROVED }));
    await click(link('Go back!'));
    await waitForAddress(`/${QUERY}`);
    const { length } = window.history;
    for (let times = 1; times <= 3; times++) {
      await click(link('Bua'));
      expect(requestCount('GET', api.registrationCheck(DID))).toBe(1 + times);
    }
    expect(window.history.length).toBe(length);
    expect(address()).toBe(`/${QUERY}`);
    expectFocusOnScreen();
    await goBack();
    expect(heading()).toBe('Terms and Conditions');
  });

  it('loads a page for the next screen if the other screens’ styles have not arrived', async () => {
    await openApp(`/terms${QUERY}`, registrationCheck({ status: 404 }));
    const styles = document.body.appendChild(document.createElement('link'));
    styles.rel = 'stylesheet';
    const isLoading = () => screen.getByRole('banner').childElementCount > 1;
    await click(link('Go back!'), 2);
    expect(vi.mocked(openPage).mock.calls).toEqual([[`/${QUERY}`]]);
    expect(isLoading()).toBe(true);
    expect(heading()).toBe('Terms and Conditions');
    // Back from the page that was opened.
    await act(async () => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    expect(isLoading()).toBe(false);
    await click(link('Go back!'));
    expect(openPage).toHaveBeenCalledTimes(2);
    Object.defineProperty(styles, 'sheet', { value: {} });
    await click(link('Go back!'));
    await waitForAddress(`/${QUERY}`);
  });

  it('moves the focus to the new screen', async () => {
    await openApp(`/terms${QUERY}`, registrationCheck({ status: 404 }));
    await click(link('Go back!'));
    await waitForAddress(`/${QUERY}`);
    expectFocusOnScreen();
  });
});

describe('an unknown path', () => {
  it.each([
    '/nowhere',
    '/profiling-yearly',
    '/user-dob/',
    '/redirect-page',
    '/redirect-page/else',
    '/terms/more',
    '/a.b',
  ])('G5: %s redirects home, query kept', async (path) => {
    await openApp(path + QUERY, registrationCheck({ status: 404 }));
    expect(address()).toBe(`/${QUERY}`);
    expect(heading()).toContain('Join the BuaApp Research Panel');
  });
});

// @vitest-environment jsdom
import { api, screens } from '@panel/domain/paths';
import { act, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import {
  APPROVED,
  button,
  click,
  DID,
  deferred,
  heading,
  link,
  openApp,
  QUERY,
  registrationCheck,
  respondWith,
  waitForAddress,
} from '../app.testing.tsx';
import { Menu } from '../home/Menu.tsx';
import { loadScreen } from '../routes.tsx';
import { setMenuLoader } from '../shell/lazy-menu.ts';

const earned = (available_reward: number) => ({ body: { ...APPROVED, available_reward } });

async function follow(name: string, path: string): Promise<void> {
  await click(button('Menu'));
  await click(link(name));
  await waitForAddress(path + QUERY);
}

// The first test of this file: the others load the menu.
it('H8: home waits a second for the menu, which appears once it is loaded', async () => {
  await openApp(`/terms${QUERY}`, registrationCheck({ body: APPROVED }));
  let resolveMenu: (menu: typeof Menu) => void = () => undefined;
  setMenuLoader(
    () =>
      new Promise((resolve) => {
        resolveMenu = resolve;
      }),
  );
  // With its code loaded, home appears without waiting, which fake timers would block.
  await loadScreen(screens.home);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  await click(link('Go back!'));
  await act(() => vi.advanceTimersByTimeAsync(900));
  expect(heading()).toBe('Loading…');
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(heading()).toBe('Welcome to your BuaApp Research hub!');
  expect(screen.queryByRole('button', { name: 'Menu' })).toBeNull();
  await act(async () => resolveMenu(Menu));
  expect(button('Menu')).not.toBeNull();
});

describe('several registration checks', () => {
  it('H3: an older answer does not replace a newer one', async () => {
    const older = deferred();
    await openApp(`/balance${QUERY}`, registrationCheck(older.promise));
    respondWith(registrationCheck(earned(10)));
    await click(link('Bua'));
    await waitForAddress(`/${QUERY}`);
    expect(link(/Available/).textContent).toContain('R10');
    await older.resolve(earned(99));
    expect(link(/Available/).textContent).toContain('R10');
  });

  it('H3: an older answer is shown until the newer one arrives', async () => {
    const older = deferred();
    const newer = deferred();
    await openApp(`/balance${QUERY}`, registrationCheck(older.promise));
    respondWith(registrationCheck(newer.promise));
    await click(link('Bua'));
    await waitForAddress(`/${QUERY}`);
    await older.resolve(earned(10));
    expect(link(/Available/).textContent).toContain('R10');
    await newer.resolve(earned(20));
    expect(link(/Available/).textContent).toContain('R20');
  });

  it('X3: an answer from before the deletion does not bring the panelist back', async () => {
    await openApp(`/${QUERY}`, {
      ...registrationCheck({ body: APPROVED }),
      [`DELETE ${api.deleteProfile(DID)}`]: { body: true },
    });
    const older = deferred();
    respondWith(registrationCheck(older.promise));
    await follow('My balance', '/balance');
    await follow('Delete profile', '/delete-profile');
    await click(button('Delete Profile'));
    await click(button('Delete'));
    await waitForAddress(`/redirect-page/profile-deleted${QUERY}`);
    await older.resolve({ body: APPROVED });
    expect(screen.queryByRole('button', { name: 'Menu' })).toBeNull();
  });

  it('H6: a failure after its page was left does not clear the membership', async () => {
    await openApp(`/${QUERY}`, registrationCheck({ body: APPROVED }));
    await follow('How it Works!', '/how-it-works');
    const older = deferred();
    respondWith(registrationCheck(older.promise));
    await click(link('Continue'));
    await waitForAddress(`/${QUERY}`);
    respondWith(registrationCheck(earned(60)));
    await follow('My balance', '/balance');
    await older.resolve({ status: 500 });
    expect(button('Withdraw R60')).not.toBeNull();
    expect(button('Menu')).not.toBeNull();
  });
});

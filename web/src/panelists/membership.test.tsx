// @vitest-environment jsdom
import { api } from '@panel/domain/paths';
import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Menu } from '../home/Menu.tsx';
import {
  APPROVED,
  button,
  checkOf,
  DID,
  heading,
  held,
  isAt,
  link,
  openApp,
  press,
  QUERY,
  serve,
} from '../opening.testing.tsx';
import { menuComesFrom } from '../shell/menu-slot.ts';

const earned = (available_reward: number) => ({ body: { ...APPROVED, available_reward } });

async function follow(name: string, path: string): Promise<void> {
  await press(button('Menu'));
  await press(link(name));
  await isAt(path + QUERY);
}

// Before the others, which bring the menu to the phone.
it('H8: home waits a second for the menu, not for ever; the menu comes when it is there', async () => {
  await openApp(`/terms${QUERY}`, checkOf({ body: APPROVED }));
  let arrive: (menu: typeof Menu) => void = () => undefined;
  menuComesFrom(
    () =>
      new Promise((resolve) => {
        arrive = resolve;
      }),
  );
  await press(link('Go back!'));
  await isAt(`/${QUERY}`);
  expect(heading()).toBe('Loading…');
  await act(() => new Promise((resolve) => setTimeout(resolve, 1100)));
  expect(heading()).toBe('Welcome to your BuaApp Research hub!');
  expect(screen.queryByRole('button', { name: 'Menu' })).toBeNull();
  await act(async () => arrive(Menu));
  expect(button('Menu')).not.toBeNull();
});

describe('checks that overtake each other', () => {
  it('H3: an older one’s answer does not take the place of a newer one’s', async () => {
    const older = held();
    await openApp(`/balance${QUERY}`, checkOf(older.later));
    serve(checkOf(earned(10)));
    await press(link('Bua'));
    await isAt(`/${QUERY}`);
    expect(link(/Available/).textContent).toContain('R10');
    await older.answer(earned(99));
    expect(link(/Available/).textContent).toContain('R10');
  });

  it('H3: an older one’s answer is better than none while the newer is under way', async () => {
    const older = held();
    const newer = held();
    await openApp(`/balance${QUERY}`, checkOf(older.later));
    serve(checkOf(newer.later));
    await press(link('Bua'));
    await isAt(`/${QUERY}`);
    await older.answer(earned(10));
    expect(link(/Available/).textContent).toContain('R10');
    await newer.answer(earned(20));
    expect(link(/Available/).textContent).toContain('R20');
  });

  it('X3: none brings a deleted panelist back', async () => {
    await openApp(`/${QUERY}`, {
      ...checkOf({ body: APPROVED }),
      [`DELETE ${api.deleteProfile(DID)}`]: { body: true },
    });
    const older = held();
    serve(checkOf(older.later));
    await follow('My balance', '/balance');
    await follow('Delete profile', '/delete-profile');
    await press(button('Delete Profile'));
    await press(button('Delete'));
    await isAt(`/redirect-page/profile-deleted${QUERY}`);
    await older.answer({ body: APPROVED });
    expect(screen.queryByRole('button', { name: 'Menu' })).toBeNull();
  });

  it('H6: one that fails when its page was left forgets nobody', async () => {
    await openApp(`/${QUERY}`, checkOf({ body: APPROVED }));
    await follow('How it Works!', '/how-it-works');
    const older = held();
    serve(checkOf(older.later));
    await press(link('Continue'));
    await isAt(`/${QUERY}`);
    serve(checkOf(earned(60)));
    await follow('My balance', '/balance');
    await older.answer({ status: 500 });
    expect(button('Withdraw R60')).not.toBeNull();
    expect(button('Menu')).not.toBeNull();
  });
});

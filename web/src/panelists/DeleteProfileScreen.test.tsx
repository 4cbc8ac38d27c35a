// @vitest-environment jsdom

import { showToast } from '@panel/ui/toasts';
import { act, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  type Answer,
  APPROVED,
  button,
  click,
  DID,
  heading,
  link,
  openApp,
  QUERY,
  registrationCheck,
  requests,
  toast,
  waitForAddress,
} from '../app.testing.tsx';

const PATH = `/api/v2/panelist/did/${DID}`;
const openPage = (answer: Answer = 'unanswered') =>
  openApp(`/delete-profile${QUERY}`, { [`DELETE ${PATH}`]: answer, ...registrationCheck({ status: 404 }) });
const deletions = () => requests().filter(({ method }) => method === 'DELETE');

async function confirm() {
  await click(button('Delete Profile'));
  await click(button('Delete'));
}

describe('deleting the profile', () => {
  it('X1: says what goes, what becomes of rewards, and that it can’t be undone', async () => {
    await openPage();
    const text = screen.getByRole('main').textContent ?? '';
    const told = [
      /can’t be undone/,
      /profile: name, date of birth/,
      /survey answers/,
      /preferences/,
      /available or pending is given up/,
      /already on its way still arrives/,
    ];
    expect(told.filter((sentence) => !sentence.test(text))).toEqual([]);
    expect(button('Delete Profile').className).toContain('danger');
    expect(requests()).toEqual([]);
  });

  it('X1: Go back! goes home, query kept', async () => {
    await openPage();
    await click(link('Go back!'));
    await waitForAddress(`/${QUERY}`);
  });

  it.each([
    [86.5, true],
    [50, true],
    [49.99, false],
  ])('X1: with R%d known to be available, withdrawing first is offered: %j', async (available_reward, offered) => {
    await openApp(`/${QUERY}`, registrationCheck({ body: { ...APPROVED, available_reward } }));
    await click(button('Menu'));
    await click(link('Delete profile'));
    await waitForAddress(`/delete-profile${QUERY}`);
    expect(screen.queryByRole('link', { name: 'Withdraw first' }) !== null).toBe(offered);
    expect(
      screen.getByText(
        `You have R${available_reward === 86.5 ? '86.50' : available_reward} available and R24 pending.`,
      ),
    ).not.toBeNull();
  });

  it('X2: asks, with Cancel before Delete and in focus', async () => {
    await openPage();
    await click(button('Delete Profile'));
    const dialog = screen.getByRole('dialog', { name: 'Profile deletion' });
    expect(
      within(dialog).getByText('Are you sure you want to delete your profile from the BuaApp Panel?'),
    ).not.toBeNull();
    expect(
      within(dialog)
        .getAllByRole('button')
        .map((each) => each.textContent),
    ).toEqual(['Cancel', 'Delete']);
    expect(document.activeElement).toBe(button('Cancel'));
  });

  it('X2: Cancel closes and deletes nothing', async () => {
    await openPage();
    await click(button('Delete Profile'));
    await click(button('Cancel'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(requests()).toEqual([]);
    expect(document.activeElement).toBe(button('Delete Profile'));
  });

  it('X3: success goes on to profile-deleted, the dialog closed, the kept answers erased', async () => {
    localStorage.setItem(`draft:${DID}:quarterly:1`, '{}');
    localStorage.setItem('draft:another-device:quarterly:1', '{}');
    await openPage({ body: true });
    await confirm();
    await waitForAddress(`/redirect-page/profile-deleted${QUERY}`);
    expect(heading()).toBe('Profile deleted');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(deletions().map(({ path }) => path)).toEqual([PATH]);
    expect(Object.keys(localStorage)).toEqual(['draft:another-device:quarterly:1']);
  });

  it('X3: a deleted panelist has no menu any more', async () => {
    await openApp(`/${QUERY}`, { ...registrationCheck({ body: APPROVED }), [`DELETE ${PATH}`]: { body: true } });
    await click(button('Menu'));
    await click(link('Delete profile'));
    await waitForAddress(`/delete-profile${QUERY}`);
    await confirm();
    await waitForAddress(`/redirect-page/profile-deleted${QUERY}`);
    expect(screen.queryByRole('button', { name: 'Menu' })).toBeNull();
  });

  it.each<Answer>([{ status: 404 }, { status: 500 }, { status: 409 }, 'network error'])(
    'X3: %j goes on to no-information-found, the dialog closed, nothing erased',
    async (answer) => {
      localStorage.setItem(`draft:${DID}:quarterly:1`, '{}');
      await openPage(answer);
      await confirm();
      await waitForAddress(`/redirect-page/no-information-found${QUERY}`);
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(Object.keys(localStorage)).toHaveLength(1);
    },
  );

  it('X3: what went wrong before goes with the attempt', async () => {
    await openPage('unanswered');
    act(() => showToast({ tone: 'error', text: 'Something else.' }));
    await confirm();
    expect(toast()).toBe('');
  });

  it('X3: Delete can’t be pressed twice', async () => {
    await openPage('unanswered');
    await click(button('Delete Profile'));
    await click(button('Delete'), 2);
    expect(deletions()).toHaveLength(1);
    expect(button('Delete').disabled).toBe(true);
  });
});

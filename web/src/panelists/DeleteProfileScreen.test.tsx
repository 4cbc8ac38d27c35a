// @vitest-environment jsdom

import { REGISTRATION } from '@panel/domain/panelists/rules';
import { api, screens } from '@panel/domain/paths';
import { formatRand, MINIMUM_WITHDRAWAL_SHOWN } from '@panel/domain/rewards/amounts';
import { fromRandNumber } from '@panel/domain/rewards/money';
import { showToast } from '@panel/ui/toasts';
import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  type Answer,
  APPROVED,
  address,
  button,
  click,
  DID,
  deferred,
  goBack,
  heading,
  link,
  openApp,
  QUERY,
  registrationCheck,
  requests,
  respondWith,
  toast,
  waitForAddress,
} from '../app.testing.tsx';
import { saveReturnQuery } from '../partners/return-query.ts';
import { saveDraft } from '../questionnaire/drafts.ts';
import { navigate } from '../routing/router.tsx';

const PATH = `/api/v2/panelist/did/${DID}`;
const openPage = (answer: Answer = 'unanswered') =>
  openApp(`/delete-profile${QUERY}`, { [`DELETE ${PATH}`]: answer, ...registrationCheck({ status: 404 }) });
const deletions = () => requests().filter(({ method }) => method === 'DELETE');

async function openFromMenu() {
  await click(button('Menu'));
  await click(link('Delete profile'));
  await waitForAddress(`/delete-profile${QUERY}`);
}

async function confirm() {
  await click(button('Delete Profile'));
  await click(button('Delete'));
}

describe('deleting the profile', () => {
  it('X1: says what is erased, what happens to rewards, and that it can’t be undone', async () => {
    await openPage();
    const text = screen.getByRole('main').textContent ?? '';
    const expected = [
      /can’t be undone/,
      /profile: name, date of birth/,
      /survey answers/,
      /preferences/,
      /available or pending is given up/,
      /already on its way still arrives/,
    ];
    expect(expected.filter((sentence) => !sentence.test(text))).toEqual([]);
    expect(button('Delete Profile').className).toContain('danger');
    expect(deletions()).toEqual([]);
  });

  it('X1: Go back! goes home and keeps the query', async () => {
    await openPage();
    await click(link('Go back!'));
    await waitForAddress(`/${QUERY}`);
  });

  it.each([
    [MINIMUM_WITHDRAWAL_SHOWN / 100 + 36.5, true],
    [MINIMUM_WITHDRAWAL_SHOWN / 100, true],
    [(MINIMUM_WITHDRAWAL_SHOWN - 1) / 100, false],
  ])('X1: with R%d available, withdrawing first is offered: %j', async (available_reward, offered) => {
    await openApp(`/${QUERY}`, registrationCheck({ body: { ...APPROVED, available_reward } }));
    await openFromMenu();
    expect(screen.queryByRole('link', { name: 'Withdraw first' }) !== null).toBe(offered);
    expect(
      screen.getByText(`You have ${formatRand(fromRandNumber(available_reward))} available and R24 pending.`),
    ).not.toBeNull();
  });

  it('X1, H2: opened directly or reloaded, it says what is given up, offers to withdraw first and has the menu', async () => {
    await openApp(`/delete-profile${QUERY}`, registrationCheck({ body: APPROVED }));
    expect(screen.getByText('You have R1275.50 available and R24 pending.')).not.toBeNull();
    expect(link('Withdraw first').getAttribute('href')).toBe(`/balance${QUERY}`);
    expect(button('Menu')).not.toBeNull();
  });

  it('X1: the text is complete while the rewards are unknown, and when they can’t be loaded', async () => {
    const check = deferred();
    await openApp(`/delete-profile${QUERY}`, registrationCheck(check.promise));
    expect(screen.getByText(/available or pending is given up/)).not.toBeNull();
    await check.resolve({ status: 503 });
    expect(screen.getByText(/available or pending is given up/)).not.toBeNull();
    expect(screen.queryByText(/You have R/)).toBeNull();
    expect([toast(), button('Delete Profile').disabled]).toEqual(['', false]);
  });

  it('X1: states no amounts for a panelist who was deleted in the meantime', async () => {
    await openApp(`/${QUERY}`, registrationCheck({ body: APPROVED }));
    await click(button('Menu'));
    respondWith(registrationCheck({ status: 404 }));
    await click(link('Delete profile'));
    await waitForAddress(`/delete-profile${QUERY}`);
    expect(screen.queryByText(/You have R/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Menu' })).toBeNull();
  });

  it('X1: states no amounts from before a withdrawal, and does not offer to withdraw first', async () => {
    await openApp(`/balance${QUERY}`, {
      ...registrationCheck({ body: APPROVED }),
      [`GET ${api.withdraw(DID)}`]: { body: true },
    });
    await click(button('Withdraw R1275.50'));
    respondWith(registrationCheck({ status: 500 }));
    await click(button('Yes'));
    await act(() => navigate(screens.deleteProfile));
    expect(button('Delete Profile')).not.toBeNull();
    expect(screen.queryByText(/You have R/)).toBeNull();
    expect(screen.queryByRole('link', { name: 'Withdraw first' })).toBeNull();
  });

  it('X3: success goes to profile-deleted, closes the dialog and deletes the drafts', async () => {
    localStorage.setItem(`draft:${DID}:quarterly:1`, '{}');
    localStorage.setItem('draft:another-device:quarterly:1', JSON.stringify({ at: Date.now() }));
    await openPage({ body: true });
    await confirm();
    await waitForAddress(`/redirect-page/profile-deleted${QUERY}`);
    expect(heading()).toBe('Profile deleted');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(deletions().map(({ path }) => path)).toEqual([PATH]);
    expect(Object.keys(localStorage)).toEqual(['draft:another-device:quarterly:1']);
  });

  it('X3: a deleted panelist has no menu, and nothing in the phone’s storage', async () => {
    await openApp(`/${QUERY}`, { ...registrationCheck({ body: APPROVED }), [`DELETE ${PATH}`]: { body: true } });
    // The panelist opened a survey, and began a form.
    saveReturnQuery();
    saveDraft(DID, { id: 'quarterly', version: 1 }, { work_status: ['student'] });
    expect([Object.keys(sessionStorage).length, Object.keys(localStorage).length]).toEqual([1, 2]);
    await openFromMenu();
    await confirm();
    await waitForAddress(`/redirect-page/profile-deleted${QUERY}`);
    expect(screen.queryByRole('button', { name: 'Menu' })).toBeNull();
    expect({ ...sessionStorage, ...localStorage }).toEqual({});
  });

  it.each<Answer>([{ status: 500 }, { status: 409 }, 'network error', { text: '<html>' }])(
    'X3: %j goes to no-information-found, closes the dialog and deletes no draft',
    async (answer) => {
      localStorage.setItem(`draft:${DID}:quarterly:1`, JSON.stringify({ at: Date.now() }));
      await openPage(answer);
      await confirm();
      await waitForAddress(`/redirect-page/no-information-found${QUERY}`);
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(Object.keys(localStorage)).toHaveLength(1);
    },
  );

  it('X3: a 404 deletes everything except a registration draft, since an earlier response may have been lost', async () => {
    await openApp(`/${QUERY}`, { ...registrationCheck({ body: APPROVED }), [`DELETE ${PATH}`]: { status: 404 } });
    await openFromMenu();
    expect(Object.keys(localStorage)).toHaveLength(1);
    saveDraft(DID, { id: 'quarterly', version: 1 }, { work_status: ['student'] });
    saveDraft(DID, REGISTRATION, { firstname: ['Nomvula'] });
    await confirm();
    await waitForAddress(`/redirect-page/no-information-found${QUERY}`);
    expect(Object.keys(localStorage)).toEqual([`draft:${DID}:registration:${REGISTRATION.version}`]);
    expect(screen.queryByRole('button', { name: 'Menu' })).toBeNull();
  });

  it.each([
    [404, true],
    [500, false],
  ])('X3: %d offers to sign up: %j', async (status, offered) => {
    await openPage({ status });
    await confirm();
    await waitForAddress(`/redirect-page/no-information-found${QUERY}`);
    expect(screen.queryByRole('link', { name: 'Sign Up' })?.getAttribute('href')).toBe(
      offered ? `/apply${QUERY}` : undefined,
    );
  });

  it.each<[string, Answer, string]>([
    ['success', { body: true }, ''],
    ['failure', { status: 500 }, 'Your profile could not be deleted.'],
  ])('X3: a %s after the page was left does not navigate, and home shows the outcome', async (_, answer, message) => {
    await openApp(`/${QUERY}`, registrationCheck({ body: APPROVED }));
    await openFromMenu();
    const deletion = deferred();
    respondWith({ [`DELETE ${PATH}`]: deletion.promise });
    await confirm();
    await goBack();
    expect(heading()).toBe('Welcome to your BuaApp Research hub!');
    respondWith(registrationCheck({ status: 404 }));
    await deletion.resolve(answer);
    expect(address()).toBe(`/${QUERY}`);
    expect(heading()).toContain(message ? 'Welcome' : 'Join the BuaApp Research Panel');
    expect(toast()).toBe(message);
  });

  it('X1: withdrawing first is not offered to a panelist who is not approved', async () => {
    await openApp(`/${QUERY}`, registrationCheck({ body: { ...APPROVED, status: 'suspended' } }));
    await act(() => navigate(screens.deleteProfile));
    expect(screen.getByText('You have R1275.50 available and R24 pending.')).not.toBeNull();
    expect(screen.queryByRole('link', { name: 'Withdraw first' })).toBeNull();
  });

  it('X3: an earlier error disappears on the next attempt', async () => {
    await openPage('unanswered');
    act(() => showToast({ tone: 'error', text: 'Something else.' }));
    await confirm();
    expect(toast()).toBe('');
  });
});

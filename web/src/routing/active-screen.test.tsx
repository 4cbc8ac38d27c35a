// @vitest-environment jsdom
import { entryLink } from '@panel/domain/partners/entry-link';
import { api, screens } from '@panel/domain/paths';
import { act, fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Answer, APPROVED, button, DID, link, openApp, QUERY, registrationCheck, toast } from '../app.testing.tsx';
import { openSurvey } from '../partners/open-survey.ts';
import { ACCEPTED, openBalance, withdrawal } from '../rewards/balance.testing.tsx';
import { useActiveScreen } from './active-screen.ts';
import { navigate, navigating } from './router.tsx';

// jsdom can't leave the page.
vi.mock('../partners/open-survey.ts', async (original) => ({ ...(await original<object>()), openSurvey: vi.fn() }));
// The code of one screen never loads.
vi.mock('../routes.tsx', async (importOriginal) => {
  const routes = await importOriginal<typeof import('../routes.tsx')>();
  const loadScreen = (path: string) => (path === screens.howItWorks ? new Promise(() => {}) : routes.loadScreen(path));
  return { ...routes, loadScreen };
});

afterEach(() => navigating.set(0));

it('a screen is active until it is unmounted', () => {
  const { result, unmount } = renderHook(() => useActiveScreen());
  const isActive = result.current();
  expect(isActive()).toBe(true);
  unmount();
  expect(isActive()).toBe(false);
});

it('a screen is not active once a navigation has begun, even while the next screen is loading', () => {
  const { result } = renderHook(() => useActiveScreen());
  const isActive = result.current();
  navigating.set(1);
  expect(isActive()).toBe(false);
  const isActiveMeanwhile = result.current();
  expect(isActiveMeanwhile()).toBe(true);
  navigating.set(2);
  expect(isActiveMeanwhile()).toBe(false);
});

describe('while a navigation to another screen hangs', () => {
  const press = (control: HTMLElement) => act(async () => void fireEvent.click(control));
  async function followHangingLink() {
    await press(button('Menu'));
    await press(link('How it Works!'));
    expect(navigating.get()).toBeGreaterThan(0);
  }

  /** An answer that is given once the navigation has begun: waiting for the next screen would take forever. */
  function lateAnswer() {
    let give: (answer: Answer) => void = () => undefined;
    const promise = new Promise<Answer>((resolve) => {
      give = resolve;
    });
    const arrive = async (answer: Answer) => {
      await act(async () => void navigate(screens.howItWorks));
      expect(navigating.get()).toBeGreaterThan(0);
      await act(async () => give(answer));
    };
    return { promise, arrive };
  }

  it('B4: a withdrawal that began before it closes its dialog', async () => {
    const accepted = lateAnswer();
    await openBalance({}, withdrawal(accepted.promise));
    await press(button(/^Withdraw/));
    await press(button('Yes'));
    await accepted.arrive({ body: true });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(toast()).toBe(ACCEPTED);
  });

  it('O4: an update that began before it and fails resets the switch', async () => {
    const update = lateAnswer();
    const path = api.preference(DID);
    await openApp(`${screens.optOut}${QUERY}`, { [`GET ${path}`]: { body: false }, [`PUT ${path}`]: update.promise });
    const toggle = () => screen.getByRole<HTMLInputElement>('switch');
    await press(toggle());
    expect(toggle().checked).toBe(false);
    await update.arrive({ status: 500 });
    await waitFor(() => expect(toggle().disabled).toBe(false));
    expect(toggle().checked).toBe(true);
  });

  it('H4: a requested survey opens', async () => {
    const entry = { [`GET ${entryLink('cint-match')(DID)}`]: { body: { url: 'https://survey.example/' } } };
    await openApp(`/${QUERY}`, { ...registrationCheck({ body: APPROVED }), ...entry });
    await followHangingLink();
    await press(button('Find Top Surveys'));
    await waitFor(() => expect(vi.mocked(openSurvey).mock.calls).toEqual([['https://survey.example/']]));
  });

  it('B4: an accepted withdrawal closes its dialog', async () => {
    await openBalance({}, withdrawal({ body: true }));
    await followHangingLink();
    await press(button(/^Withdraw/));
    await press(button('Yes'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(toast()).toBe(ACCEPTED);
  });
});

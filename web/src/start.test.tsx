// @vitest-environment jsdom
import { api, RESULT_PAGES, screens } from '@panel/domain/paths';
import { missingDid } from '@panel/domain/wording';
import { act, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import {
  APPROVED,
  address,
  CONFIG,
  click,
  DID,
  goBack,
  heading,
  link,
  openApp,
  QUERY,
  registrationCheck,
  requests,
  toast,
  waitForAddress,
} from './app.testing.tsx';

describe('the panelist', () => {
  it('G1: is the did of the query', async () => {
    await openApp(`/${QUERY}`, registrationCheck({ body: APPROVED }));
    expect(requests().map(({ path }) => path)).toEqual([api.registrationCheck(DID)]);
  });

  it('G1: is the did of the route, also against the query’s', async () => {
    await openApp(`/user-first-language/${DID}?x-binu-did=another-device`, {
      [`PUT ${api.firstLanguage}`]: { body: true },
    });
    await click(screen.getByRole('radio', { name: 'isiZulu' }));
    await click(screen.getByRole('button', { name: 'Submit' }));
    expect(requests()[0]?.body).toEqual({ profile: { user_id: DID, language: 'isizulu' } });
  });

  it('G1: goes home from a did route with the did, also by way of its result page', async () => {
    await openApp(`/user-first-language/${DID}?a=1`, { [`PUT ${api.firstLanguage}`]: { body: true } });
    expect(link('Bua').getAttribute('href')).toBe(`/?a=1&x-binu-did=${DID}`);
    await click(screen.getByRole('radio', { name: 'isiZulu' }));
    await click(screen.getByRole('button', { name: 'Submit' }));
    await waitForAddress('/redirect-page/panelist-first-language?a=1');
    expect(link('Go to Homepage').getAttribute('href')).toBe(`/?a=1&x-binu-did=${DID}`);
    await click(link('Go to Homepage'));
    await waitForAddress(`/?a=1&x-binu-did=${DID}`);
    expect(requests().at(-1)?.path).toBe(api.registrationCheck(DID));
  });
});

describe('every page', () => {
  it('G2: is titled with the product’s name', async () => {
    await openApp('/terms', { [`GET ${api.config}`]: { body: { ...CONFIG, product: 'Thetha' } } });
    expect(document.title).toBe('Thetha Survey | #datafree');
  });

  it('G6: has a header with the logo linking home, above its content', async () => {
    await openApp(`/terms${QUERY}`);
    const header = screen.getByRole('banner');
    expect(header.contains(link('Bua'))).toBe(true);
    expect(link('Bua').getAttribute('href')).toBe(`/${QUERY}`);
    expect(link('Bua').querySelector('svg')).not.toBeNull();
    expect(header.compareDocumentPosition(screen.getByRole('main'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });
});

/** Answers how often a place is looked for in the next moments, on a page that was read to 480 and is short as yet. */
async function backToAPageThatGrowsSlowly(): Promise<(ms?: number) => Promise<number>> {
  vi.useFakeTimers({ toFake: ['Date'] });
  await openApp(`/terms${QUERY}`, registrationCheck({ status: 404 }));
  await act(() => new Promise((resolve) => setTimeout(resolve, 60)));
  vi.stubGlobal('scrollY', 480);
  await click(link('Go back!'));
  await waitForAddress(`/${QUERY}`);
  vi.stubGlobal('scrollY', 0);
  await goBack();
  expect(heading()).toBe('Terms and Conditions');
  return async (ms = 60) => {
    vi.mocked(window.scrollTo).mockClear();
    await act(() => new Promise((resolve) => setTimeout(resolve, ms)));
    return vi.mocked(window.scrollTo).mock.calls.length;
  };
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

  it('G3: a link opened in another tab is left to the browser, at the same address', async () => {
    await openApp(`/terms${QUERY}`);
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true });
    act(() => void link('Go back!').dispatchEvent(event));
    expect(event.defaultPrevented).toBe(false);
    expect(link('Go back!').getAttribute('href')).toBe(`/${QUERY}`);
    expect(address()).toBe(`/terms${QUERY}`);
  });

  it('G4: starts every page at its top, and Back finds its place again', async () => {
    await openApp(`/terms${QUERY}`, registrationCheck({ status: 404 }));
    const scrolled = vi.mocked(window.scrollTo);
    await act(() => new Promise((resolve) => setTimeout(resolve, 60)));
    vi.stubGlobal('scrollY', 480);
    scrolled.mockClear();
    await click(link('Go back!'));
    await waitForAddress(`/${QUERY}`);
    expect(scrolled.mock.calls).toEqual([[0, 0]]);
    vi.stubGlobal('scrollY', 0);
    scrolled.mockClear();
    await goBack();
    expect(heading()).toBe('Terms and Conditions');
    expect(scrolled.mock.calls[0]).toEqual([0, 480]);
  });

  it('G4: Back waits for a page that grows slowly, up to ten seconds', async () => {
    const attempts = await backToAPageThatGrowsSlowly();
    expect(await attempts()).toBeGreaterThan(0);
    vi.setSystemTime(Date.now() + 9500);
    await attempts();
    expect(await attempts()).toBeGreaterThan(0);
    vi.stubGlobal('scrollY', 480);
    await attempts();
    expect(await attempts()).toBe(0);
  });

  it('G4: Back gives up after ten seconds', async () => {
    const attempts = await backToAPageThatGrowsSlowly();
    vi.setSystemTime(Date.now() + 10_500);
    await attempts();
    expect(await attempts()).toBe(0);
  });

  it.each(['wheel', 'touchstart', 'pointerdown', 'keydown'])('G4: Back gives way at once to a %s', async (own) => {
    const attempts = await backToAPageThatGrowsSlowly();
    window.dispatchEvent(new Event(own));
    expect(await attempts()).toBe(0);
  });

  it('G4: where a page stands while it grows is not kept as where it was read', async () => {
    const attempts = await backToAPageThatGrowsSlowly();
    vi.stubGlobal('scrollY', 30);
    window.dispatchEvent(new Event('scroll'));
    await attempts(250);
    expect(window.history.state.y).toBe(480);
    expect(await attempts()).toBeGreaterThan(0);
    window.dispatchEvent(new Event('wheel'));
    window.dispatchEvent(new Event('scroll'));
    await attempts(250);
    expect(window.history.state.y).toBe(30);
  });

  it('G4: a link to where one is shows it afresh, and leaves nothing more to go back to', async () => {
    await openApp(`/terms${QUERY}`, registrationCheck({ body: APPROVED }));
    await click(link('Go back!'));
    await waitForAddress(`/${QUERY}`);
    const { length } = window.history;
    for (let times = 1; times <= 3; times++) {
      await click(link('Bua'));
      expect(requests()).toHaveLength(1 + times);
    }
    expect(window.history.length).toBe(length);
    expect(address()).toBe(`/${QUERY}`);
    expect(document.activeElement?.contains(screen.getByRole('main'))).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
    await goBack();
    expect(heading()).toBe('Terms and Conditions');
  });

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

  it('G5: a redirect leaves nothing to go back to', async () => {
    const before = window.history.length;
    await openApp(`/nowhere${QUERY}`, registrationCheck({ status: 404 }));
    expect(window.history.length).toBe(before);
  });

  it.each(RESULT_PAGES)('G5: /redirect-page/%s is known', async (page) => {
    await openApp(screens.result(page) + QUERY);
    expect(address()).toBe(screens.result(page) + QUERY);
  });

  it('puts the focus where the new page begins', async () => {
    await openApp(`/terms${QUERY}`, registrationCheck({ status: 404 }));
    await click(link('Go back!'));
    await waitForAddress(`/${QUERY}`);
    expect(document.activeElement?.contains(screen.getByRole('main'))).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
  });
});

describe('the configuration', () => {
  it('G7: is fetched at start and names the product', async () => {
    await openApp(`/${QUERY}`, {
      [`GET ${api.config}`]: { body: { ...CONFIG, product: 'Thetha' } },
      ...registrationCheck({ status: 404 }),
    });
    expect(heading()).toBe('Join the ThethaApp Research Panel today and earn REWARDS!');
  });

  it.each([['network error' as const], [{ status: 500 }], [{ body: null }]])(
    'G7: an app that gets %j for it starts on defaults',
    async (answer) => {
      await openApp(`/terms${QUERY}`, { [`GET ${api.config}`]: answer });
      expect(heading()).toBe('Terms and Conditions');
      expect(document.title).toBe('Bua Survey | #datafree');
    },
  );

  it('G7: says whether errors are reported, and no report says whose browser it was', async () => {
    const beacons: [string, Blob][] = [];
    vi.stubGlobal('navigator', { sendBeacon: (path: string, blob: Blob) => beacons.push([path, blob]) });
    const reason = new Error(`at /user-dob/${DID} of https://a.b/x?x-binu-did=${DID}`);
    const broken = Object.assign(new Event('unhandledrejection'), { reason });

    await openApp(`/user-dob/${DID}`);
    window.dispatchEvent(broken);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(beacons).toHaveLength(0);

    await openApp(`/user-dob/${DID}`, {
      [`GET ${api.config}`]: { body: { ...CONFIG, errorReporting: { enabled: true } } },
    });
    window.dispatchEvent(broken);
    await vi.waitFor(() => expect(beacons).toHaveLength(1));
    const [path, blob] = beacons[0] as [string, Blob];
    const told = await new Promise<string>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(String(reader.result));
      reader.readAsText(blob);
    });
    expect(path).toBe(api.telemetry);
    expect(told).not.toContain(DID);
    expect(JSON.parse(told)).toMatchObject({ release: '1', environment: 'test', path: '/user-dob/{did}' });
  });
});

describe('a page that needs a did and has none', () => {
  const PAGES = [screens.home, screens.apply, screens.balance, screens.optOut, screens.deleteProfile];

  it.each(PAGES)('G10: %s says so in a toast and makes no call', async (path) => {
    await openApp(`${path}?a=1`);
    expect(toast()).toBe(missingDid('Bua'));
    expect(toast()).toBe('This page should only be accessed through BuaApp Discover.');
    expect(requests()).toEqual([]);
  });

  it('G10: an empty did is none', async () => {
    await openApp('/?x-binu-did=');
    expect(toast()).toBe('This page should only be accessed through BuaApp Discover.');
    expect(requests()).toEqual([]);
  });

  it('G10: offers a way on', async () => {
    await openApp('/balance');
    await click(link('How it Works!'));
    await waitForAddress('/how-it-works');
    expect(toast()).toBe('');
  });

  it.each([screens.terms, screens.howItWorks, '/redirect-page/profile-deleted'])('G10: %s needs none', async (path) => {
    await openApp(path);
    expect(toast()).toBe('');
  });
});

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openConsole, press } from '../app.testing.tsx';
import { ago } from '../clock.testing.ts';
import { PAGE_DATA, SESSION } from '../fixtures.testing.ts';

const heading = (name: string | RegExp, level = 2) => screen.findByRole('heading', { name, level });

describe('the sign-in', () => {
  it('is the only page for a signed-out operator, and leads back to where they were', async () => {
    openConsole('/money?view=flows', { session: null });
    await heading('Sign in', 1);
    const link = screen.getByRole('link', { name: 'Continue with your work account' });
    expect(link.getAttribute('href')).toBe('/sign-in?return=%2Fmoney%3Fview%3Dflows');
    expect(screen.queryByText(/without use\.$/)).toBeNull();
  });

  /** The session as it was loaded; later the server answers with `later`. */
  const openWith = (change: Partial<typeof SESSION>, later: typeof SESSION | null) => {
    let isLoaded = false;
    return openConsole('/today', {
      session: () => {
        if (isLoaded) return later;
        isLoaded = true;
        return { ...SESSION, ...change };
      },
    });
  };

  it.each([
    [{ idleEndsAt: ago(0.01) }, 'You were signed out after 30 minutes without use.'],
    [{ endsAt: ago(0.01) }, 'You were signed out because a session ends after 8 hours.'],
  ])('comes by itself when the time is over and the server says so too, and says why: %o', async (change, why) => {
    const calls = openWith(change, null);
    await heading('Sign in', 1);
    screen.getByText(why);
    // Asking must not extend the session.
    const asked = calls.filter(({ path }) => path.endsWith('/session'));
    expect(asked.map(({ isPoll }) => isPoll)).toEqual([undefined, true]);
  });

  it('does not come while the server says that the session goes on, as by another tab', async () => {
    const calls = openWith({ idleEndsAt: ago(0.01) }, SESSION);
    await heading(/items need attention$/);
    await waitFor(() => expect(calls.filter(({ path }) => path.endsWith('/session'))).toHaveLength(2));
    expect(screen.queryByRole('heading', { name: 'Sign in' })).toBeNull();
  });

  it('comes when the time is over and the server can’t be reached', async () => {
    openConsole('/today', {
      session: ({ isPoll }) => {
        if (isPoll) throw new TypeError('no line');
        return { ...SESSION, idleEndsAt: ago(0.01) };
      },
    });
    await screen.findByText('Your session has expired, and the server can’t be reached.');
  });

  it('comes when the server says that the session is over', async () => {
    openConsole('/money', { answer: () => ({ status: 401, body: { code: 'signed-out' } }) });
    await press('Freeze payouts…');
    fireEvent.change(await screen.findByLabelText('Reason (for the audit log)'), { target: { value: 'Test' } });
    await press('Freeze payouts');
    await heading('Sign in', 1);
    screen.getByText('Your session has ended. Sign in again.');
  });
});

describe('the shell', () => {
  it('draws a page again that could not be drawn', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    let money: unknown = { ...PAGE_DATA.money, payouts: null };
    openConsole('/money', {
      pages: {
        get money() {
          return money as typeof PAGE_DATA.money;
        },
      },
    });
    await screen.findByText('This page can’t be displayed.');
    money = PAGE_DATA.money;
    await press('Try again');
    await heading('Liability now');
    vi.restoreAllMocks();
  });

  it('has the pages of the role and what waits there, and nothing else', async () => {
    const support = {
      ...SESSION,
      role: 'support',
      pages: SESSION.pages.filter(({ page }) => page === 'today' || page === 'people'),
    } as const;
    openConsole('/money', { session: support });
    await screen.findByText('Your role can’t open this page.');
    const rail = screen.getByRole('navigation', { name: 'Pages' });
    expect(
      within(rail)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Today, 2 waiting', 'People']);
  });

  it('links from Today to the pages of the role alone', async () => {
    const pages = SESSION.pages.filter(({ page }) => page === 'today' || page === 'disputes');
    openConsole('/today', { session: { ...SESSION, role: 'support', pages } });
    const table = within(await screen.findByRole('table', { name: 'Items that need attention' }));
    expect(table.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Disputes from panelists',
      'Proposals to approve',
      'Items that could not be processed',
    ]);
    table.getByText('Payouts that need review');
    expect(screen.queryByRole('link', { name: 'Money' })).toBeNull();
  });

  it('extends the session with each action, and updates the counts with each page', async () => {
    const calls = openConsole('/today', { session: { ...SESSION, idleEndsAt: ago(-4) } });
    await heading(/items need attention$/);
    await screen.findByText(/30 min left/);
    fireEvent.click(screen.getAllByRole('link', { name: /^Partners/ })[0] as HTMLElement);
    await waitFor(() => expect(calls.filter(({ path }) => path.endsWith('/session'))).toHaveLength(2));
  });

  it('says that an address is none of its pages, in the title too', async () => {
    openConsole('/moneys');
    await heading('Page not found', 1);
    expect(document.title).toBe(`Page not found · ${SESSION.product} Console`);
    expect(document.querySelector('[aria-current="page"]')).toBeNull();
  });

  it('moves between pages without loading the document, and Back undoes a filter', async () => {
    openConsole('/today');
    fireEvent.click(
      within(await screen.findByRole('navigation', { name: 'Pages' })).getByRole('link', { name: /Partners/ }),
    );
    await heading('Partners', 1);
    expect(document.title).toBe('Partners · Bua Console');
    await press('7 days');
    await waitFor(() => expect(window.location.search).toBe('?days=7'));
    act(() => window.history.back());
    await waitFor(() => expect(window.location.search).toBe(''));
    await screen.findByRole('button', { name: '30 days', pressed: true });
  });

  it('adds no history entry for a link to the page that is open', async () => {
    openConsole('/today');
    await heading(/items need attention$/);
    const { length } = window.history;
    const follow = (name: RegExp) => fireEvent.click(screen.getAllByRole('link', { name })[0] as HTMLElement);
    follow(/^Today/);
    follow(/^Today/);
    expect(window.history.length).toBe(length);
    follow(/^Proposals to approve/);
    follow(/^Proposals to approve/);
    expect(window.location.hash).toBe('#proposals');
    expect(window.history.length).toBe(length + 1);
  });

  it('closes the sheet of pages on a phone, also for the page that is open, and when a sign-out fails', async () => {
    openConsole('/today');
    const choose = async (role: string, name: RegExp) => {
      await press('More');
      fireEvent.click(within(await screen.findByRole('dialog')).getByRole(role, { name }));
      expect(screen.queryByRole('dialog')).toBeNull();
    };
    await choose('link', /^Today/);
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no line')));
    await choose('button', /^Sign out/);
    await screen.findByText('You are still signed in: the server can’t be reached.');
  });

  it('shows a page that fails with its reason, and tries again', async () => {
    openConsole('/today');
    await heading(/items need attention$/);
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no line')));
    await press('Refresh');
    // What was there stays.
    await screen.findByText(/This data is out of date: Can’t reach the server/);
    screen.getByText(/items need attention$/);
  });
});

describe('a token for the command line', () => {
  const token = 'aToken-nobody-may-keep';
  const makeToken = () => {
    const answer = { status: 200, body: { done: true, message: 'Keep it in a file.', token } };
    return openConsole('/sessions', { session: { ...SESSION, role: 'auditor' }, answer: () => answer });
  };

  it('is made on the page of one’s sessions, shown once with how it is used, copied, and gone with the dialog', async () => {
    const copied: string[] = [];
    vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void copied.push(text) } });
    const calls = makeToken();
    await press('Make a token…');
    fireEvent.click(await screen.findByRole('button', { name: 'Make a token' }));
    await screen.findByText(token);
    screen.getByText('export PANEL_TOKEN_FILE=panel-token');
    screen.getByText(/^The token ends when you sign out or sign in again here/);
    expect(document.activeElement?.textContent).toBe('Copy');
    await press('Copy');
    await screen.findByRole('button', { name: 'Copied' });
    expect(copied).toEqual([token]);
    expect(calls.find(({ method }) => method === 'POST')).toEqual({
      method: 'POST',
      path: '/api/console/operations/create-token',
      body: {},
    });
    fireEvent.click(within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Close' })[1] as HTMLElement);
    expect(document.documentElement.outerHTML).not.toContain(token);
    expect(window.location.href + JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain(token);
  });

  it('is found on a phone under More, and can be selected if the browser blocks copying', async () => {
    vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('denied')) } });
    makeToken();
    await press('More');
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('link', { name: 'Sessions' }));
    await press('Make a token…');
    fireEvent.click(await screen.findByRole('button', { name: 'Make a token' }));
    await press('Copy');
    await screen.findByText(/Select the token and copy it/);
    screen.getByText(token);
  });
});

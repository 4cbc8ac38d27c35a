import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openConsole } from '../app.testing.tsx';

afterEach(() => vi.unstubAllGlobals());

describe('an open page', () => {
  it('shows its title and the shape of its content until its data is there', async () => {
    let answer = () => {};
    openConsole('/money', {}, () => {
      const { fetch } = globalThis;
      vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
        if (path.includes('/pages/money')) await new Promise<void>((resolve) => (answer = resolve));
        return fetch(path, init);
      });
    });
    await screen.findByRole('heading', { name: 'Money', level: 1 });
    screen.getByText('Loading …');
    expect(document.querySelectorAll('main [class*="skeleton"]').length).toBeGreaterThan(1);
    answer();
    await screen.findByRole('heading', { name: 'Liability now' });
    expect(screen.queryByText('Loading …')).toBeNull();
  });

  it('T27: loads its data and what waits every minute, without extending the session', async () => {
    const ticks: (() => void)[] = [];
    const { setInterval } = globalThis;
    vi.spyOn(globalThis, 'setInterval').mockImplementation((run: TimerHandler, ms?: number) => {
      if (ms === 60_000 && typeof run === 'function') ticks.push(() => run());
      return setInterval(() => {}, 2 ** 30);
    });
    const calls = openConsole('/today');
    await screen.findByRole('button', { name: 'Refresh' });
    await waitFor(() => expect(ticks.length).toBeGreaterThanOrEqual(2));
    const before = calls.length;
    act(() => {
      for (const tick of ticks) tick();
    });
    await waitFor(() => expect(calls.length).toBeGreaterThanOrEqual(before + 2));
    const polled = calls.slice(before);
    expect(new Set(polled.map(({ path }) => path.replace('/api/console', '')))).toEqual(
      new Set(['/pages/today', '/session']),
    );
    expect(polled.every(({ isPoll }) => isPoll)).toBe(true);
    vi.restoreAllMocks();
  });

  it('keeps its scroll position on the way back, once its data is there', async () => {
    const scrollTo = vi.fn();
    vi.stubGlobal('scrollTo', scrollTo);
    openConsole('/today');
    await screen.findByRole('button', { name: 'Refresh' });
    vi.stubGlobal('scrollY', 740);
    fireEvent.click(screen.getAllByRole('link', { name: /^Money/ })[0] as HTMLElement);
    await screen.findByRole('heading', { name: 'Liability now' });
    vi.stubGlobal('scrollY', 0);
    scrollTo.mockClear();
    window.history.back();
    await screen.findByRole('button', { name: 'Refresh' });
    await waitFor(() => expect(scrollTo).toHaveBeenCalledWith(0, 740));
  });

  it('shows nothing of the previous address if the next one can’t be loaded', async () => {
    openConsole('/proposal?id=P-318', {}, () => {
      const { fetch } = globalThis;
      vi.stubGlobal('fetch', async (path: string, init?: RequestInit) =>
        path.includes('id=P-317') ? new Response('{}', { status: 503 }) : fetch(path, init),
      );
    });
    await screen.findByRole('button', { name: /^Approve/ });
    fireEvent.click(screen.getByRole('link', { name: 'P-317' }));
    await screen.findByText('This page can’t be displayed.');
    expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
  });

  it('marks the figures of other filters until the new ones are there', async () => {
    let answer = () => {};
    openConsole('/audit', {}, () => {
      const { fetch } = globalThis;
      vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
        if (path.includes('account=')) await new Promise<void>((resolve) => (answer = resolve));
        return fetch(path, init);
      });
    });
    const row = await screen.findByText('Opened a card');
    fireEvent.change(screen.getByLabelText('Who'), { target: { value: 'support-1' } });
    await waitFor(() => expect(row.closest('[class*="stale"]')).not.toBeNull());
    answer();
    await waitFor(() => expect(screen.getByText('Opened a card').closest('[class*="stale"]')).toBeNull());
  });
});

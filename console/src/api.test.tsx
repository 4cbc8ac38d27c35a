import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openConsole } from './app.testing.tsx';

const CUT_OFF = 'The response was cut off. Check whether it went through before trying again.';

/** Every answer to a call of `part` ends in the middle of its body. */
function cutOff(part: string): void {
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    return path.includes(part) ? new Response('{"done": tr') : fetch(path, init);
  });
}
const open = (href: string, part: string) => openConsole(href, {}, () => cutOff(part));

describe('an answer that is cut off', () => {
  it('is said on its page, which can be tried again', async () => {
    open('/money', '/pages/money');
    await screen.findByText(new RegExp(CUT_OFF));
    screen.getByRole('button', { name: 'Try again' });
  });

  it('doesn’t sign the operator out', async () => {
    open('/money', '/session');
    await screen.findByText(new RegExp(CUT_OFF));
    expect(screen.queryByRole('heading', { name: 'Sign in' })).toBeNull();
  });

  it('keeps what was typed of an operation, and does not say that it was done', async () => {
    open('/money', '/operations/');
    fireEvent.click(await screen.findByRole('button', { name: 'Freeze payouts…' }));
    const reason = await screen.findByLabelText('Reason (for the audit log)');
    fireEvent.change(reason, { target: { value: 'a suspicion' } });
    fireEvent.click(screen.getByRole('button', { name: 'Freeze payouts' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Freeze payouts' }));
    await dialog.findByText(CUT_OFF);
    expect((dialog.getByLabelText('Reason (for the audit log)') as HTMLInputElement).value).toBe('a suspicion');
  });
});

describe('T27: a window that gets the focus again', () => {
  it('loads its page and session again without extending the session, and Refresh extends it', async () => {
    const calls = openConsole('/today');
    await screen.findByRole('button', { name: 'Refresh' });
    const again = async (cause: () => void) => {
      const before = calls.length;
      act(cause);
      await waitFor(() => expect(calls).toHaveLength(before + 2));
      return calls.slice(before).map(({ path, isPoll }) => [path.replace('/api/console', ''), isPoll]);
    };
    const byFocus = await again(() => window.dispatchEvent(new Event('visibilitychange')));
    expect(byFocus.toSorted()).toEqual([
      ['/pages/today', true],
      ['/session', true],
    ]);
    const byPress = await again(() => fireEvent.click(screen.getByRole('button', { name: 'Refresh' })));
    expect(byPress.toSorted()).toEqual([
      ['/pages/today', undefined],
      ['/session', undefined],
    ]);
  });
});

// @vitest-environment jsdom

import { smileIcon } from '@panel/ui/icons';
import { dismissError, showToast, Toasts } from '@panel/ui/toasts';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

const say = (toast: Parameters<typeof showToast>[0]) => act(() => showToast(toast));
const said = () => screen.getByRole('status').textContent;

describe('a toast', () => {
  it('G11: is announced by a live region that was there before it', () => {
    render(<Toasts dismissLabel="Dismiss" />);
    const region = screen.getByRole('status');
    expect(region.textContent).toBe('');
    say({ tone: 'success', text: 'Done.' });
    expect(screen.getByRole('status')).toBe(region);
    expect(said()).toBe('Done.');
  });

  it('G11: goes when it is dismissed, by a button with a name', () => {
    render(<Toasts dismissLabel="Dismiss" />);
    say({ tone: 'error', text: 'Broken.' });
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(said()).toBe('');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('G11: a success goes by itself after six seconds, an error stays', () => {
    vi.useFakeTimers();
    render(<Toasts dismissLabel="Dismiss" />);
    say({ tone: 'success', text: 'Done.' });
    act(() => void vi.advanceTimersByTime(5900));
    expect(said()).toBe('Done.');
    act(() => void vi.advanceTimersByTime(200));
    expect(said()).toBe('');
    say({ tone: 'error', text: 'Broken.' });
    act(() => void vi.advanceTimersByTime(60_000));
    expect(said()).toBe('Broken.');
  });

  it('G11: one at a time: the newer takes the place, and the older one’s time does not end it', () => {
    vi.useFakeTimers();
    render(<Toasts dismissLabel="Dismiss" />);
    say({ tone: 'success', text: 'First.' });
    act(() => void vi.advanceTimersByTime(5000));
    say({ tone: 'success', text: 'Second.' });
    act(() => void vi.advanceTimersByTime(2000));
    expect(said()).toBe('Second.');
  });

  it('G11: the page can be scrolled clear of it as long as it is up', () => {
    render(<Toasts dismissLabel="Dismiss" />);
    const room = () => document.documentElement.style.getPropertyValue('--toast-space');
    expect(room()).toBe('');
    say({ tone: 'error', text: 'Broken.' });
    expect(room()).toMatch(/^\d+px$/);
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(room()).toBe('');
  });

  it('G11: a control in use that it would cover is scrolled out from under it', () => {
    vi.useFakeTimers();
    render(
      <>
        <button type="button">In use</button>
        <Toasts dismissLabel="Dismiss" />
      </>,
    );
    const control = screen.getByText('In use');
    control.focus();
    const bottom = window.innerHeight - 20;
    control.getBoundingClientRect = () => ({ top: bottom - 50, bottom, height: 50 }) as DOMRect;
    const box = screen.getByRole('status').parentElement as HTMLElement;
    Object.defineProperty(box, 'offsetHeight', { value: 70 });
    say({ tone: 'error', text: 'Broken.' });
    act(() => void vi.advanceTimersByTime(200));
    expect(window.scrollBy).toHaveBeenCalledWith(0, 70 + 24 - 20);
  });

  it('shows the icon it was given, else that of its tone', () => {
    const { container } = render(<Toasts dismissLabel="Dismiss" />);
    const icon = () => container.querySelector('svg')?.getAttribute('data-icon');
    say({ tone: 'success', text: 'Done.' });
    expect(icon()).toBe('check');
    say({ tone: 'error', text: 'Broken.' });
    expect(icon()).toBe('alert');
    say({ tone: 'success', text: 'Happy.', icon: smileIcon });
    expect(icon()).toBe('smile');
  });

  it('an error is dismissed with the screen it belongs to, a success is not', () => {
    render(<Toasts dismissLabel="Dismiss" />);
    say({ tone: 'success', text: 'Done.' });
    act(dismissError);
    expect(said()).toBe('Done.');
    say({ tone: 'error', text: 'Broken.' });
    act(dismissError);
    expect(said()).toBe('');
  });
});

// @vitest-environment jsdom

import { alertIcon, checkIcon } from '@panel/ui/Icon';
import { bellIcon } from '@panel/ui/icons';
import { dismissError, showToast, Toasts } from '@panel/ui/toasts';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

const show = (toast: Parameters<typeof showToast>[0]) => act(() => showToast(toast));
/** Where the next toast is in the window. */
const placeAt = (top: number) =>
  Object.defineProperty(screen.getByRole('status').parentElement, 'offsetTop', { value: top });
const shownText = () => screen.getByRole('status').textContent;

describe('a toast', () => {
  it('G11: is announced by an existing live region', () => {
    render(<Toasts dismissLabel="Dismiss" />);
    const region = screen.getByRole('status');
    expect(region.textContent).toBe('');
    show({ tone: 'success', text: 'Done.' });
    expect(screen.getByRole('status')).toBe(region);
    expect(shownText()).toBe('Done.');
  });

  it('G11: is dismissed by a button with a name', () => {
    render(<Toasts dismissLabel="Dismiss" />);
    show({ tone: 'error', text: 'Broken.' });
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(shownText()).toBe('');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('G11: returns the focus when it is dismissed', () => {
    render(
      <>
        <button type="button">In use</button>
        <Toasts dismissLabel="Dismiss" />
      </>,
    );
    show({ tone: 'error', text: 'Broken.' });
    act(() => screen.getByText('In use').focus());
    const dismiss = screen.getByRole('button', { name: 'Dismiss' });
    act(() => dismiss.focus());
    fireEvent.click(dismiss);
    expect(document.activeElement).toBe(screen.getByText('In use'));
  });

  it('G11: a success disappears after six seconds, an error stays', () => {
    vi.useFakeTimers();
    render(<Toasts dismissLabel="Dismiss" />);
    show({ tone: 'success', text: 'Done.' });
    act(() => void vi.advanceTimersByTime(5900));
    expect(shownText()).toBe('Done.');
    act(() => void vi.advanceTimersByTime(200));
    expect(shownText()).toBe('');
    show({ tone: 'error', text: 'Broken.' });
    act(() => void vi.advanceTimersByTime(60_000));
    expect(shownText()).toBe('Broken.');
  });

  it('G11: a newer toast replaces an older one and has its own six seconds', () => {
    vi.useFakeTimers();
    render(<Toasts dismissLabel="Dismiss" />);
    show({ tone: 'success', text: 'First.' });
    act(() => void vi.advanceTimersByTime(5000));
    show({ tone: 'success', text: 'Second.' });
    act(() => void vi.advanceTimersByTime(2000));
    expect(shownText()).toBe('Second.');
  });

  it('G11: adds room to scroll while it is shown', () => {
    render(<Toasts dismissLabel="Dismiss" />);
    const room = () => document.documentElement.style.getPropertyValue('--toast-space');
    expect(room()).toBe('');
    placeAt(window.innerHeight - 70);
    show({ tone: 'error', text: 'Broken.' });
    expect(room()).toBe('82px');
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(room()).toBe('');
  });

  it('G11: scrolls the focused control out from under it', () => {
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
    placeAt(window.innerHeight - 82);
    show({ tone: 'error', text: 'Broken.' });
    act(() => void vi.advanceTimersByTime(200));
    expect(window.scrollBy).toHaveBeenCalledWith(0, 70 + 24 - 20);
  });

  it('shows its own icon, or else that of its tone', () => {
    const { container } = render(<Toasts dismissLabel="Dismiss" />);
    const icon = () => container.querySelector('svg path')?.getAttribute('d');
    show({ tone: 'success', text: 'Done.' });
    expect(icon()).toBe(checkIcon);
    show({ tone: 'error', text: 'Broken.' });
    expect(icon()).toBe(alertIcon);
    show({ tone: 'success', text: 'Happy.', icon: bellIcon });
    expect(icon()).toBe(bellIcon);
  });

  it('an error is dismissed with the screen it belongs to, a success is not', () => {
    render(<Toasts dismissLabel="Dismiss" />);
    show({ tone: 'success', text: 'Done.' });
    act(dismissError);
    expect(shownText()).toBe('Done.');
    show({ tone: 'error', text: 'Broken.' });
    act(dismissError);
    expect(shownText()).toBe('');
  });
});

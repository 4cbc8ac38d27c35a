// @vitest-environment jsdom
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { restoreScroll, trackScroll } from './scroll.ts';

const scrollTo = () => vi.mocked(window.scrollTo);

beforeAll(trackScroll);
beforeEach(() => {
  vi.useFakeTimers();
});

/** Back to a page that was scrolled to 480 and isn't that long yet. */
function goBackToGrowingPage() {
  window.history.replaceState({ y: 480 }, '');
  vi.stubGlobal('scrollY', 0);
  restoreScroll();
}

/** Returns how often the position is set within this time. */
function attemptsWithin(ms: number): number {
  scrollTo().mockClear();
  vi.advanceTimersByTime(ms);
  return scrollTo().mock.calls.length;
}

it('G4: a newly opened page stays where the panelist has scrolled it', () => {
  vi.stubGlobal('scrollY', 300);
  restoreScroll();
  expect(attemptsWithin(1000)).toBe(0);
});

it('G4: a position that was about to be saved is not saved for the page that Back leads to, whose screen is still loading', () => {
  window.history.replaceState({ y: 10 }, '');
  vi.stubGlobal('scrollY', 0);
  window.dispatchEvent(new Event('scroll'));
  window.history.replaceState({ y: 480 }, '');
  window.dispatchEvent(new Event('popstate'));
  window.dispatchEvent(new Event('scroll'));
  vi.advanceTimersByTime(1000);
  expect(window.history.state.y).toBe(480);
});

describe('Back to a page that is still growing', () => {
  it('G4: sets the position until the page is long enough', () => {
    goBackToGrowingPage();
    expect(attemptsWithin(9500)).toBeGreaterThan(100);
    expect(scrollTo()).toHaveBeenLastCalledWith(0, 480);
    vi.stubGlobal('scrollY', 480);
    expect(attemptsWithin(100)).toBe(1);
    expect(attemptsWithin(100)).toBe(0);
  });

  it('G4: gives up after ten seconds', () => {
    goBackToGrowingPage();
    vi.advanceTimersByTime(10_100);
    expect(attemptsWithin(1000)).toBe(0);
  });

  it.each(['wheel', 'touchstart', 'pointerdown', 'keydown'])('G4: stops at a %s', (event) => {
    goBackToGrowingPage();
    expect(attemptsWithin(100)).toBeGreaterThan(0);
    window.dispatchEvent(new Event(event));
    expect(attemptsWithin(1000)).toBe(0);
  });

  it('G4: does not save its position before it is restored', () => {
    goBackToGrowingPage();
    vi.stubGlobal('scrollY', 30);
    window.dispatchEvent(new Event('scroll'));
    vi.advanceTimersByTime(1000);
    expect(window.history.state.y).toBe(480);
    window.dispatchEvent(new Event('wheel'));
    window.dispatchEvent(new Event('scroll'));
    vi.advanceTimersByTime(1000);
    expect(window.history.state.y).toBe(30);
  });
});

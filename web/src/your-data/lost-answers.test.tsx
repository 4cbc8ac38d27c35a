// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { button, click, DID, respondWith, toast } from '../app.testing.tsx';
import {
  API,
  DATA,
  DATA_LOCKED,
  DATA_OPEN,
  ENTER,
  enter,
  field,
  isOn,
  LOCKED,
  OPEN,
  openPage,
  SEND,
  SENT,
  switchOf,
  withLock,
} from './your-data.testing.tsx';

describe('Y7: the answers, on a line that is lost halfway', () => {
  it('ask for the code once it was sent, even if the page can’t be read again', async () => {
    await openPage({ body: DATA_LOCKED });
    respondWith({ [SEND]: { body: SENT }, [DATA]: 'network error' });
    await click(button('Send me a code'));
    expect(toast()).toBe('We sent a code to your chat.');
    expect(field()).not.toBeNull();
  });

  it('can be asked for again if they could not be loaded after the right code', async () => {
    await openPage(withLock(SENT), { [ENTER]: { body: OPEN } });
    respondWith({ [DATA]: 'network error' });
    await enter('123456');
    expect(toast()).toBe('We could not load your data.');
    // The code was used, and this phone is unlocked.
    respondWith({ [ENTER]: { body: LOCKED }, [DATA]: { body: DATA_OPEN } });
    await enter('123456');
    expect(toast()).toBe('Your data is open on this phone.');
    expect(screen.getByText('Naledi')).not.toBeNull();
  });

  it('stay open if they can’t be locked, which the page says', async () => {
    await openPage({ body: DATA_OPEN }, { [`DELETE ${API}/data-unlock/${DID}`]: 'network error' });
    await click(button('Lock it now'));
    expect(toast()).toBe('Your data could not be locked. Please try again.');
    expect(screen.getByText('Naledi')).not.toBeNull();
  });
});

it('Y7: a choice stays as it was saved, even if the page can’t be read again', async () => {
  await openPage({ body: DATA_LOCKED }, { [`PUT ${API}/consent/${DID}`]: { body: true } });
  respondWith({ [DATA]: 'network error' });
  await click(switchOf('Marketing'));
  expect(toast()).toBe('Your choice is saved.');
  expect(isOn('Marketing')).toBe(true);
});

it('Y7: a choice that was saved while the answers were shown stays when they are locked', async () => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await openPage({ body: DATA_OPEN }, { [`PUT ${API}/consent/${DID}`]: { body: true } });
  respondWith({ [DATA]: 'network error' });
  await click(switchOf('Marketing'));
  act(() => void vi.advanceTimersByTime(900_000));
  expect(screen.queryByText('Naledi')).toBeNull();
  expect(isOn('Marketing')).toBe(true);
});

// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { button, click, DID, goBack, isOff, link, QUERY, requests, respondWith, toast } from '../app.testing.tsx';
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
  methods,
  OPEN,
  openPage,
  SEND,
  SENT,
  switchOf,
  WAITING,
  withLock,
} from './your-data.testing.tsx';

afterEach(() => vi.useRealTimers());

describe('Y2: the answers', () => {
  it('are locked at first, and so is the copy', async () => {
    await openPage({ body: DATA_LOCKED });
    expect(screen.getByText('Your answers are locked.')).not.toBeNull();
    expect(screen.getByText('Your copy is locked too. Use the code from your chat first.')).not.toBeNull();
    expect(screen.queryByRole('link', { name: 'Download my data' })).toBeNull();
  });

  it('ask for the code once it was sent', async () => {
    await openPage({ body: DATA_LOCKED });
    respondWith({ [SEND]: { body: SENT }, [DATA]: withLock(SENT) });
    await click(button('Send me a code'));
    expect(toast()).toBe('We sent a code to your chat.');
    expect(screen.getByText('The code works until 14:10.')).not.toBeNull();
    expect(field().autocomplete).toBe('one-time-code');
  });

  it('say that the chat is down, and let the panelist try again', async () => {
    await openPage({ body: DATA_LOCKED }, { [SEND]: { status: 503 } });
    await click(button('Send me a code'));
    expect(toast()).toBe('We could not send a code just now. Please try again later.');
    expect(button('Send me a code').disabled).toBe(false);
  });

  it('don’t send what can’t be a code', async () => {
    await openPage(withLock(SENT));
    await enter('12 345');
    expect(screen.getByRole('alert').textContent).toBe('Enter the 6 numbers.');
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(methods()).toEqual([`GET /data/${DID}`]);
  });

  it('say that a code is wrong, and how many tries are left', async () => {
    const wrong = { ...SENT, triesLeft: 1 };
    await openPage(withLock(SENT), { [ENTER]: { body: wrong } });
    respondWith({ [DATA]: withLock(wrong) });
    await enter('123 456');
    expect(requests().find(({ method }) => method === 'POST')?.body).toEqual({ code: '123456' });
    expect(screen.getByRole('alert').textContent).toBe('That is not the code.');
    expect(screen.getByText(/1 try left\./)).not.toBeNull();
    expect(document.activeElement).toBe(field());
  });

  it('say when a new code can be requested after too many wrong ones', async () => {
    await openPage(withLock(SENT), { [ENTER]: { body: WAITING } });
    respondWith({ [DATA]: withLock(WAITING) });
    await enter('123456');
    expect(toast()).toBe('That was too many for one day.');
    expect(screen.getByText(/You can ask for a new code on 19 Nov 2026 at 14:00\./)).not.toBeNull();
    expect(screen.queryByRole('button', { name: /code/ })).toBeNull();
  });

  it('say that a code has expired, and offer a new one', async () => {
    await openPage(withLock(SENT), { [ENTER]: { body: LOCKED } });
    respondWith({ [DATA]: { body: DATA_LOCKED } });
    await enter('123456');
    expect(toast()).toBe('This code no longer works. Ask for a new one.');
    expect(button('Send me a code')).not.toBeNull();
  });

  it('are shown after the right code, with how to correct them and how to get a copy', async () => {
    await openPage(withLock(SENT), { [ENTER]: { body: OPEN } });
    respondWith({ [DATA]: { body: DATA_OPEN } });
    await enter('123456');
    expect(toast()).toBe('Your data is open on this phone.');
    expect(screen.getByText('Naledi')).not.toBeNull();
    expect(screen.getByText('Only you see this.')).not.toBeNull();
    expect(screen.getByText('Open on this phone until 14:15.')).not.toBeNull();
    expect(link('Change your date of birth').getAttribute('href')).toBe(`/user-dob/${DID}${QUERY}`);
    expect(link('Answer the annual survey again').getAttribute('href')).toBe(`/profiling-yearly/${DID}${QUERY}`);
    expect(link('Anything else wrong here? Ask us').getAttribute('href')).toBe('#contact');
    expect(link('Download my data').getAttribute('href')).toBe(`${API}/data-copy/text/${DID}${QUERY}`);
    expect(link('Open it as a page').getAttribute('href')).toBe(`${API}/data-copy/page/${DID}${QUERY}`);
    expect(link(/JSON/).getAttribute('href')).toBe(`${API}/data-copy/json/${DID}${QUERY}`);
  });

  it('stay as they are after the link to how to reach us, and Back', async () => {
    await openPage({ body: DATA_OPEN });
    const answer = screen.getByText('Naledi');
    const { length } = requests();
    await click(link('Anything else wrong here? Ask us'));
    expect(window.location.hash).toBe('#contact');
    await goBack();
    expect(window.location.hash).toBe('');
    expect(document.contains(answer)).toBe(true);
    expect(requests()).toHaveLength(length);
  });

  it('T31: are gone from the page and never on the phone after Lock it now', async () => {
    await openPage({ body: DATA_OPEN }, { [`DELETE ${API}/data-unlock/${DID}`]: { body: LOCKED } });
    expect(screen.getByText('Naledi')).not.toBeNull();
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('Naledi');
    await click(button('Lock it now'));
    expect(toast()).toBe('Your data is locked again.');
    expect(document.body.textContent).not.toContain('Naledi');
    expect(button('Send me a code')).not.toBeNull();
  });

  it('T31: are locked again by themselves when the time is over', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await openPage({ body: DATA_OPEN });
    act(() => void vi.advanceTimersByTime(899_000));
    expect(document.body.textContent).toContain('Naledi');
    act(() => void vi.advanceTimersByTime(1000));
    expect(document.body.textContent).not.toContain('Naledi');
    expect(screen.getByText('Your answers are locked.')).not.toBeNull();
  });
});

describe('Y3: a choice', () => {
  it('has its state and its date in words', async () => {
    await openPage({ body: DATA_LOCKED });
    expect(['Research tasks', 'Marketing', 'Business partners', 'Partners in other countries'].map(isOn)).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect(screen.getByText('Off since 12 Aug 2026')).not.toBeNull();
    expect(screen.getByText('Off. You never turned it on.')).not.toBeNull();
    expect(screen.getByText(/You accepted the Terms and Conditions on 3 Mar 2026\./)).not.toBeNull();
  });

  it.each([
    ['Marketing', 'consent', { consent: 'marketing', value: true }],
    ['Partners in other countries', 'consent', { consent: 'transfer_abroad', value: false }],
    ['Research tasks', 'opt-out', { data: [{ preference: 'research', value: false }] }],
  ])('%s is sent at once', async (name, path, body) => {
    await openPage({ body: DATA_LOCKED }, { [`PUT ${API}/${path}/${DID}`]: { body: true } });
    await click(switchOf(name));
    expect(requests().find(({ method }) => method === 'PUT')).toMatchObject({ path: `${API}/${path}/${DID}`, body });
    expect(toast()).toBe('Your choice is saved.');
    expect(methods().at(-1)).toBe(`GET /data/${DID}`);
  });

  it('can’t be changed while another one is being saved', async () => {
    await openPage({ body: DATA_LOCKED }, { [`PUT ${API}/consent/${DID}`]: 'unanswered' });
    await click(switchOf('Marketing'));
    expect(['Research tasks', 'Marketing'].map((name) => isOff(switchOf(name)))).toEqual([true, false]);
  });

  it('goes back if it can’t be saved', async () => {
    await openPage({ body: DATA_LOCKED }, { [`PUT ${API}/consent/${DID}`]: 'network error' });
    await click(switchOf('Marketing'));
    expect(toast()).toBe('Your choice could not be saved. Please try again later.');
    expect(isOn('Marketing')).toBe(false);
  });

  it('erases the ethnicity', async () => {
    const choices = DATA_LOCKED.choices.map((each) =>
      each.choice === 'special:ethnicity' ? { ...each, isOn: false } : each,
    );
    await openPage({ body: DATA_LOCKED }, { [`PUT ${API}/consent/${DID}`]: { body: false } });
    respondWith({ [DATA]: { body: { ...DATA_LOCKED, choices } } });
    await click(button('Erase it'));
    expect(requests().find(({ method }) => method === 'PUT')?.body).toEqual({
      consent: 'special:ethnicity',
      value: false,
    });
    expect(screen.getByText('Off since 3 Mar 2026. It is erased.')).not.toBeNull();
    expect(screen.queryByRole('button', { name: 'Erase it' })).toBeNull();
  });
});

describe('Y4: who looked', () => {
  it('has the role, the reason and the time', async () => {
    await openPage({ body: DATA_LOCKED });
    const list = screen.getByText('Support opened your profile to answer your report.').closest('li');
    expect(within(list as HTMLElement).getByText('12 Nov 2026 at 10:12')).not.toBeNull();
  });

  it('says that no operator did', async () => {
    await openPage({ body: { ...DATA_LOCKED, openings: [] } });
    expect(screen.getByText('Nobody has opened your profile.')).not.toBeNull();
  });
});

describe('Y6, Y7: the page', () => {
  it('says what is kept and how to object, whatever can be loaded', async () => {
    await openPage('network error');
    expect(screen.getByText('We could not load your data.')).not.toBeNull();
    expect(screen.getByText(/You can object to marketing .* Contact 0800 555 123\./)).not.toBeNull();
    expect(screen.getByText(/For three years/)).not.toBeNull();
    respondWith({ [DATA]: { body: DATA_LOCKED } });
    await click(button('Try again'));
    expect(button('Send me a code')).not.toBeNull();
  });

  it('offers to sign up if the did isn’t registered', async () => {
    await openPage({ status: 404 });
    expect(screen.getByText('Bua does not recognise your number.')).not.toBeNull();
    expect(link('Sign Up').getAttribute('href')).toBe(`/apply${QUERY}`);
  });

  it('takes a gateway’s own page for a failure', async () => {
    await openPage({ text: '<html>' });
    expect(screen.getByText('We could not load your data.')).not.toBeNull();
  });
});

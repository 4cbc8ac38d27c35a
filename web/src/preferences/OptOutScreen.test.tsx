// @vitest-environment jsdom
import { httpStatusMessage } from '@panel/domain/wording';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  type Answer,
  button,
  click,
  DID,
  deferred,
  link,
  openApp,
  QUERY,
  registrationCheck,
  requests,
  respondWith,
  toast,
  waitForAddress,
} from '../app.testing.tsx';
import { sadIcon, smileIcon } from './OptOutScreen.tsx';

const PATH = `/api/v2/panelist/opt-out/${DID}`;
const IN =
  'You have OPT-IN to receive research tasks, if you wish to stop receiving research tasks please turn off the switch!';
const OUT =
  'You have OPT-OUT from receiving research tasks, if you wish to receive research tasks please turn on the switch!';

const toggle = () => screen.getByRole<HTMLInputElement>('switch');
const toastIcon = () => screen.getByRole('status').parentElement?.querySelector('svg path')?.getAttribute('d');
const openPage = (check: Answer, update: Answer = 'unanswered') =>
  openApp(`/opt-out-research-tasks${QUERY}`, { [`GET ${PATH}`]: check, [`PUT ${PATH}`]: update });

describe('the preference', () => {
  it.each([
    [true, false, OUT],
    [false, true, IN],
    [null, true, IN],
    ['yes', false, OUT],
  ])('O1: a check that answers %j is inverted for the switch: %j', async (answer, on, sentence) => {
    await openPage({ body: answer });
    expect(requests().map(({ method, path }) => `${method} ${path}`)).toEqual([`GET ${PATH}`]);
    expect(toggle().checked).toBe(on);
    expect(screen.getByText(sentence)).not.toBeNull();
  });

  it('O2: the sentence describes the switch', async () => {
    await openPage({ body: false });
    expect(document.getElementById(toggle().getAttribute('aria-describedby') ?? '')?.textContent).toBe(IN);
    expect(screen.queryByText(OUT)).toBeNull();
  });

  it('O3: turning it off sends the preference and shows a toast with a sad face', async () => {
    await openPage({ body: false }, { body: false });
    await click(toggle());
    expect(requests().at(-1)).toMatchObject({
      method: 'PUT',
      path: PATH,
      body: { data: [{ preference: 'research', value: false }] },
    });
    expect(toast()).toBe('You have just OPT-OUT from receiving research tasks from us');
    expect(toastIcon()).toBe(sadIcon);
    expect([toggle().checked, toggle().disabled]).toEqual([false, false]);
    expect(screen.getByText(OUT)).not.toBeNull();
  });

  it('O3: turning it on sends the preference and shows a toast with a smiley', async () => {
    await openPage({ body: true }, { body: true });
    await click(toggle());
    expect(requests().at(-1)?.body).toEqual({ data: [{ preference: 'research', value: true }] });
    expect(toast()).toBe('You have just OPT-IN to receive research tasks from us');
    expect(toastIcon()).toBe(smileIcon);
    expect(toggle().checked).toBe(true);
    expect(screen.getByText(IN)).not.toBeNull();
  });

  it('O3: the server’s response counts, even if it differs from what was sent', async () => {
    await openPage({ body: false }, { body: true });
    await click(toggle());
    expect(requests().at(-1)?.body).toEqual({ data: [{ preference: 'research', value: false }] });
    expect(toggle().checked).toBe(true);
    expect(toast()).toBe('You have just OPT-IN to receive research tasks from us');
  });

  it('O4: the switch is disabled and has no text while the check is loading', async () => {
    await openPage('unanswered');
    expect(toggle().disabled).toBe(true);
    expect(screen.queryByText(IN)).toBeNull();
    expect(screen.queryByText(OUT)).toBeNull();
  });

  it('O4: the switch is disabled while the update is being sent', async () => {
    await openPage({ body: false });
    await click(toggle());
    expect(toggle().disabled).toBe(true);
    await click(toggle());
    expect(requests().filter(({ method }) => method === 'PUT')).toHaveLength(1);
  });

  it('O4: a check that answers 409 means OPT-IN, without a message', async () => {
    await openPage({ status: 409 });
    expect(toast()).toBe('');
    expect([toggle().checked, toggle().disabled]).toEqual([true, false]);
    expect(screen.getByText(IN)).not.toBeNull();
  });

  it.each([400, 404, 422, 500, 503])('O4: a check that answers %i shows its message as a toast', async (status) => {
    await openPage({ status });
    expect(toast()).toBe(httpStatusMessage('Bua', status));
    const check = deferred();
    respondWith({ [`GET ${PATH}`]: check.promise });
    await click(button('Try again'));
    expect(toast()).toBe('');
    await check.resolve({ body: false });
    expect([toggle().checked, toggle().disabled]).toEqual([true, false]);
  });

  it('O4: Try again stays in place while it loads, and moves the focus to the switch', async () => {
    await openPage({ status: 500 });
    const check = deferred();
    respondWith({ [`GET ${PATH}`]: check.promise });
    await click(button('Try again'));
    expect(button('Try again').getAttribute('aria-busy')).toBe('true');
    await check.resolve({ status: 500 });
    expect(document.activeElement).toBe(button('Try again'));
    respondWith({ [`GET ${PATH}`]: { body: false } });
    await click(button('Try again'));
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(document.activeElement).toBe(toggle());
  });

  it('O4: the first check does not move the focus', async () => {
    const check = deferred();
    await openPage(check.promise);
    await check.resolve({ body: false });
    expect(document.activeElement).toBe(document.body);
  });

  it('O4: an update does not move the focus of a panelist who is elsewhere', async () => {
    const update = deferred();
    await openPage({ body: false }, update.promise);
    await click(toggle());
    link('Go back!').focus();
    await update.resolve({ body: false });
    expect(document.activeElement).toBe(link('Go back!'));
  });

  it.each<Answer>([{ text: '<html>' }, { text: '' }])('O4: %j says nothing about the preference', async (answer) => {
    await openPage(answer);
    expect(screen.queryByText(IN)).toBeNull();
    expect(toggle().disabled).toBe(true);
    expect(button('Try again')).not.toBeNull();
  });

  it('O4: a check that fails after the page was left shows no toast', async () => {
    const check = deferred();
    await openPage(check.promise);
    respondWith(registrationCheck({ status: 404 }));
    await click(link('Go back!'));
    await waitForAddress(`/${QUERY}`);
    await check.resolve({ status: 500 });
    expect(toast()).toBe('');
  });

  it.each<[Answer, number]>([
    [{ status: 500 }, 500],
    [{ status: 409 }, 409],
    ['network error', 0],
  ])('O4: an update that ends in %j puts the switch back', async (answer, status) => {
    await openPage({ body: false }, answer);
    await click(toggle());
    expect(toast()).toBe(httpStatusMessage('Bua', status));
    expect([toggle().checked, toggle().disabled]).toEqual([true, false]);
    expect(screen.getByText(IN)).not.toBeNull();
    expect(document.activeElement).toBe(toggle());
    respondWith({ [`PUT ${PATH}`]: 'unanswered' });
    await click(toggle());
    expect(toast()).toBe('');
  });

  it.each<[string, Answer, string]>([
    ['a success', { body: false }, 'You have just OPT-OUT from receiving research tasks from us'],
    ['a failure', { status: 500 }, httpStatusMessage('Bua', 500)],
  ])('O3, O4: after the page was left, %s of the update shows %3$j', async (_, answer, text) => {
    const update = deferred();
    await openPage({ body: false }, update.promise);
    respondWith(registrationCheck({ status: 404 }));
    await click(toggle());
    await click(link('Go back!'));
    await waitForAddress(`/${QUERY}`);
    await update.resolve(answer);
    expect(toast()).toBe(text);
  });

  it.each([
    [404, true],
    [500, false],
  ])('O4: a check that answers %d offers to sign up: %j', async (status, offered) => {
    await openPage({ status });
    expect(screen.queryByRole('link', { name: 'Sign Up' })?.getAttribute('href')).toBe(
      offered ? `/apply${QUERY}` : undefined,
    );
  });

  it('O5: Go back! goes home and keeps the query', async () => {
    await openPage({ body: false });
    respondWith(registrationCheck({ status: 404 }));
    await click(link('Go back!'));
    await waitForAddress(`/${QUERY}`);
  });
});

// @vitest-environment jsdom
import { GOLDEN } from '@panel/domain/golden';
import { api, screens } from '@panel/domain/paths';
import { UNAVAILABLE } from '@panel/domain/wording';
import { showToast } from '@panel/ui/toasts';
import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  APPROVED,
  address,
  button,
  click,
  DID,
  deferred,
  goBack,
  heading,
  link,
  openApp,
  QUERY,
  registrationCheck,
  requestCount,
  respondWith,
  toast,
  waitForAddress,
} from '../app.testing.tsx';
import FirstLanguageScreen from '../panelists/FirstLanguageScreen.tsx';
import { answerCalls, fillIn, inForm, openScreen, rowsOf, submit } from './form.testing.tsx';

const FORM_ADDRESS = `${screens.firstLanguage}/${DID}${QUERY}`;
const RESULT_ADDRESS = `/redirect-page/panelist-first-language${QUERY}`;
const language = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });

/** Submits a first language and goes home before it is answered. */
async function leaveWhileSending() {
  const sending = deferred();
  await openApp(FORM_ADDRESS, { ...registrationCheck({ status: 404 }), [`PUT ${api.firstLanguage}`]: sending.promise });
  await click(language('isiZulu'));
  await click(button('Submit'));
  await click(link('Bua'));
  await waitForAddress(`/${QUERY}`);
  return sending;
}

describe('a form that was left before its submission was answered', () => {
  it('D2, A9: is busy when it is opened again, sends nothing twice, and goes to its result page', async () => {
    const sending = await leaveWhileSending();
    await goBack();
    expect(language('isiZulu').checked).toBe(true);
    expect(button('Submit').getAttribute('aria-busy')).toBe('true');
    fireEvent.submit(document.querySelector('form') as HTMLFormElement);
    await sending.resolve({ body: true });
    await waitForAddress(RESULT_ADDRESS);
    expect(requestCount('PUT', api.firstLanguage)).toBe(1);
    expect(localStorage.length).toBe(0);
  });

  it('D3, A8: opened again, shows the failure and can be tried again', async () => {
    const sending = await leaveWhileSending();
    await goBack();
    await sending.resolve('network error');
    expect(toast()).toBe(UNAVAILABLE);
    expect(inForm(UNAVAILABLE)).toBe(true);
    await click(button('Try again'));
    expect(button('Submit').disabled).toBe(false);
    expect(language('isiZulu').checked).toBe(true);
  });

  it('D2: shows the toast and leaves the panelist on the current screen', async () => {
    const sending = await leaveWhileSending();
    await click(link('Terms and Conditions'));
    await waitForAddress(`/terms${QUERY}`);
    await sending.resolve({ body: true });
    expect(toast()).not.toBe('');
    expect(heading()).toBe('Terms and Conditions');
    expect(address()).toBe(`/terms${QUERY}`);
    expect(localStorage.length).toBe(0);
  });

  it('D2: is empty when it is opened after its success', async () => {
    const sending = await leaveWhileSending();
    await sending.resolve({ body: true });
    await goBack();
    expect(language('isiZulu').checked).toBe(false);
    expect(button('Submit').disabled).toBe(false);
  });
});

it('A7: the home screen is reloaded when an application is accepted while it is open', async () => {
  const sending = deferred();
  await openApp(`/apply${QUERY}`, { ...registrationCheck({ status: 404 }), [`POST ${api.register}`]: sending.promise });
  await click(screen.getByRole('checkbox'));
  await click(button('Proceed'));
  await screen.findByText('Submit');
  fillIn(GOLDEN.registration.definition, GOLDEN.registration.answers);
  await click(screen.getByText('Submit'));
  expect(requestCount('POST', api.register)).toBe(1);
  await click(link('Bua'));
  await waitForAddress(`/${QUERY}`);
  expect(heading()).toContain('Join the BuaApp Research Panel');
  const { length } = window.history;
  respondWith(registrationCheck({ body: APPROVED }));
  await sending.resolve({ status: 201, body: true });
  expect(toast()).toBe('Your application was submitted and accepted successfully.');
  expect(heading()).toBe('Welcome to your BuaApp Research hub!');
  expect(window.history.length).toBe(length);
});

it('A9, Q10: no draft is saved after the form was sent', async () => {
  answerCalls();
  openScreen(FORM_ADDRESS, <FirstLanguageScreen did={DID} />);
  fireEvent.click(rowsOf('First language').getByLabelText('isiZulu'));
  expect(localStorage.length).toBe(1);
  await submit();
  fireEvent.click(rowsOf('First language').getByLabelText('Sesotho'));
  expect(localStorage.length).toBe(0);
});

it('A8, D3: a failure does not move the focus of a panelist who is at a question', async () => {
  const sending = deferred();
  await openApp(FORM_ADDRESS, { [`PUT ${api.firstLanguage}`]: sending.promise });
  await click(language('isiZulu'));
  await click(button('Submit'));
  language('Sesotho').focus();
  await sending.resolve('network error');
  expect(toast()).toBe(UNAVAILABLE);
  expect(document.activeElement).toBe(language('Sesotho'));
});

it('A8, D3: a failure focuses the button that can be pressed next', async () => {
  await openApp(FORM_ADDRESS, { [`PUT ${api.firstLanguage}`]: 'network error' });
  await click(language('isiZulu'));
  await click(button('Submit'));
  expect(document.activeElement).toBe(button('Try again'));
});

it('Q10: a gateway’s own page is a failure, and the draft is kept', async () => {
  await openApp(FORM_ADDRESS, { [`PUT ${api.firstLanguage}`]: { text: '<html>Sign in to this network</html>' } });
  await click(language('isiZulu'));
  await click(button('Submit'));
  expect(toast()).toBe(UNAVAILABLE);
  expect(address()).toBe(FORM_ADDRESS);
  expect(localStorage.length).toBe(1);
});

it('A8: the toast of a failure disappears on Try again and on Submit', async () => {
  const again = deferred();
  await openApp(FORM_ADDRESS, { [`PUT ${api.firstLanguage}`]: 'network error' });
  await click(language('isiZulu'));
  await click(button('Submit'));
  expect(toast()).toBe(UNAVAILABLE);
  await click(button('Try again'));
  expect(toast()).toBe('');
  await click(button('Submit'));
  expect(toast()).toBe(UNAVAILABLE);
  await click(button('Try again'));
  act(() => showToast({ tone: 'error', text: UNAVAILABLE }));
  respondWith({ [`PUT ${api.firstLanguage}`]: again.promise });
  await click(button('Submit'));
  expect(toast()).toBe('');
});

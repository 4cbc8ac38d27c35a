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
  calledTimes,
  checkOf,
  DID,
  goBack,
  heading,
  held,
  isAt,
  link,
  openApp,
  press,
  QUERY,
  serve,
  toast,
} from '../opening.testing.tsx';
import FirstLanguageScreen from '../panelists/FirstLanguageScreen.tsx';
import { answerCalls, fillIn, inForm, open, rowsOf, submit } from './filling-in.testing.tsx';

const FORM = `${screens.firstLanguage}/${DID}${QUERY}`;
const DONE = `/redirect-page/panelist-first-language${QUERY}`;
const language = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });

/** A first language on its way, and its form left for home. */
async function leaveWhileSending() {
  const sending = held();
  await openApp(FORM, { ...checkOf({ status: 404 }), [`PUT ${api.firstLanguage}`]: sending.later });
  await press(language('isiZulu'));
  await press(button('Submit'));
  await press(link('Bua'));
  await isAt(`/${QUERY}`);
  return sending;
}

describe('a form that was left while it was being sent', () => {
  it('D2, A9: is still sending when it is opened again, sends nothing twice, and goes on to its result', async () => {
    const sending = await leaveWhileSending();
    await goBack();
    expect(language('isiZulu').checked).toBe(true);
    expect(button('Submit').getAttribute('aria-busy')).toBe('true');
    fireEvent.submit(document.querySelector('form') as HTMLFormElement);
    await sending.answer({ body: true });
    await isAt(DONE);
    expect(calledTimes('PUT', api.firstLanguage)).toBe(1);
    expect(localStorage.length).toBe(0);
  });

  it('D3, A8: opened again, says what went wrong, and can be tried again', async () => {
    const sending = await leaveWhileSending();
    await goBack();
    await sending.answer('dead line');
    expect(toast()).toBe(UNAVAILABLE);
    expect(inForm(UNAVAILABLE)).toBe(true);
    await press(button('Try again'));
    expect(button('Submit').disabled).toBe(false);
    expect(language('isiZulu').checked).toBe(true);
  });

  it('D2: says that it was sent, and takes nobody away from elsewhere', async () => {
    const sending = await leaveWhileSending();
    await press(link('Terms and Conditions'));
    await isAt(`/terms${QUERY}`);
    await sending.answer({ body: true });
    expect(toast()).not.toBe('');
    expect(heading()).toBe('Terms and Conditions');
    expect(address()).toBe(`/terms${QUERY}`);
    expect(localStorage.length).toBe(0);
  });

  it('D2: begins anew for whoever opens it after that', async () => {
    const sending = await leaveWhileSending();
    await sending.answer({ body: true });
    await goBack();
    expect(language('isiZulu').checked).toBe(false);
    expect(button('Submit').disabled).toBe(false);
  });
});

it('A7: whoever waits at home for an application sees it accepted there', async () => {
  const sending = held();
  await openApp(`/apply${QUERY}`, { ...checkOf({ status: 404 }), [`POST ${api.register}`]: sending.later });
  await press(screen.getByRole('checkbox'));
  await press(button('Proceed'));
  await screen.findByText('Submit', {}, { timeout: 3000 });
  fillIn(GOLDEN.registration.definition, GOLDEN.registration.answers);
  await press(screen.getByText('Submit'));
  expect(calledTimes('POST', api.register)).toBe(1);
  await press(link('Bua'));
  await isAt(`/${QUERY}`);
  expect(heading()).toContain('Join the BuaApp Research Panel');
  const { length } = window.history;
  serve(checkOf({ body: APPROVED }));
  await sending.answer({ status: 201, body: true });
  expect(toast()).toBe('Your application was submitted and accepted successfully.');
  expect(heading()).toBe('Welcome to your BuaApp Research hub!');
  expect(window.history.length).toBe(length);
});

it('A9, Q10: what is typed into a form that was sent is not kept', async () => {
  answerCalls();
  open(FORM, <FirstLanguageScreen did={DID} />);
  fireEvent.click(rowsOf('First language').getByLabelText('isiZulu'));
  expect(localStorage.length).toBe(1);
  await submit();
  fireEvent.click(rowsOf('First language').getByLabelText('Sesotho'));
  expect(localStorage.length).toBe(0);
});

it('A8: a failure’s toast goes when it is tried again, and when it is sent again', async () => {
  const again = held();
  await openApp(FORM, { [`PUT ${api.firstLanguage}`]: 'dead line' });
  await press(language('isiZulu'));
  await press(button('Submit'));
  expect(toast()).toBe(UNAVAILABLE);
  await press(button('Try again'));
  expect(toast()).toBe('');
  await press(button('Submit'));
  expect(toast()).toBe(UNAVAILABLE);
  await press(button('Try again'));
  act(() => showToast({ tone: 'error', text: UNAVAILABLE }));
  serve({ [`PUT ${api.firstLanguage}`]: again.later });
  await press(button('Submit'));
  expect(toast()).toBe('');
});

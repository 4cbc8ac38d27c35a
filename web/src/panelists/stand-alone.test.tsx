// @vitest-environment jsdom
import { GOLDEN } from '@panel/domain/golden';
import { languages } from '@panel/domain/profiling/options/person';
import { httpStatusMessage } from '@panel/domain/wording';
import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  answerCalls,
  expectBusy,
  fieldOf,
  fillIn,
  inForm,
  openScreen,
  rowsOf,
  submit,
  submitButton,
  toast,
  type,
} from '../questionnaire/form.testing.tsx';
import DateOfBirthScreen from './DateOfBirthScreen.tsx';
import FirstLanguageScreen from './FirstLanguageScreen.tsx';

const DID = GOLDEN.dateOfBirth.did;
const openDateOfBirth = () => openScreen(`/user-dob/${DID}?a=1`, <DateOfBirthScreen did={DID} />);
const openFirstLanguage = () => openScreen(`/user-first-language/${DID}?a=1`, <FirstLanguageScreen did={DID} />);

const SCREENS = [
  { name: 'date of birth', openForm: openDateOfBirth, golden: GOLDEN.dateOfBirth },
  { name: 'first language', openForm: openFirstLanguage, golden: GOLDEN.firstLanguage },
];

describe('D1: date of birth', () => {
  it('D1, D4: accepts a date of any age, which the server checks', async () => {
    const calls = answerCalls();
    openDateOfBirth();
    await submit();
    expect(screen.getByText('Required.')).toBeTruthy();
    expect(calls).toEqual([]);
    type(fieldOf('Date of birth'), '01/01/2020');
    act(() => void fireEvent.blur(fieldOf('Date of birth')));
    expect(document.getElementById('dob-fault')).toBeNull();
    await submit();
    expect(calls[0]?.body).toEqual({ account: { user_id: DID, dob: '2020-01-01' } });
  });
});

describe('D2: first language', () => {
  it('D2: lists the languages as radios, sends the golden payload, opens the result page and keeps the query', async () => {
    const calls = answerCalls();
    openFirstLanguage();
    const rows = rowsOf('First language').getAllByRole('radio');
    expect(rows.map((row) => row.closest('label')?.textContent)).toEqual(languages.map(({ label }) => label));
    fireEvent.click(rowsOf('First language').getByLabelText('Sesotho'));
    await submit();
    expect(calls).toEqual([
      { method: 'PUT', path: '/api/v2/panelist/profile/first-language', body: GOLDEN.firstLanguage.payload },
    ]);
    expect(toast()).toBe('You have successfully submitted your date of birth');
    expect(window.location.pathname).toBe('/redirect-page/panelist-first-language');
    expect(window.location.search).toBe('?a=1');
  });
});

describe.each(SCREENS)('D3: $name', ({ openForm, golden }) => {
  const fill = () => fillIn(golden.definition, golden.answers);

  it.each([400, 404, 409, 422, 500, 503, 0])(
    'D3: status %i shows its message as toast and banner; loading stays on',
    async (status) => {
      answerCalls(status, { status });
      openForm();
      fill();
      await submit();
      expect(toast()).toBe(httpStatusMessage('Bua', status));
      expect(inForm(httpStatusMessage('Bua', status))).toBe(true);
      expectBusy(submitButton());
    },
  );

  it('D3: a 404 offers to sign up, with the did in its address', async () => {
    answerCalls(404, {});
    openForm();
    fill();
    await submit();
    expect(screen.getByText('Sign Up').getAttribute('href')).toBe(`/apply?a=1&x-binu-did=${DID}`);
  });

  it('D3: Try again ends the loading, keeps the answer, and sends nothing by itself', async () => {
    answerCalls(500, {});
    openForm();
    fill();
    await submit();
    const calls = answerCalls();
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })));
    expect(calls).toEqual([]);
    expect(submitButton().getAttribute('aria-busy')).toBeNull();
    await submit();
    expect(calls[0]?.body).toEqual(golden.payload);
  });
});

it('D4: a date that the server refuses shows the message as toast and banner, with the detail below', async () => {
  answerCalls(400, { detail: 'Date of birth (account.dob): Minimum age is 18.' });
  openDateOfBirth();
  type(fieldOf('Date of birth'), '01012020');
  await submit();
  expect(toast()).toBe('Sorry, We cannot process your request.');
  expect(inForm('Sorry, We cannot process your request.')).toBe(true);
  expect(inForm('Date of birth (account.dob): Minimum age is 18.')).toBe(true);
  // The toast doesn't announce it, because the focused button does.
  const description = document.activeElement?.getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(description)?.textContent).toBe('Date of birth (account.dob): Minimum age is 18.');
});

it.each(['31021990', '17', 'May 1990'])(
  'D1: %j is not a date: reported beside the field, and not sent',
  async (typed) => {
    const calls = answerCalls();
    openDateOfBirth();
    type(fieldOf('Date of birth'), typed);
    act(() => void fireEvent.blur(fieldOf('Date of birth')));
    expect(screen.getByRole('alert').textContent).toBe('Enter a valid date of birth.');
    await submit();
    expect(document.getElementById('dob-fault')?.textContent).toBe('Enter a valid date of birth.');
    expect(fieldOf('Date of birth').getAttribute('aria-describedby')).toContain('dob-fault');
    expect(inForm('1 answer needs another look.')).toBe(true);
    expect(document.activeElement).toBe(fieldOf('Date of birth'));
    expect(submitButton().disabled).toBe(true);
    expect(calls).toEqual([]);
  },
);

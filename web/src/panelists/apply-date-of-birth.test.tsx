// @vitest-environment jsdom
import { FORM } from '@panel/domain/wording';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { answerCalls, fieldOf, inForm, rowsOf, submit, submitButton, type } from '../questionnaire/form.testing.tsx';
import { DATE_OF_BIRTH, openFilledStepTwo, openStepTwo } from './apply.testing.tsx';

describe('A5: the date of birth', () => {
  const blurWith = (typed: string) => {
    const field = fieldOf(DATE_OF_BIRTH);
    fireEvent.input(field, { target: { value: '' } });
    type(field, typed);
    expect(field.getAttribute('aria-invalid'), `while ${typed} is typed`).toBe('false');
    act(() => void fireEvent.blur(field));
    return document.getElementById('dob-fault')?.textContent ?? null;
  };

  it('A5: blur shows the fault of the date, at each age limit and in each spelling', async () => {
    await openStepTwo();
    for (const [typed, fault] of [
      ['1/1/199', 'Enter a valid date of birth.'],
      ['31/02/1990', 'Enter a valid date of birth.'],
      ['1990-02-31', 'Enter a valid date of birth.'],
      ['14/06/1925', 'Maximum age is 99.'],
      ['15/06/1925', 'Maximum age is 99.'],
      ['16/06/1925', null],
      ['15/06/1926', null],
      ['15/06/2007', null],
      ['16/06/2007', 'Minimum age is 18.'],
      ['27041994', null],
      ['1990-05-17', null],
      ['1/5/1990', null],
      ['29/02/2000', null],
      ['29/02/1900', 'Enter a valid date of birth.'],
      ['00/05/1990', 'Enter a valid date of birth.'],
      ['17/13/1990', 'Enter a valid date of birth.'],
      ['May 1990', 'Enter a valid date of birth.'],
      ['01/01/2050', 'Minimum age is 18.'],
      ['', null],
    ] as const)
      expect(blurWith(typed), typed).toBe(fault);
  });

  it('A5: ages count in South African days', async () => {
    vi.setSystemTime(new Date('2025-06-15T22:30:00Z'));
    await openStepTwo();
    expect(blurWith('16/06/2007')).toBeNull();
  });

  it('A5: a fault found on blur is announced beside its field; after a submit attempt the footer announces it', async () => {
    answerCalls();
    const announced = () => screen.queryAllByRole('alert').map((alert) => alert.textContent);
    await openStepTwo();
    expect(blurWith('27/04/199')).toBe('Enter a valid date of birth.');
    expect(announced()).toEqual(['Enter a valid date of birth.']);
    await submit();
    expect(document.getElementById('dob-fault')?.textContent).toBe('Enter a valid date of birth.');
    expect(announced()).toEqual([FORM.incomplete, '1 answer needs another look.']);
  });

  it('A5: the fault disappears as soon as the date is right', async () => {
    await openStepTwo();
    expect(blurWith('27/04/199')).toBe('Enter a valid date of birth.');
    type(fieldOf(DATE_OF_BIRTH), '4');
    expect(document.getElementById('dob-fault')).toBeNull();
  });

  it('A5: an empty date passes on blur and is required at submit', async () => {
    answerCalls();
    openFilledStepTwo(['dob']);
    expect(blurWith('')).toBeNull();
    await submit();
    expect(document.getElementById('dob-fault')?.textContent).toBe('Required.');
  });

  it.each([
    ['16062007', 'Minimum age is 18.'],
    ['31021990', 'Enter a valid date of birth.'],
  ])(
    'A4, A5: if only the date is wrong (%s), it is reported beside its field and counted as wrong, not missing',
    async (typed, fault) => {
      const calls = answerCalls();
      openFilledStepTwo(['dob']);
      type(fieldOf(DATE_OF_BIRTH), typed);
      await submit();
      expect(document.getElementById('dob-fault')?.textContent).toBe(fault);
      expect(inForm('1 answer needs another look.')).toBe(true);
      expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual([`Date of birth: ${fault}`]);
      expect(inForm(FORM.incomplete)).toBe(false);
      expect(document.body.textContent).not.toContain('missing');
      expect(document.activeElement).toBe(fieldOf(DATE_OF_BIRTH));
      expect(submitButton().disabled).toBe(true);
      expect(calls).toEqual([]);
    },
  );

  it('A4, A5: missing and wrong answers are reported, counted and linked separately', async () => {
    answerCalls();
    openFilledStepTwo(['surname', 'gender', 'dob']);
    type(fieldOf(DATE_OF_BIRTH), '16062007');
    await submit();
    const linksOf = (list: string) =>
      within(screen.getByLabelText(list))
        .getAllByRole('link')
        .map((link) => link.textContent);
    expect([FORM.incomplete, '2 answers are missing.', '1 answer needs another look.'].map(inForm)).toEqual([
      true,
      true,
      true,
    ]);
    expect(linksOf(FORM.missingList)).toEqual(['Surname', 'Gender']);
    expect(linksOf('1 answer needs another look.')).toEqual(['Date of birth: Minimum age is 18.']);
    type(fieldOf('Surname'), 'Dube');
    fireEvent.click(rowsOf('Gender').getByLabelText('Female'));
    expect(inForm(FORM.incomplete)).toBe(false);
    expect(inForm('1 answer needs another look.')).toBe(true);
  });

  it.each(['17/05/1990', '17051990', '1990-05-17', '17/5/1990'])(
    'A5: %s typed key by key is sent as 1990-05-17',
    async (typed) => {
      const calls = answerCalls(201);
      openFilledStepTwo(['dob']);
      type(fieldOf(DATE_OF_BIRTH), typed);
      await submit();
      expect(calls[0]?.body).toMatchObject({ account: { dob: '1990-05-17' } });
    },
  );

  it('A5: opens a numeric keypad', async () => {
    await openStepTwo();
    expect(fieldOf(DATE_OF_BIRTH).getAttribute('inputmode')).toBe('numeric');
  });
});

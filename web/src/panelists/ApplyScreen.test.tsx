// @vitest-environment jsdom
import { GOLDEN } from '@panel/domain/golden';
import { asksOf } from '@panel/domain/questionnaire/definition';
import { COMMON, FORM, httpStatusMessage, missingDid } from '@panel/domain/wording';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { eraseDrafts, keepDraft, readDraft } from '../questionnaire/drafts.ts';
import {
  answerCalls,
  fieldOf,
  fillIn,
  inForm,
  leaveCallsOpen,
  open,
  rowsOf,
  submit,
  submitButton,
  toast,
  type,
} from '../questionnaire/filling-in.testing.tsx';
import ApplyScreen, { fetchQuestions } from './ApplyScreen.tsx';

const { did: DID, definition, answers, payload } = GOLDEN.registration;
const QUERY = `?x-binu-did=${DID}&lang=en%20ZA`;
const TERMS = 'I have read and I accept the Terms and Conditions.';
const APPLIANCES = 'Which of these does your household have?';
const DATE_OF_BIRTH = 'Date of birth';

const openApply = () => open(`/apply${QUERY}`, <ApplyScreen />);
const proceedButton = () => screen.getByText<HTMLButtonElement>('Proceed', { selector: 'button' });

async function openForm() {
  const page = openApply();
  fireEvent.click(screen.getByLabelText(TERMS));
  await act(async () => fireEvent.click(proceedButton()));
  return page;
}
const fillForm = (except?: string[]) => fillIn(definition, answers, except);

// By the time somebody has read the terms.
beforeAll(async () => {
  await fetchQuestions();
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-06-15T10:00:00Z') });
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('A1: step 1', () => {
  it('A1: shows the terms, and Proceed is disabled until the box is ticked', () => {
    openApply();
    expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
    expect(document.body.textContent).toContain('One panel member per mobile number');
    const box = screen.getByRole('checkbox', { name: TERMS });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Proceed' }).disabled).toBe(true);
    fireEvent.click(box);
    expect(proceedButton().disabled).toBe(false);
    fireEvent.click(box);
    expect(proceedButton().disabled).toBe(true);
    expect(screen.queryByText(COMMON.submit)).toBeNull();
  });

  it('A1: nothing goes on without the tick, not even by the keyboard', () => {
    openApply();
    fireEvent.submit(document.querySelector('form') as HTMLFormElement);
    expect(screen.queryByText(COMMON.submit)).toBeNull();
  });

  it('A1: without a did the page says so and no form is shown', () => {
    const calls = answerCalls();
    open('/apply', <ApplyScreen />);
    expect(toast()).toBe(missingDid('Bua'));
    expect(document.querySelector('form')).toBeNull();
    expect(calls).toEqual([]);
  });
});

describe('A2: step 2', () => {
  it('A2: begins at the top, and asks everything in order', async () => {
    await openForm();
    expect(window.scrollTo).toHaveBeenLastCalledWith(0, 0);
    expect(Array.from(document.querySelectorAll('[id^="q-"]'), (question) => question.id.slice(2))).toEqual([
      ...['firstname', 'surname', 'gender', 'dob', 'ethnicity', 'first_language', 'second_language'],
      ...['province', 'settlement_type', 'personal_monthly_income', 'household_monthly_income'],
      ...['education_level', 'work_status', 'marital_status', 'shopping', 'parent_of_a_child_under_18'],
      ...['lsm_appliances', 'lsm_housing', 'lsm_domestic_workers', 'lsm_residential_area', 'lsm_city'],
      ...['kitchen_sink', 'flush_toilet', 'home_security', 'microwave', 'motor_car', 'sem_post_office'],
    ]);
  });

  it('A2: gender, ethnicity and first language are radios; a second language is No or a language', async () => {
    await openForm();
    for (const [label, rows] of [
      ['Gender', ['Male', 'Female']],
      ['Ethnicity', ['Black', 'White', 'Coloured', 'Indian/Asian', 'Other']],
    ] as const)
      expect(
        rowsOf(label)
          .getAllByRole('radio')
          .map((row) => row.closest('label')?.textContent),
      ).toEqual(rows);
    expect(rowsOf('First language').getAllByRole('radio')).toHaveLength(12);
    const second = Array.from((fieldOf('Second language') as HTMLSelectElement).options, (option) => option.text);
    expect(second.slice(0, 3)).toEqual([COMMON.chooseOne, 'No', 'Afrikaans']);
    expect(second).toHaveLength(14);
    expect(rowsOf(APPLIANCES).getAllByRole('checkbox')).toHaveLength(26);
  });
});

describe('A3, A4: what is required', () => {
  it('A3: the two boxes at the end are optional and travel as they stand', async () => {
    const calls = answerCalls(201);
    await openForm();
    fillForm(['opt_in_marketing_information']);
    fireEvent.click(screen.getByLabelText('I agree to communication from business partners.'));
    await submit();
    expect(calls[0]?.body).toMatchObject({
      profile: { opt_in_marketing_information: false, opt_in_receive_comms_from_partners: true },
    });
  });

  it('A4: every field is required from the first attempt on, and no sooner', async () => {
    const calls = answerCalls();
    await openForm();
    expect(screen.queryByText('Required.')).toBeNull();
    await submit();
    const required = asksOf(definition).filter((ask) => ask.required && ask.path !== null);
    expect(screen.getAllByText('Required.')).toHaveLength(required.length);
    expect(inForm(FORM.missing(27))).toBe(true);
    expect(submitButton().disabled).toBe(true);
    expect(document.activeElement).toBe(fieldOf('First name'));
    expect(fieldOf('First name').getAttribute('aria-describedby')).toBe('firstname-fault');
    expect(calls).toEqual([]);
    fillForm();
    expect(screen.queryByText('Required.')).toBeNull();
    expect(submitButton().disabled).toBe(false);
  });

  it('A4: a name of blanks alone is none', async () => {
    answerCalls();
    await openForm();
    fillForm(['surname']);
    type(fieldOf('Surname'), '   ');
    await submit();
    expect(screen.getAllByText('Required.')).toHaveLength(1);
    expect(document.activeElement).toBe(fieldOf('Surname'));
  });

  it('A4: None of these answers the appliance list, clears the others and sends an empty list', async () => {
    const calls = answerCalls(201);
    await openForm();
    fillForm();
    const isTicked = (row: string) => rowsOf(APPLIANCES).getByLabelText<HTMLInputElement>(row).checked;
    expect(isTicked('TV set')).toBe(true);
    fireEvent.click(rowsOf(APPLIANCES).getByLabelText('None of these'));
    expect(isTicked('TV set')).toBe(false);
    await submit();
    expect(calls[0]?.body).toMatchObject({ questionnaire_response: { lsm_appliances: [] } });
  });
});

describe('A5: the date of birth', () => {
  const blurWith = async (typed: string) => {
    await openForm();
    type(fieldOf(DATE_OF_BIRTH), typed);
    expect(fieldOf(DATE_OF_BIRTH).getAttribute('aria-invalid')).toBe('false');
    act(() => void fireEvent.blur(fieldOf(DATE_OF_BIRTH)));
    return document.getElementById('dob-fault')?.textContent ?? null;
  };

  it.each([
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
    ['', null],
  ])('A5: leaving the field with %j says %j', async (typed, fault) => {
    expect(await blurWith(typed)).toBe(fault);
  });

  it('A5: the day counts in South African time', async () => {
    vi.setSystemTime(new Date('2025-06-15T22:30:00Z'));
    expect(await blurWith('16/06/2007')).toBeNull();
  });

  it('A5: a fault found when the field is left is announced there; after an attempt the foot of the form announces', async () => {
    answerCalls();
    const announced = () => screen.queryAllByRole('alert').map((alert) => alert.textContent);
    expect(await blurWith('27/04/199')).toBe('Enter a valid date of birth.');
    expect(announced()).toEqual(['Enter a valid date of birth.']);
    await submit();
    expect(document.getElementById('dob-fault')?.textContent).toBe('Enter a valid date of birth.');
    expect(announced()).toEqual([FORM.incomplete]);
  });

  it('A5: the fault goes as soon as the date is right', async () => {
    expect(await blurWith('27/04/199')).toBe('Enter a valid date of birth.');
    type(fieldOf(DATE_OF_BIRTH), '4');
    expect(document.getElementById('dob-fault')).toBeNull();
  });

  it('A5: empty passes when left and fails Required at submit', async () => {
    answerCalls();
    expect(await blurWith('')).toBeNull();
    fillForm(['dob']);
    await submit();
    expect(document.getElementById('dob-fault')?.textContent).toBe('Required.');
  });

  it('A5: an under-age date keeps the form from being sent, and the footer says why', async () => {
    const calls = answerCalls();
    await openForm();
    fillForm(['dob']);
    type(fieldOf(DATE_OF_BIRTH), '16062007');
    await submit();
    expect(screen.getByRole('link', { name: 'Date of birth: Minimum age is 18.' })).toBeTruthy();
    expect(document.activeElement).toBe(fieldOf(DATE_OF_BIRTH));
    expect(calls).toEqual([]);
  });

  it.each(['17/05/1990', '17051990', '1990-05-17', '17/5/1990'])(
    'A5: %s typed key by key is sent as 1990-05-17',
    async (typed) => {
      const calls = answerCalls(201);
      await openForm();
      fillForm(['dob']);
      type(fieldOf(DATE_OF_BIRTH), typed);
      await submit();
      expect(calls[0]?.body).toMatchObject({ account: { dob: '1990-05-17' } });
    },
  );

  it('A5: opens a numeric keypad', async () => {
    await openForm();
    expect(fieldOf(DATE_OF_BIRTH).getAttribute('inputmode')).toBe('numeric');
  });
});

describe('A6, A7: sending', () => {
  it('A6: sends the golden payload, once, by POST to its path', async () => {
    const calls = answerCalls(201);
    await openForm();
    fillForm();
    await submit();
    expect(calls).toEqual([{ method: 'POST', path: '/api/v2/panelist/create', body: payload }]);
  });

  it('A7: says so and goes home, query kept', async () => {
    answerCalls(201);
    await openForm();
    fillForm();
    await submit();
    expect(toast()).toBe('Your application was submitted and accepted successfully.');
    expect(window.location.pathname).toBe('/');
    expect(window.location.search).toBe(QUERY);
  });

  it('A7: whoever went elsewhere meanwhile is not taken home', async () => {
    let answer = (_: Response) => {};
    vi.stubGlobal(
      'fetch',
      () =>
        new Promise<Response>((resolve) => {
          answer = resolve;
        }),
    );
    const page = await openForm();
    fillForm();
    await submit();
    page.unmount();
    window.history.replaceState(null, '', `/terms${QUERY}`);
    await act(async () => answer(new Response('true', { status: 201 })));
    expect(window.location.pathname).toBe('/terms');
    expect(localStorage.length).toBe(0);
  });
});

describe('A8: an error', () => {
  it.each([400, 404, 409, 422, 500, 503, 0])(
    'A8: status %i shows its message as toast and banner; Submit stays disabled',
    async (status) => {
      answerCalls(status, { status });
      await openForm();
      fillForm();
      await submit();
      const message = httpStatusMessage('Bua', status);
      expect(toast()).toBe(message);
      expect(inForm(message)).toBe(true);
      expect(submitButton().disabled).toBe(true);
    },
  );

  it('A8: Try again ends that state with every answer in place, and sends nothing by itself', async () => {
    answerCalls(500, {});
    await openForm();
    fillForm();
    await submit();
    const calls = answerCalls(201);
    const again = screen.getByRole('button', { name: 'Try again' });
    expect(document.activeElement).toBe(again);
    await act(async () => fireEvent.click(again));
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(inForm(httpStatusMessage('Bua', 500))).toBe(false);
    expect(submitButton().disabled).toBe(false);
    expect(document.activeElement).toBe(submitButton());
    expect(calls).toEqual([]);
    await submit();
    expect(calls[0]?.body).toEqual(payload);
  });

  it('A8: a refused payload says beneath the message what was wrong with it', async () => {
    answerCalls(400, { detail: 'Date of birth (account.dob): Minimum age is 18.' });
    await openForm();
    fillForm();
    await submit();
    expect(toast()).toBe('Sorry, We cannot process your request.');
    expect(inForm('Date of birth (account.dob): Minimum age is 18.')).toBe(true);
  });

  it('A8: no answer at all says that the answers are safe', async () => {
    answerCalls(0);
    await openForm();
    fillForm();
    await submit();
    expect(inForm(COMMON.offlineText)).toBe(true);
  });

  it('A8: while it is being sent, Submit is busy', async () => {
    leaveCallsOpen();
    await openForm();
    fillForm();
    await submit();
    expect(submitButton().getAttribute('aria-busy')).toBe('true');
  });
});

describe('A9: what was answered is kept on the device', () => {
  it('A9: as it is typed, half a date and half a name included, and found again after a reload', async () => {
    const page = await openForm();
    type(fieldOf('First name'), 'Nom');
    type(fieldOf(DATE_OF_BIRTH), '2704');
    fireEvent.click(rowsOf(APPLIANCES).getByLabelText('None of these'));
    page.unmount();
    openApply();
    expect(fieldOf('First name').value).toBe('Nom');
    expect(fieldOf(DATE_OF_BIRTH).value).toBe('27/04');
    expect(rowsOf(APPLIANCES).getByLabelText<HTMLInputElement>('None of these').checked).toBe(true);
    expect(screen.getByText(FORM.answered(3, 27))).toBeTruthy();
  });

  it('A9: a dead line loses nothing: the same payload goes out after a reload', async () => {
    answerCalls(0);
    const page = await openForm();
    fillForm();
    await submit();
    page.unmount();
    const calls = answerCalls(201);
    openApply();
    await submit();
    expect(calls[0]?.body).toEqual(payload);
  });

  it('A9: is erased on success', async () => {
    answerCalls(201);
    const page = await openForm();
    fillForm();
    expect(localStorage.length).toBe(1);
    await submit();
    expect(localStorage.length).toBe(0);
    page.unmount();
    openApply();
    expect(proceedButton()).toBeTruthy();
  });

  it('A9: is erased on delete', async () => {
    const page = await openForm();
    type(fieldOf('First name'), 'Nomvula');
    page.unmount();
    eraseDrafts(DID);
    openApply();
    expect(proceedButton()).toBeTruthy();
    expect(localStorage.length).toBe(0);
  });

  it('A9: Proceed in a second tab keeps what was answered in the first', async () => {
    const second = openApply();
    fireEvent.click(screen.getByLabelText(TERMS));
    keepDraft(DID, definition, { firstname: ['Nomvula'] });
    await act(async () => fireEvent.click(proceedButton()));
    expect(fieldOf('First name').value).toBe('Nomvula');
    expect(readDraft(DID, definition)).toEqual({ firstname: ['Nomvula'] });
    second.unmount();
  });

  it('A9: belongs to one panelist', async () => {
    const page = await openForm();
    type(fieldOf('First name'), 'Nomvula');
    page.unmount();
    open('/apply?x-binu-did=another-did', <ApplyScreen />);
    expect(proceedButton()).toBeTruthy();
  });
});

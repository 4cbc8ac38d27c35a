// @vitest-environment jsdom
import { appliances } from '@panel/domain/profiling/options/living-standard';
import { languages, secondLanguages } from '@panel/domain/profiling/options/person';
import { COMMON } from '@panel/domain/wording';
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerCalls, descriptionOf, fieldOf, rowsOf, submit, type } from '../questionnaire/form.testing.tsx';
import { APPLIANCES, openApply, openFilledStepTwo, openStepTwo } from './apply.testing.tsx';

describe('A1: step 1', () => {
  it('A1: the keyboard does not get past an unticked box either', () => {
    openApply();
    fireEvent.submit(document.querySelector('form') as HTMLFormElement);
    expect(screen.queryByText(COMMON.submit)).toBeNull();
  });
});

describe('A2: step 2', () => {
  it('A2: starts at the top and asks everything in order', async () => {
    await openStepTwo();
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
    await openStepTwo();
    for (const [label, rows] of [
      ['Gender', ['Male', 'Female']],
      ['Ethnicity', ['Black', 'White', 'Coloured', 'Indian/Asian', 'Other']],
    ] as const)
      expect(
        rowsOf(label)
          .getAllByRole('radio')
          .map((row) => row.closest('label')?.textContent),
      ).toEqual(rows);
    expect(rowsOf('First language').getAllByRole('radio')).toHaveLength(languages.length);
    const second = Array.from((fieldOf('Second language') as HTMLSelectElement).options, (option) => option.text);
    expect(second.slice(0, 3)).toEqual([COMMON.chooseOne, 'No', 'Afrikaans']);
    // The choice, and the list.
    expect(second).toHaveLength(1 + secondLanguages.length);
    // Every appliance, and none of them.
    expect(rowsOf(APPLIANCES).getAllByRole('checkbox')).toHaveLength(appliances.length + 1);
  });
});

describe('A3, A4: what is required', () => {
  it('A3: the two checkboxes at the end are optional and are sent as they are', async () => {
    const calls = answerCalls(201);
    openFilledStepTwo(['opt_in_marketing_information']);
    fireEvent.click(screen.getByLabelText('I agree to communication from business partners.'));
    await submit();
    expect(calls[0]?.body).toMatchObject({
      profile: { opt_in_marketing_information: false, opt_in_receive_comms_from_partners: true },
    });
  });

  it('A3: the two checkboxes are optional, and their hint says how to object later', async () => {
    await openStepTwo();
    const boxes = screen.getByLabelText('Send me marketing information and updates.').closest('fieldset');
    expect(descriptionOf(boxes)).toMatch(
      /^If you like\. You can object .* open Your data at the foot of the home page\.$/,
    );
  });

  it('A4: a name of spaces counts as missing', async () => {
    answerCalls();
    openFilledStepTwo(['surname']);
    type(fieldOf('Surname'), '   ');
    await submit();
    expect(screen.getAllByText('Required.')).toHaveLength(1);
    expect(document.activeElement).toBe(fieldOf('Surname'));
  });

  it('A4: None of these answers the appliance list, clears the others and sends an empty list', async () => {
    const calls = answerCalls(201);
    openFilledStepTwo();
    const isTicked = (row: string) => rowsOf(APPLIANCES).getByLabelText<HTMLInputElement>(row).checked;
    expect(isTicked('TV set')).toBe(true);
    fireEvent.click(rowsOf(APPLIANCES).getByLabelText('None of these'));
    expect(isTicked('TV set')).toBe(false);
    await submit();
    expect(calls[0]?.body).toMatchObject({ questionnaire_response: { lsm_appliances: [] } });
  });
});

// @vitest-environment jsdom
import { asksOf, sentAsksOf } from '@panel/domain/questionnaire/definition';
import { FORM, PROFILING_INTRO } from '@panel/domain/wording';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { answerCalls, descriptionOf, rowsOf, submit } from '../questionnaire/form.testing.tsx';
import {
  FORMS,
  fillForm,
  labelsOf,
  missingLabels,
  openFilledForm,
  openForm,
  QUARTERLY,
  requiredLabels,
  SECOND_ROUND,
  YEARLY,
} from './profiling.testing.tsx';

it.each(FORMS)('Q1, Q3, Q4: $survey asks its questions in order', (form) => {
  openForm(form);
  const asked = Array.from(document.querySelectorAll('[id^="q-"] > :first-child'), (label) => label.textContent);
  expect(asked).toEqual(sentAsksOf(form.golden.definition).map(({ question }) => question.label));
});

describe('Q1: the quarterly survey', () => {
  it('Q1: says what it is for, asks for honest answers, and says that there is NO reward', () => {
    openForm(QUARTERLY);
    const intro = screen.getByText(PROFILING_INTRO);
    for (const part of ['build your profile', 'honestly', 'NO reward']) expect(intro.textContent).toContain(part);
  });
});

describe('Q2: what the quarterly survey requires', () => {
  it('Q2: shows the red footer from the first submit attempt until the last group is answered', async () => {
    const calls = answerCalls();
    openForm(QUARTERLY);
    expect(screen.queryByText(FORM.incomplete)).toBeNull();
    await submit();
    expect(screen.getByText(FORM.incomplete).textContent).toBe(
      'You have not answered all the questions, please provide an answer to all the questions.',
    );
    expect(missingLabels()).toEqual(labelsOf(QUARTERLY));
    expect(screen.getAllByText('Required.')).toHaveLength(labelsOf(QUARTERLY).length);
    fillForm(QUARTERLY, ['transport']);
    expect(missingLabels()).toEqual(['How did you travel in the past month?']);
    expect(screen.getAllByText('Required.')).toHaveLength(1);
    fireEvent.click(rowsOf('How did you travel in the past month?').getByLabelText('Bus'));
    expect(screen.queryByText(FORM.incomplete)).toBeNull();
    expect(screen.queryByText('Required.')).toBeNull();
    expect(calls).toEqual([]);
  });

  it('Q2: a group is missing again when its last tick is removed', async () => {
    answerCalls();
    openFilledForm(QUARTERLY, ['rewards']);
    await submit();
    const programme = rowsOf('Which reward programmes do you use?').getByLabelText('FNB eBucks');
    fireEvent.click(programme);
    expect(screen.queryByText(FORM.incomplete)).toBeNull();
    fireEvent.click(programme);
    expect(missingLabels()).toEqual(['Which reward programmes do you use?']);
  });
});

describe('Q3: the second round', () => {
  it('Q3: a checkbox group always counts as answered; the rest is required', async () => {
    const calls = answerCalls();
    const empty = openForm(SECOND_ROUND);
    await submit();
    expect(missingLabels()).toEqual(requiredLabels(SECOND_ROUND));
    expect(screen.getAllByText('Required.')).toHaveLength(requiredLabels(SECOND_ROUND).length);
    expect(screen.getByText(FORM.incomplete)).toBeTruthy();
    empty.unmount();
    openFilledForm(SECOND_ROUND, ['lastmonthpurchase', 'financial_services', 'past_year']);
    await submit();
    expect(calls[0]?.body).toMatchObject({
      profiling: {
        lastmonthpurchase: Array(24).fill(false),
        financial_services: Array(9).fill(false),
        past_year: Array(7).fill(false),
      },
    });
  });
});

describe('Q4: the yearly survey', () => {
  it('Q4: has the terms, marketing and communications boxes, and sends none of them', async () => {
    const calls = answerCalls();
    openFilledForm(YEARLY);
    for (const name of [
      'I have read and I accept the Terms and Conditions.',
      'Send me marketing information and updates.',
      'I agree to communication from business partners.',
    ])
      fireEvent.click(screen.getByLabelText(name));
    await submit();
    expect(calls[0]?.body).toEqual(YEARLY.golden.payload);
  });

  it('Q4: a hint says that the three boxes are not sent', () => {
    openForm(YEARLY);
    const boxes = screen.getByLabelText('Send me marketing information and updates.').closest('fieldset');
    expect(boxes?.querySelectorAll('input')).toHaveLength(3);
    expect(descriptionOf(boxes)).toBe('These three boxes are not sent with this survey.');
  });

  it('Q4: an untouched appliance list is sent empty', async () => {
    const calls = answerCalls();
    openFilledForm(YEARLY, ['lsm_appliances']);
    await submit();
    expect(calls[0]?.body).toMatchObject({ questionnaire_response: { lsm_appliances: [] } });
  });
});

describe.each(FORMS)('missing answers of $survey', (form) => {
  it('Q9: scrolls to the first unanswered question and focuses it', async () => {
    answerCalls();
    const [, , third] = asksOf(form.golden.definition).filter((ask) => ask.required);
    const id = third?.question.id ?? '';
    openFilledForm(form, [id, 'shopping', 'cellular_network_2']);
    const scrolledTo = vi.fn();
    Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
      scrolledTo(this.id);
    };
    await submit();
    expect(scrolledTo.mock.calls).toEqual([[`q-${id}`]]);
    expect((document.activeElement as HTMLInputElement).name).toBe(id);
  });

  it('Q9: each link in the footer focuses its question', async () => {
    answerCalls();
    openForm(form);
    await submit();
    const last = requiredLabels(form).length - 1;
    const link = within(screen.getByLabelText(FORM.missingList)).getAllByRole('link')[last] as HTMLElement;
    fireEvent.click(link);
    const question = document.activeElement?.closest('[id^="q-"]');
    expect(question?.textContent).toContain(link.textContent);
    expect(window.location.hash).toBe('');
  });
});

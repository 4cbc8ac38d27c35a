// @vitest-environment jsdom
import { GOLDEN } from '@panel/domain/golden';
import type { Survey } from '@panel/domain/profiling/schedule';
import { asksOf } from '@panel/domain/questionnaire/definition';
import { FORM, httpStatusMessage, PROFILING } from '@panel/domain/wording';
import { act, fireEvent, screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { describe, expect, it, vi } from 'vitest';
import {
  answerCalls,
  choose,
  fieldOf,
  fillIn,
  inForm,
  leaveCallsOpen,
  open,
  rowsOf,
  submit,
  submitButton,
  toast,
} from '../questionnaire/filling-in.testing.tsx';
import QuarterlyScreen from './QuarterlyScreen.tsx';
import SecondRoundScreen from './SecondRoundScreen.tsx';
import YearlyScreen from './YearlyScreen.tsx';

type Form = {
  survey: Survey;
  Screen: ComponentType<{ did?: string }>;
  golden: (typeof GOLDEN)['quarterly' | 'secondRound' | 'yearly'];
};
const QUARTERLY: Form = { survey: 'quarterly', Screen: QuarterlyScreen, golden: GOLDEN.quarterly };
const SECOND_ROUND: Form = { survey: 'second-round', Screen: SecondRoundScreen, golden: GOLDEN.secondRound };
const YEARLY: Form = { survey: 'yearly', Screen: YearlyScreen, golden: GOLDEN.yearly };
const FORMS = [QUARTERLY, SECOND_ROUND, YEARLY];

const DID = GOLDEN.quarterly.did;
const openForm = ({ survey, Screen }: Form, query = '') =>
  open(`/profiling-${survey}/${DID}${query}`, <Screen did={DID} />);
const fillForm = ({ golden }: Form, except?: string[]) => fillIn(golden.definition, golden.answers, except);
const labels = (form: Form) => asksOf(form.golden.definition).map(({ question }) => question.label);
const required = (form: Form) =>
  asksOf(form.golden.definition).flatMap((ask) => (ask.required ? [ask.question.label] : []));
const isTicked = (label: string, row: string) => rowsOf(label).getByLabelText<HTMLInputElement>(row).checked;
const missing = () =>
  within(screen.getByLabelText(FORM.missingList))
    .getAllByRole('link')
    .map((link) => link.textContent);

describe('Q1: the quarterly survey', () => {
  it('Q1: says what it is for, that answers be honest, and that there is NO reward', () => {
    openForm(QUARTERLY);
    const intro = screen.getByText(PROFILING.quarterly.intro);
    for (const part of ['build your profile', 'honestly', 'NO reward']) expect(intro.textContent).toContain(part);
  });

  it('Q1: asks its ten groups in order, five of them tick lists', () => {
    openForm(QUARTERLY);
    const groups = screen.getAllByRole('group');
    expect(groups.map((group) => group.querySelector('legend')?.textContent)).toEqual([
      'What did you buy in the last month?',
      'Work status',
      'What kind of place do you live in?',
      'Who owns the house you live in?',
      'How involved are you in the grocery shopping?',
      'Do you own a vehicle?',
      'Which of these financial services do you use?',
      'How did you travel in the past month?',
      'Which reward programmes do you use?',
      'Which other loyalty programmes do you use?',
    ]);
    const lists = groups.filter((group) => group.querySelector('[type=checkbox]'));
    expect(lists.map((group) => groups.indexOf(group))).toEqual([0, 6, 7, 8, 9]);
  });
});

describe('Q2: what the quarterly survey requires', () => {
  it('Q2: shows the red footer from the first attempt until the last group is answered', async () => {
    const calls = answerCalls();
    openForm(QUARTERLY);
    expect(screen.queryByText(FORM.incomplete)).toBeNull();
    await submit();
    expect(screen.getByText(FORM.incomplete).textContent).toBe(
      'You have not answered all the questions, please provide an answer to all the questions.',
    );
    expect(missing()).toEqual(labels(QUARTERLY));
    expect(screen.getAllByText('Required.')).toHaveLength(10);
    fillForm(QUARTERLY, ['transport']);
    expect(missing()).toEqual(['How did you travel in the past month?']);
    expect(screen.getAllByText('Required.')).toHaveLength(1);
    fireEvent.click(rowsOf('How did you travel in the past month?').getByLabelText('Bus'));
    expect(screen.queryByText(FORM.incomplete)).toBeNull();
    expect(screen.queryByText('Required.')).toBeNull();
    expect(calls).toEqual([]);
  });

  it('Q2: a group whose last tick is taken back is missing again', async () => {
    answerCalls();
    openForm(QUARTERLY);
    fillForm(QUARTERLY, ['rewards']);
    await submit();
    const bus = rowsOf('Which reward programmes do you use?').getByLabelText('FNB eBucks');
    fireEvent.click(bus);
    expect(screen.queryByText(FORM.incomplete)).toBeNull();
    fireEvent.click(bus);
    expect(missing()).toEqual(['Which reward programmes do you use?']);
  });
});

describe('Q3: the second round', () => {
  it('Q3: asks its nine questions in order', () => {
    openForm(SECOND_ROUND);
    expect(Array.from(document.querySelectorAll('[id^="q-"] > :first-child'), (words) => words.textContent)).toEqual([
      'What is your nationality?',
      'Which city or town is closest to you?',
      'What did you buy in the last month?',
      'Who owns the house you live in?',
      'Do you own a vehicle?',
      'Which mobile network do you use?',
      'Which network is your 2nd sim card on?',
      'Which of these financial services do you use?',
      'Which of these happened to you in the past year?',
    ]);
  });

  it('Q3: a tick list always counts as answered; the rest is required', async () => {
    const calls = answerCalls();
    openForm(SECOND_ROUND);
    await submit();
    expect(missing()).toEqual(required(SECOND_ROUND));
    expect(missing()).toHaveLength(6);
    expect(screen.getAllByText('Required.')).toHaveLength(6);
    expect(screen.getByText(FORM.incomplete)).toBeTruthy();
    fillForm(SECOND_ROUND, ['lastmonthpurchase', 'financial_services', 'past_year']);
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
  it('Q4: requires everything but the appliances and the three boxes at its end', async () => {
    answerCalls();
    openForm(YEARLY);
    await submit();
    expect(missing()).toEqual(required(YEARLY));
    expect(missing()).toHaveLength(23);
    expect(missing()).not.toContain('Which of these does your household have?');
  });

  it('Q4: holds the terms, marketing and communications boxes, and sends none of them', async () => {
    const calls = answerCalls();
    openForm(YEARLY);
    fillForm(YEARLY);
    for (const name of [
      'I have read and I accept the Terms and Conditions.',
      'Send me marketing information and updates.',
      'I agree to communication from business partners.',
    ])
      fireEvent.click(screen.getByRole('checkbox', { name }));
    await submit();
    expect(calls[0]?.body).toEqual(YEARLY.golden.payload);
  });

  it('Q4: an appliance list left alone is sent empty', async () => {
    const calls = answerCalls();
    openForm(YEARLY);
    fillForm(YEARLY, ['lsm_appliances']);
    await submit();
    expect(calls[0]?.body).toMatchObject({ questionnaire_response: { lsm_appliances: [] } });
  });
});

describe.each(FORMS)('every profiling form: $survey', (form) => {
  it('Q5: starts empty, and asks for nothing before the first attempt', () => {
    openForm(form);
    expect(document.querySelectorAll(':checked:not(option)')).toHaveLength(0);
    for (const field of document.querySelectorAll<HTMLSelectElement>('select')) expect(field.value).toBe('');
    expect(screen.queryByText('Required.')).toBeNull();
    expect(submitButton().disabled).toBe(false);
    expect(screen.getByText(FORM.answered(0, required(form).length))).toBeTruthy();
  });

  it('Q5: Submit is disabled while something is missing, from the first attempt on', async () => {
    answerCalls();
    openForm(form);
    await submit();
    expect(submitButton().disabled).toBe(true);
    fillForm(form);
    expect(submitButton().disabled).toBe(false);
    expect(screen.getByText(FORM.answered(required(form).length, required(form).length))).toBeTruthy();
  });

  it('Q5: Submit is disabled while the answers are on their way', async () => {
    leaveCallsOpen();
    openForm(form);
    fillForm(form);
    await submit();
    expect(submitButton().disabled).toBe(true);
    expect(submitButton().getAttribute('aria-busy')).toBe('true');
  });

  it('Q6: sends the golden payload, once, by PUT to its path', async () => {
    const calls = answerCalls();
    openForm(form);
    fillForm(form);
    await submit();
    expect(calls).toEqual([
      { method: 'PUT', path: `/api/v2/research/profiling/${form.survey}`, body: form.golden.payload },
    ]);
  });

  it('Q7: says so and goes on to the result page, query kept', async () => {
    answerCalls();
    openForm(form, '?a=1&b=%20x');
    fillForm(form);
    await submit();
    const name = form.survey === 'second-round' ? 'second round' : form.survey;
    expect(toast()).toBe(`You have successfully completed the profiling ${name} survey`);
    expect(window.location.pathname).toBe('/redirect-page/profiling-survey-updated');
    expect(window.location.search).toBe('?a=1&b=%20x');
  });

  it('Q8: a 400 shows its detail as toast and banner, and Submit works again', async () => {
    answerCalls(400, { status: 400, detail: 'Work status (profiling.work_status): Required.' });
    openForm(form);
    fillForm(form);
    await submit();
    expect(toast()).toBe('Work status (profiling.work_status): Required.');
    expect(inForm('Work status (profiling.work_status): Required.')).toBe(true);
    expect(submitButton().disabled).toBe(false);
    const calls = answerCalls();
    await submit();
    expect(calls).toHaveLength(1);
  });

  it.each([404, 409, 422, 500, 503, 0])('Q8: status %i shows its message as toast and banner', async (status) => {
    answerCalls(status, { status, detail: 'Not for the panelist.' });
    openForm(form);
    fillForm(form);
    await submit();
    const message = httpStatusMessage('Bua', status);
    expect(toast()).toBe(message);
    expect(inForm(message)).toBe(true);
    expect(document.body.textContent).not.toContain('Not for the panelist.');
    expect(submitButton().disabled).toBe(false);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(window.location.pathname).toBe(`/profiling-${form.survey}/${DID}`);
  });

  it('Q9: scrolls to the first question without an answer and puts the focus in it', async () => {
    answerCalls();
    openForm(form);
    const [, , third] = asksOf(form.golden.definition).filter((ask) => ask.required);
    const id = third?.question.id ?? '';
    fillForm(form, [id, 'shopping', 'cellular_network_2']);
    const scrolledTo = vi.fn();
    Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
      scrolledTo(this.id);
    };
    await submit();
    expect(scrolledTo.mock.calls).toEqual([[`q-${id}`]]);
    expect((document.activeElement as HTMLInputElement).name).toBe(id);
  });

  it('Q9: each line of the footer leads to its question', async () => {
    answerCalls();
    openForm(form);
    await submit();
    const last = required(form).length - 1;
    const link = screen.getAllByRole('link')[last] as HTMLElement;
    fireEvent.click(link);
    const question = document.activeElement?.closest('[id^="q-"]');
    expect(question?.textContent).toContain(link.textContent);
    expect(window.location.hash).toBe('');
  });

  it('Q10: what was answered is there again after a reload, and gone once it was sent', async () => {
    const calls = answerCalls(0);
    const before = openForm(form);
    fillForm(form);
    await submit();
    before.unmount();
    answerCalls();
    const after = openForm(form);
    expect(screen.getByText(FORM.answered(required(form).length, required(form).length))).toBeTruthy();
    const sent = answerCalls();
    await submit();
    expect(sent[0]?.body).toEqual(form.golden.payload);
    expect(calls[0]?.body).toEqual(form.golden.payload);
    after.unmount();
    openForm(form);
    expect(screen.getByText(FORM.answered(0, required(form).length))).toBeTruthy();
    expect(localStorage.length).toBe(0);
  });
});

describe('tick lists', () => {
  const PURCHASES = 'What did you buy in the last month?';

  it('Q6: None of the above clears the other ticks, and any tick clears it', () => {
    openForm(QUARTERLY);
    const tap = (row: string) => fireEvent.click(rowsOf(PURCHASES).getByLabelText(row));
    tap('Bread');
    tap('Pet food');
    tap('None of the above');
    expect([isTicked(PURCHASES, 'Bread'), isTicked(PURCHASES, 'Pet food')]).toEqual([false, false]);
    expect(isTicked(PURCHASES, 'None of the above')).toBe(true);
    tap('Bread');
    expect(isTicked(PURCHASES, 'None of the above')).toBe(false);
    expect(isTicked(PURCHASES, 'Bread')).toBe(true);
  });

  it('Q1: a long list can be searched; None of the above stays, and what is ticked stays ticked', () => {
    openForm(QUARTERLY);
    const rows = rowsOf(PURCHASES);
    const isShown = (row: string) => !rows.getByLabelText(row).closest('[hidden]');
    const find = (wanted: string) => fireEvent.input(rows.getByRole('searchbox'), { target: { value: wanted } });
    expect(rows.getByText('23 to choose from')).toBeTruthy();
    fireEvent.click(rows.getByLabelText('Bread'));
    expect(rows.getByText('1 ticked')).toBeTruthy();
    find('PET');
    expect(rows.getByText('1 found')).toBeTruthy();
    expect([isShown('Pet food'), isShown('Bread'), isShown('None of the above')]).toEqual([true, false, true]);
    find('zzz');
    expect(rows.getByText(FORM.nothingFound)).toBeTruthy();
    find('');
    expect(isTicked(PURCHASES, 'Bread')).toBe(true);
    expect(rowsOf('Which reward programmes do you use?').queryByRole('searchbox')).toBeNull();
    const loyalty = rowsOf('Which other loyalty programmes do you use?');
    fireEvent.input(loyalty.getByRole('searchbox'), { target: { value: ' caffe' } });
    expect(loyalty.getByLabelText('Vida e Caffè').closest('[hidden]')).toBeNull();
    expect(loyalty.getByText('1 found')).toBeTruthy();
  });

  it('Q1: Enter in the search box does not send the form', async () => {
    openForm(QUARTERLY);
    const box = rowsOf(PURCHASES).getByRole('searchbox');
    expect(fireEvent.keyDown(box, { key: 'Enter' })).toBe(false);
  });
});

it('Q10: a form left half-filled keeps every kind of field, for this panelist alone', () => {
  const first = openForm(SECOND_ROUND);
  choose('What is your nationality?', 'Lesotho');
  fireEvent.click(rowsOf('Do you own a vehicle?').getByLabelText('No'));
  fireEvent.click(rowsOf('What did you buy in the last month?').getByLabelText('Pet food'));
  first.unmount();
  const second = openForm(SECOND_ROUND);
  expect(fieldOf('What is your nationality?').value).toBe('lesotho');
  expect(isTicked('Do you own a vehicle?', 'No')).toBe(true);
  expect(isTicked('What did you buy in the last month?', 'Pet food')).toBe(true);
  second.unmount();
  open('/profiling-second-round/another-did', <SecondRoundScreen did="another-did" />);
  expect(fieldOf('What is your nationality?').value).toBe('');
});

it('Q10: a device that keeps nothing still lets the form be sent', async () => {
  const refuse = () => {
    throw new DOMException('QuotaExceededError');
  };
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
  const calls = answerCalls();
  openForm(QUARTERLY);
  fillForm(QUARTERLY);
  await submit();
  vi.restoreAllMocks();
  expect(calls[0]?.body).toEqual(GOLDEN.quarterly.payload);
});

it('Q5: a second press of Submit while the first is under way sends nothing', async () => {
  const calls: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    calls.push(path);
    return new Promise(() => {});
  });
  openForm(QUARTERLY);
  fillForm(QUARTERLY);
  const form = document.querySelector('form') as HTMLFormElement;
  await act(async () => {
    fireEvent.submit(form);
    fireEvent.submit(form);
  });
  expect(calls).toHaveLength(1);
});

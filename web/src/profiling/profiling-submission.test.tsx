// @vitest-environment jsdom
import { FORM, httpStatusMessage } from '@panel/domain/wording';
import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import {
  answerCalls,
  inForm,
  leaveCallsUnanswered,
  submit,
  submitButton,
  toast,
} from '../questionnaire/form.testing.tsx';
import {
  FORMS,
  fillForm,
  openFilledForm,
  openForm,
  PANELIST,
  QUARTERLY,
  requiredLabels,
} from './profiling.testing.tsx';

describe.each(FORMS)('every profiling form: $survey', (form) => {
  it('Q5: starts empty and shows no faults before the first submit attempt', () => {
    openForm(form);
    expect(document.querySelectorAll(':checked:not(option)')).toHaveLength(0);
    for (const field of document.querySelectorAll<HTMLSelectElement>('select')) expect(field.value).toBe('');
    expect(screen.queryByText('Required.')).toBeNull();
    expect(submitButton().disabled).toBe(false);
    expect(screen.getByText(FORM.answered(0, requiredLabels(form).length))).toBeTruthy();
  });

  it('Q5: Submit is disabled while an answer is missing, from the first attempt on', async () => {
    answerCalls();
    openForm(form);
    await submit();
    expect(submitButton().disabled).toBe(true);
    fillForm(form);
    expect(submitButton().disabled).toBe(false);
    expect(screen.getByText(FORM.answered(requiredLabels(form).length, requiredLabels(form).length))).toBeTruthy();
  });

  it('Q5: Submit is disabled while the form is being sent', async () => {
    leaveCallsUnanswered();
    openFilledForm(form);
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

  it('Q7: shows a toast, opens the result page and keeps the query', async () => {
    answerCalls();
    openFilledForm(form, [], '?a=1&b=%20x');
    await submit();
    const name = form.survey === 'second-round' ? 'second round' : form.survey;
    expect(toast()).toBe(`You have successfully completed the profiling ${name} survey`);
    expect(window.location.pathname).toBe('/redirect-page/profiling-survey-updated');
    expect(window.location.search).toBe('?a=1&b=%20x');
  });

  it('Q8: a 400 shows its detail as toast and banner, and Submit works again', async () => {
    answerCalls(400, { status: 400, detail: 'Work status (profiling.work_status): Required.' });
    openFilledForm(form);
    await submit();
    expect(toast()).toBe('Work status (profiling.work_status): Required.');
    expect(inForm('Work status (profiling.work_status): Required.')).toBe(true);
    expect(submitButton().disabled).toBe(false);
    const calls = answerCalls();
    await submit();
    expect(calls).toHaveLength(1);
  });

  it('Q8: every other status shows its message as toast and banner, and Submit works again', async () => {
    openFilledForm(form);
    for (const status of [404, 409, 422, 500, 503, 0]) {
      const calls = answerCalls(status, { status, detail: 'Not for the panelist.' });
      await submit();
      const message = httpStatusMessage('Bua', status);
      expect(calls, `status ${status}`).toHaveLength(1);
      expect(toast(), `status ${status}`).toBe(message);
      expect(inForm(message), `status ${status}`).toBe(true);
      expect(document.body.textContent).not.toContain('Not for the panelist.');
      expect(submitButton().disabled).toBe(false);
      expect(screen.queryByText('Try again')).toBeNull();
      expect(window.location.pathname).toBe(`/profiling-${form.survey}/${PANELIST}`);
    }
  });
});

it('Q8: a refusal because the did is unregistered offers to sign up, with the did in its address', async () => {
  openFilledForm(QUARTERLY, [], '?a=1');
  answerCalls(500, {});
  await submit();
  expect(screen.queryByText('Sign Up')).toBeNull();
  answerCalls(404, {});
  await submit();
  expect(screen.getByText('Sign Up').getAttribute('href')).toBe(`/apply?a=1&x-binu-did=${PANELIST}`);
});

it('Q5: a second Submit before the first is answered sends nothing', async () => {
  const calls: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    calls.push(path);
    return new Promise(() => {});
  });
  openFilledForm(QUARTERLY);
  const form = document.querySelector('form') as HTMLFormElement;
  await act(async () => {
    fireEvent.submit(form);
    fireEvent.submit(form);
  });
  expect(calls).toHaveLength(1);
});

// @vitest-environment jsdom
import { COMMON, httpStatusMessage } from '@panel/domain/wording';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import {
  answerCalls,
  expectBusy,
  inForm,
  leaveCallsUnanswered,
  submit,
  submitButton,
  toast,
} from '../questionnaire/form.testing.tsx';
import { APPLY_QUERY, openFilledStepTwo } from './apply.testing.tsx';

describe('A7: sending', () => {
  it('A7: does not navigate if the panelist has gone elsewhere', async () => {
    let answer = (_: Response) => {};
    vi.stubGlobal(
      'fetch',
      () =>
        new Promise<Response>((resolve) => {
          answer = resolve;
        }),
    );
    const page = openFilledStepTwo();
    await submit();
    page.unmount();
    window.history.replaceState(null, '', `/terms${APPLY_QUERY}`);
    await act(async () => answer(new Response('true', { status: 201 })));
    expect(window.location.pathname).toBe('/terms');
    expect(localStorage.length).toBe(0);
  });
});

describe('A8: an error', () => {
  it('A8: every status shows its message as toast and banner; Submit stays busy and disabled until Try again', async () => {
    openFilledStepTwo();
    for (const status of [400, 404, 409, 422, 500, 503, 0]) {
      answerCalls(status, { status });
      await submit();
      const message = httpStatusMessage('Bua', status);
      expect(toast(), `status ${status}`).toBe(message);
      expect(inForm(message), `status ${status}`).toBe(true);
      expectBusy(submitButton());
      // A visitor who is signing up isn't sent to the sign-up.
      expect(screen.queryByText('Sign Up'), `status ${status}`).toBeNull();
      // A visitor who is already a member, as after a lost response, gets a link home.
      const home = within(screen.getByRole('main')).queryAllByRole('link', { name: 'Go back!' });
      expect(home.length > 0, `status ${status}`).toBe(status === 409);
      fireEvent.click(screen.getByText('Try again'));
    }
  });

  it('A8: a 400 shows its detail beneath the message', async () => {
    answerCalls(400, { detail: 'Date of birth (account.dob): Minimum age is 18.' });
    openFilledStepTwo();
    await submit();
    expect(toast()).toBe('Sorry, We cannot process your request.');
    expect(inForm('Date of birth (account.dob): Minimum age is 18.')).toBe(true);
  });

  it('A8: without a connection it says that the answers are safe', async () => {
    answerCalls(0);
    openFilledStepTwo();
    await submit();
    expect(inForm(COMMON.offlineText)).toBe(true);
  });

  it('A8: Submit is busy while the form is being sent', async () => {
    leaveCallsUnanswered();
    openFilledStepTwo();
    await submit();
    expectBusy(submitButton());
  });
});

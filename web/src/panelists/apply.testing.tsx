/* Opens the application form, in June 2025, with the code of its second step loaded. */
import { GOLDEN } from '@panel/domain/golden';
import { TERMS as TERMS_TODAY } from '@panel/domain/panelists/rules';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { openScreen, saveAnswers } from '../questionnaire/form.testing.tsx';
import ApplyScreen, { loadQuestions } from './ApplyScreen.tsx';

export const { did: APPLICANT, definition } = GOLDEN.registration;
const queryOf = (did: string) => `?x-binu-did=${did}&lang=en%20ZA`;
export const APPLY_QUERY = queryOf(APPLICANT);
export const TERMS = 'I have read and I accept the Terms and Conditions.';
export const APPLIANCES = 'Which of these does your household have?';
export const DATE_OF_BIRTH = 'Date of birth';

export const openApply = (did = APPLICANT) => openScreen(`/apply${queryOf(did)}`, <ApplyScreen did={did} />);
export const proceedButton = () => screen.getByText<HTMLButtonElement>('Proceed', { selector: 'button' });

export async function openStepTwo() {
  const page = openApply();
  fireEvent.click(screen.getByLabelText(TERMS));
  await act(async () => fireEvent.click(proceedButton()));
  return page;
}
/** Opens step 2 with its questions answered, except those in `except`. */
export function openFilledStepTwo(except?: string[]) {
  saveAnswers(APPLICANT, definition, GOLDEN.registration.answers, except, { terms: [TERMS_TODAY.revised] });
  return openApply();
}

beforeAll(async () => {
  await loadQuestions();
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-06-15T10:00:00Z') });
});
afterEach(() => {
  vi.restoreAllMocks();
});

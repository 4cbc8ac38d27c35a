/* Opens the application form, in June 2025, with the code of its second step loaded. */
import { GOLDEN } from '@panel/domain/golden';
import { TERMS as TERMS_TODAY } from '@panel/domain/panelists/rules';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { fillIn, openScreen, saveAnswers } from '../questionnaire/form.testing.tsx';
import ApplyScreen, { loadQuestions } from './ApplyScreen.tsx';

export const { did: DID, definition, payload } = GOLDEN.registration;
const queryOf = (did: string) => `?x-binu-did=${did}&lang=en%20ZA`;
export const QUERY = queryOf(DID);
export const TERMS = 'I have read and I accept the Terms and Conditions.';
export const APPLIANCES = 'Which of these does your household have?';
export const DATE_OF_BIRTH = 'Date of birth';

export const openApply = (did = DID) => openScreen(`/apply${queryOf(did)}`, <ApplyScreen did={did} />);
export const proceedButton = () => screen.getByText<HTMLButtonElement>('Proceed', { selector: 'button' });

export async function openForm() {
  const page = openApply();
  fireEvent.click(screen.getByLabelText(TERMS));
  await act(async () => fireEvent.click(proceedButton()));
  return page;
}
export const fillForm = (except?: string[]) => fillIn(definition, GOLDEN.registration.answers, except);
/** Opens step 2 with its questions answered, except those in `except`. */
export function openFilledForm(except?: string[]) {
  saveAnswers(DID, definition, GOLDEN.registration.answers, except, { terms: [TERMS_TODAY.revised] });
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

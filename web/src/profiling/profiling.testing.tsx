/* Opens and fills in the three profiling forms. */
import { GOLDEN } from '@panel/domain/golden';
import type { ProfilingSurvey } from '@panel/domain/profiling/surveys';
import { asksOf } from '@panel/domain/questionnaire/definition';
import { FORM } from '@panel/domain/wording';
import { screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { fillIn, openScreen, saveAnswers } from '../questionnaire/form.testing.tsx';
import QuarterlyScreen from './QuarterlyScreen.tsx';
import SecondRoundScreen from './SecondRoundScreen.tsx';
import YearlyScreen from './YearlyScreen.tsx';

type Form = {
  survey: ProfilingSurvey;
  Screen: ComponentType<{ did: string }>;
  golden: (typeof GOLDEN)['quarterly' | 'secondRound' | 'yearly'];
};
export const QUARTERLY: Form = { survey: 'quarterly', Screen: QuarterlyScreen, golden: GOLDEN.quarterly };
export const SECOND_ROUND: Form = { survey: 'second-round', Screen: SecondRoundScreen, golden: GOLDEN.secondRound };
export const YEARLY: Form = { survey: 'yearly', Screen: YearlyScreen, golden: GOLDEN.yearly };
export const FORMS = [QUARTERLY, SECOND_ROUND, YEARLY];

export const PANELIST = GOLDEN.quarterly.did;
export const openForm = ({ survey, Screen }: Form, query = '', did = PANELIST) =>
  openScreen(`/profiling-${survey}/${did}${query}`, <Screen did={did} />);
export const fillForm = ({ golden }: Form, except?: string[]) => fillIn(golden.definition, golden.answers, except);
/** Opens a form with its questions answered, except those in `except`. */
export function openFilledForm(form: Form, except?: string[], query?: string) {
  saveAnswers(PANELIST, form.golden.definition, form.golden.answers, except);
  return openForm(form, query);
}

export const labelsOf = (form: Form) => asksOf(form.golden.definition).map(({ question }) => question.label);
export const requiredLabels = (form: Form) =>
  asksOf(form.golden.definition).flatMap((ask) => (ask.required ? [ask.question.label] : []));

/** The questions that the footer lists as missing. */
export const missingLabels = () =>
  within(screen.getByLabelText(FORM.missingList))
    .getAllByRole('link')
    .map((link) => link.textContent);

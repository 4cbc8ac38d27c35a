/** Fills in a form from its definition, by labels and options. A new question needs no code here. */
import {
  type Answer,
  type Answers,
  type Ask,
  asksOf,
  type Questionnaire,
} from '@panel/domain/questionnaire/definition';
import type { Locator, Page } from 'playwright-core';

const labelOf = (ask: Ask, code: string): string => {
  const { question } = ask;
  const option = 'options' in question ? question.options.find((one) => one.code === code) : undefined;
  if (!option) throw new Error(`${question.id} has no option ${code}`);
  return option.label;
};

/** The element that contains a question: its fieldset, or the field itself. */
export const fieldset = (page: Page, label: string): Locator => page.getByRole('group', { name: label, exact: true });

export async function answer(page: Page, ask: Ask, value: Answer): Promise<void> {
  const { question } = ask;
  switch (question.kind) {
    case 'text':
    case 'date':
      return page.getByLabel(question.label, { exact: true }).fill(String(value));
    case 'yesNo':
      return fieldset(page, question.label)
        .getByRole('radio', { name: value ? 'Yes' : 'No', exact: true })
        .check();
    case 'one': {
      const label = labelOf(ask, String(value));
      if (question.shown === 'radio')
        return fieldset(page, question.label).getByRole('radio', { name: label, exact: true }).check();
      await page.getByLabel(question.label, { exact: true }).selectOption({ label });
      return;
    }
    case 'many': {
      const group = fieldset(page, question.label);
      const codes = value as readonly string[];
      const labels =
        codes.length === 0 && question.noneOfThese ? [question.noneOfThese] : codes.map((code) => labelOf(ask, code));
      for (const label of labels) await group.getByRole('checkbox', { name: label, exact: true }).check();
      return;
    }
    case 'tick':
      return page.getByRole('checkbox', { name: question.label, exact: true }).setChecked(value === true);
  }
}

/** Answers every question that has an answer here, except those left out. */
export async function fillIn(
  page: Page,
  definition: Questionnaire,
  answers: Answers,
  leaveOut: readonly string[] = [],
): Promise<void> {
  for (const ask of asksOf(definition)) {
    const value = answers[ask.question.id];
    if (value !== undefined && !leaveOut.includes(ask.question.id)) await answer(page, ask, value);
  }
}

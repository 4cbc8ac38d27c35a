import { type Ask, asksOf } from '@panel/domain/questionnaire/definition';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { newDid, useBrowser } from '../browser.ts';
import { answer, fillIn } from '../fill.ts';
import {
  apply,
  banner,
  descriptionOf,
  hasFocusInSight,
  openForm,
  quarterly,
  questionOf,
  secondRound,
  sentTo,
  submitButton,
  yearly,
} from '../forms.ts';

const open = useBrowser();
const INCOMPLETE = 'You have not answered all the questions, please provide an answer to all the questions.';

/** What the device keeps of the forms on it, by key. */
const keptDrafts = (page: Page): Promise<[string, string][]> =>
  page.evaluate(() => Object.entries(window.localStorage).filter(([key]) => key.startsWith('draft:')));

/** Nobody can take back a radio: the form is loaded anew, with all that was kept but this one answer. */
async function reloadWithout(page: Page, kept: [string, string][], { question }: Ask): Promise<void> {
  const lacking = kept.map(([key, draft]) => {
    const { [question.id]: _, ...rest } = JSON.parse(draft);
    return [key, JSON.stringify(rest)] as const;
  });
  await page.evaluate((drafts) => {
    for (const [key, draft] of drafts) window.localStorage.setItem(key, draft);
  }, lacking);
  await page.reload();
}

const links = (page: Page) =>
  page.getByRole('list', { name: 'Questions without an answer', exact: true }).getByRole('link');

const DUE = {
  'A4, Q9: sign-up': { form: apply, due: 27 },
  'Q3, Q5, Q9: second round': { form: secondRound, due: 6 },
  'Q2, Q5, Q9: quarterly': { form: quarterly, due: 10 },
  'Q4, Q5, Q9: yearly': { form: yearly, due: 23 },
};

describe('required answers', () => {
  for (const [name, { form, due }] of Object.entries(DUE)) {
    const required = asksOf(form.definition).filter((ask) => ask.required && ask.question.id !== 'terms');

    it(`${name}: each of the ${due} keeps the form from being sent when it alone is missing`, async () => {
      expect(required).toHaveLength(due);
      const page = await open();
      const sent = sentTo(page, form.path);
      await openForm(page, form, newDid());
      await fillIn(page, form.definition, form.answers);
      const kept = await keptDrafts(page);
      for (const ask of required) {
        await reloadWithout(page, kept, ask);
        await submitButton(page).click();
        await banner(page, INCOMPLETE).waitFor();
        expect(await links(page).allInnerTexts()).toEqual([ask.question.label]);
        expect(await page.locator('form').getByText('Required.', { exact: true }).count(), ask.question.id).toBe(1);
        const question = questionOf(page, ask);
        expect(await descriptionOf(question)).toContain('Required.');
        expect(await hasFocusInSight(question), `${ask.question.id} has the focus`).toBe(true);
        expect(await submitButton(page).isDisabled()).toBe(true);
      }
      const last = required.at(-1) as Ask;
      await answer(page, last, form.answers[last.question.id] ?? '');
      await banner(page, INCOMPLETE).waitFor({ state: 'detached' });
      expect(await submitButton(page).isEnabled()).toBe(true);
      expect(sent).toEqual([]);
    });

    it(`${name}: an empty form goes to its first question, names all ${due}, and each name leads to its question`, async () => {
      const page = await open();
      await openForm(page, form, newDid());
      expect(await page.locator('form :checked:not(option)').count()).toBe(0);
      expect(await page.getByText('Required.', { exact: true }).count()).toBe(0);
      await submitButton(page).click();
      await banner(page, INCOMPLETE).waitFor();
      expect(await hasFocusInSight(questionOf(page, required[0] as Ask))).toBe(true);
      await page.getByText(`${due} answers are missing.`, { exact: true }).waitFor();
      expect(await links(page).allInnerTexts()).toEqual(required.map((ask) => ask.question.label));
      for (const ask of required) {
        await links(page).filter({ hasText: ask.question.label }).first().click();
        expect(await hasFocusInSight(questionOf(page, ask)), `the link to ${ask.question.id}`).toBe(true);
      }
    });
  }
});

import { describe, it } from 'vitest';
import { expectAccessible, newDid, script, useBrowser } from '../browser.ts';
import { fillIn } from '../fill.ts';
import {
  apply,
  dateOfBirth,
  expectFailure,
  type Form,
  firstLanguage,
  openForm,
  quarterly,
  secondRound,
  submitButton,
  yearly,
} from '../forms.ts';

const open = useBrowser();

const FORMS: Record<string, Form> = {
  'A2, A4, A8: sign-up': apply,
  'Q3, Q8: second round': secondRound,
  'Q1, Q2, Q8: quarterly': quarterly,
  'Q4, Q8: yearly': yearly,
  'D1, D3: date of birth': dateOfBirth,
  'D2, D3: first language': firstLanguage,
};

describe('no accessibility fault on a form', () => {
  for (const [name, form] of Object.entries(FORMS))
    it(`${name}: empty, with every answer missing (also in the dark), and filled in but refused`, async () => {
      const page = await open({ reducedMotion: 'reduce' });
      await openForm(page, form, newDid());
      await expectAccessible(page);

      await submitButton(page).click();
      await page.getByText('Required.', { exact: true }).first().waitFor();
      await expectAccessible(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectAccessible(page);

      await page.emulateMedia({ colorScheme: 'light' });
      await fillIn(page, form.definition, form.answers);
      await script(page, form.path, 500);
      await submitButton(page).click();
      await expectFailure(page, 'The server is unable to complete this request.');
      await expectAccessible(page);
    });
});

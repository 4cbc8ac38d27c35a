import { screens } from '@panel/domain/paths';
import { describe, expect, it } from 'vitest';
import { heading, link, mockResponse, newDid, QUERY, toast, useBrowser, visit, withDid } from '../browser.ts';
import { fillIn } from '../fill.ts';
import {
  acceptTerms,
  apply,
  banner,
  checkFormStates,
  descriptionOf,
  expectKeptOverReload,
  expectStopped,
  fieldValues,
  openForm,
  questionLabels,
  recordPayloads,
  submitButton,
  tryAgain,
} from '../forms.ts';

const open = useBrowser();
const HUB = 'Welcome to your BuaApp Research hub!';
const UNAVAILABLE = 'Registration is currently unavailable, please try again later.';
const SAFE = 'What you filled in is safe on this phone. Check your line and try again.';
const MESSAGES = [
  [400, 'Sorry, We cannot process your request.'],
  [404, 'Bua does not recognise your number.'],
  [409, 'You are already a member of Bua panel'],
  [422, 'Sorry, We cannot process your request.'],
  [429, UNAVAILABLE],
  [500, 'The server is unable to complete this request.'],
  [503, UNAVAILABLE],
] as const;
const LABELS = [
  'First name',
  'Surname',
  'Gender',
  'Date of birth',
  'Ethnicity',
  'First language',
  'Second language',
  'Province',
  'What kind of place do you live in?',
  'Your own income in a month',
  'Income of your whole household in a month',
  'Highest education',
  'Work status',
  'Marital status',
  'How involved are you in the grocery shopping?',
  'Are you the parent of a child under 18?',
  'Which of these does your household have?',
  'Do you live in a house, cluster house or town house?',
  'Does your household have any domestic workers or household helpers, live-in or part-time, including gardeners?',
  'Which of these best describes where you live?',
  'Do you live in or around one of these cities?',
  'Built-in kitchen sink',
  'Flush toilet inside the house',
  'Home security service',
  'Microwave oven',
  'Motor car',
  'Is there a post office near where you live?',
];

describe('the form', () => {
  it('A2, A3, A4, A8: asks everything in order; accessible when empty, incomplete and refused', async () => {
    const page = await open();
    await openForm(page, apply, newDid());
    expect(await questionLabels(page)).toEqual(LABELS);
    for (const optional of [
      'Send me marketing information and updates.',
      'I agree to communication from business partners.',
    ])
      expect(await page.getByRole('checkbox', { name: optional, exact: true }).isChecked()).toBe(false);
    await checkFormStates(page, apply, 27);
  });

  it('A6, A8, A9, G4: answers survive Back, a reload, a lost connection and every error, and are sent once', async () => {
    const did = newDid();
    const page = await open();
    const payloads = recordPayloads(page, apply.path);
    await visit(page, withDid(screens.home, did, QUERY));
    await link(page, 'Sign Up').click();
    await acceptTerms(page);
    const [, you, live] = apply.definition.sections;
    const firstSections = { ...apply.definition, sections: [you, live].flatMap((section) => section ?? []) };
    await fillIn(page, firstSections, apply.answers);
    const half = await fieldValues(page);
    expect(half).toHaveLength(9);

    await heading(page, 'Work and income').scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => window.scrollY);
    expect(place).toBeGreaterThan(500);
    await page.waitForFunction((y) => window.history.state?.y === y, place);
    await page.goBack();
    await link(page, 'Sign Up').waitFor();
    await page.goForward();
    await expect.poll(() => fieldValues(page)).toEqual(half);
    await page.waitForFunction((y) => Math.abs(window.scrollY - y) < 50, place);
    await expectKeptOverReload(page, half);

    await fillIn(page, apply.definition, apply.answers);
    const all = await fieldValues(page);
    for (const [status, message] of MESSAGES) {
      await mockResponse(page, apply.path, status);
      await submitButton(page).click();
      await expectStopped(page, message);
      await tryAgain(page, message);
    }
    await page.unrouteAll();
    await page.context().setOffline(true);
    await submitButton(page).click();
    await expectStopped(page, UNAVAILABLE);
    await banner(page, SAFE).waitFor();
    await page.context().setOffline(false);
    await expectKeptOverReload(page, all);
    expect(payloads).toHaveLength(MESSAGES.length + 1);

    await submitButton(page).dblclick();
    await toast(page, 'Your application was submitted and accepted successfully.').waitFor();
    await heading(page, HUB).waitFor();
    expect(payloads).toEqual(Array.from({ length: MESSAGES.length + 2 }, () => apply.payload(did)));
    await openForm(page, apply, did);
    expect(await fieldValues(page), 'sent and erased').toEqual([]);
  });
});

describe('the date of birth', () => {
  const INVALID = 'Enter a valid date of birth.';
  const TOO_OLD = 'Maximum age is 99.';
  const TOO_YOUNG = 'Minimum age is 18.';

  it('A5: is checked when the field is left, by the South African date wherever the phone is', async () => {
    const page = await open({ timezoneId: 'America/New_York' });
    // Half past midnight on 15 June in South Africa, and still the 14th where this phone is.
    await page.clock.setFixedTime(new Date('2026-06-14T22:30:00Z'));
    await openForm(page, apply, newDid());
    const field = page.getByLabel('Date of birth', { exact: true });
    expect(await field.getAttribute('inputmode')).toBe('numeric');
    for (const [typed, shown, fault] of [
      ['15062008', '15/06/2008', null],
      ['16/06/2008', '16/06/2008', TOO_YOUNG],
      ['2008-06-16', '2008-06-16', TOO_YOUNG],
      ['15061926', '15/06/1926', TOO_OLD],
      ['31041990', '31/04/1990', INVALID],
      ['1/2/1990', '1/2/1990', null],
      ['1705199', '17/05/199', INVALID],
      ['', '', null],
    ] as const) {
      await field.fill('');
      await field.pressSequentially(typed);
      expect(await descriptionOf(field), `while ${typed} is typed`).not.toMatch(/valid|age/);
      await field.press('Tab');
      expect(await field.inputValue()).toBe(shown);
      const description = await descriptionOf(field);
      if (fault) expect(description, typed).toContain(fault);
      else expect(description, typed).not.toMatch(/valid|age|Required/);
    }
  });

  it('A5: Backspace deletes slashes too, and the fault disappears once the date is right', async () => {
    const page = await open();
    await openForm(page, apply, newDid());
    const field = page.getByLabel('Date of birth', { exact: true });
    await field.pressSequentially('31021990');
    await field.press('Tab');
    expect(await descriptionOf(field)).toContain(INVALID);
    await field.focus();
    for (let key = 0; key < 8; key++) await field.press('Backspace');
    expect(await field.inputValue()).toBe('31');
    await field.pressSequentially('051990');
    expect(await field.inputValue()).toBe('31/05/1990');
    expect(await descriptionOf(field)).not.toContain(INVALID);
  });
});

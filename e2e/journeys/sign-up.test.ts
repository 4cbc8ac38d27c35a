import { screens } from '@panel/domain/paths';
import { asksOf } from '@panel/domain/questionnaire/definition';
import { describe, expect, it } from 'vitest';
import { heading, link, mockResponse, newDid, QUERY, toast, useBrowser, visit, withDid } from '../browser.ts';
import { fillIn } from '../fill.ts';
import {
  acceptTerms,
  apply,
  banner,
  checkUnansweredForm,
  descriptionOf,
  expectKeptOverReload,
  expectStopped,
  fieldValues,
  openForm,
  recordPayloads,
  submitButton,
  tryAgain,
} from '../forms.ts';
import { checkScreen } from '../screen-checks.ts';

const open = useBrowser();
const HUB = 'Welcome to your BuaApp Research hub!';
const UNAVAILABLE = 'Registration is currently unavailable, please try again later.';
const SAFE = 'What you filled in is safe on this phone. Check your line and try again.';
const SERVER_ERROR = 'The server is unable to complete this request.';

describe('the form', () => {
  it('A2, A3, A4: is accessible when empty and incomplete, and the boxes at its end are not ticked', async () => {
    const page = await open();
    await openForm(page, apply, newDid());
    for (const optional of [
      'Send me marketing information and updates.',
      'I agree to communication from business partners.',
    ])
      expect(await page.getByRole('checkbox', { name: optional, exact: true }).isChecked()).toBe(false);
    await checkUnansweredForm(page, apply);
  });

  it('A6, A8, A9, G4: answers survive Back, a reload, an error and a lost connection, and are sent once', async () => {
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
    expect(half).toHaveLength(asksOf(firstSections).length);

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
    await mockResponse(page, apply.path, 500);
    await submitButton(page).click();
    await expectStopped(page, SERVER_ERROR);
    await checkScreen(page);
    await tryAgain(page, SERVER_ERROR);
    await page.unrouteAll();
    await page.context().setOffline(true);
    await submitButton(page).click();
    await expectStopped(page, UNAVAILABLE);
    await banner(page, SAFE).waitFor();
    await page.context().setOffline(false);
    await expectKeptOverReload(page, all);
    await submitButton(page).dblclick();
    await toast(page, 'Your application was submitted and accepted successfully.').waitFor();
    await heading(page, HUB).waitFor();
    // Refused, lost, and accepted.
    expect(payloads).toEqual(Array.from({ length: 3 }, () => apply.payload(did)));
    await openForm(page, apply, did);
    expect(await fieldValues(page), 'sent and erased').toEqual([]);
  });
});

it('A5: the date of birth is checked by the South African date, wherever the phone is', async () => {
  const page = await open({ timezoneId: 'America/New_York' });
  // Half past midnight on 15 June in South Africa, and still the 14th where this phone is.
  await page.clock.setFixedTime(new Date('2026-06-14T22:30:00Z'));
  await openForm(page, apply, newDid());
  const field = page.getByLabel('Date of birth', { exact: true });
  for (const [typed, fault] of [
    ['15062008', ''],
    ['16062008', 'Minimum age is 18.'],
    ['15061926', 'Maximum age is 99.'],
  ] as const) {
    await field.fill('');
    await field.pressSequentially(typed);
    await field.press('Tab');
    if (fault) expect(await descriptionOf(field), typed).toContain(fault);
    else expect(await descriptionOf(field), typed).not.toMatch(/valid|age/);
  }
});

import { describe, expect, it } from 'vitest';
import { newDid, script, useBrowser } from '../browser.ts';
import { fillIn } from '../fill.ts';
import { apply, banner, descriptionOf, expectStopped, openForm, sentTo, submitButton, tryAgain } from '../forms.ts';

const open = useBrowser();
const INVALID = 'Enter a valid date of birth.';
const TOO_OLD = 'Maximum age is 99.';
const TOO_YOUNG = 'Minimum age is 18.';
const FAULTS = /Required\.|Enter a valid date of birth\.|Maximum age is 99\.|Minimum age is 18\./g;

/** Half past midnight on 15 June 2026 in South Africa, and still the 14th where this phone thinks it is. */
const NOW = new Date('2026-06-14T22:30:00Z');

/** The application's field on that day, and what is said of it. */
async function openField() {
  const page = await open({ timezoneId: 'America/New_York' });
  await page.clock.setFixedTime(NOW);
  await openForm(page, apply, newDid());
  const field = page.getByLabel('Date of birth', { exact: true });
  const faults = async () => (await descriptionOf(field)).match(FAULTS) ?? [];
  /** Types key by key, and goes on to the next field. */
  const type = async (text: string) => {
    await field.fill('');
    await field.pressSequentially(text);
    await field.press('Tab');
    return { shown: await field.inputValue(), fault: (await faults()).join(' ') };
  };
  return { page, field, faults, type };
}

const DATES = [
  { day: '15', month: '06', year: '2008', fault: '', is: '18 today' },
  { day: '16', month: '06', year: '2008', fault: TOO_YOUNG, is: '18 tomorrow' },
  { day: '14', month: '06', year: '2008', fault: '', is: '18 yesterday' },
  { day: '15', month: '06', year: '1927', fault: '', is: '99 today' },
  { day: '16', month: '06', year: '1926', fault: '', is: '100 tomorrow' },
  { day: '15', month: '06', year: '1926', fault: TOO_OLD, is: '100 today' },
  { day: '01', month: '01', year: '1900', fault: TOO_OLD, is: 'long ago' },
  { day: '01', month: '01', year: '2050', fault: TOO_YOUNG, is: 'not yet born' },
  { day: '29', month: '02', year: '2000', fault: '', is: 'a leap day' },
  { day: '29', month: '02', year: '1900', fault: INVALID, is: 'no leap day: 1900 was no leap year' },
  { day: '31', month: '02', year: '1990', fault: INVALID, is: 'no day of February' },
  { day: '31', month: '04', year: '1990', fault: INVALID, is: 'no day of April' },
  { day: '00', month: '05', year: '1990', fault: INVALID, is: 'no day' },
  { day: '17', month: '13', year: '1990', fault: INVALID, is: 'no month' },
  // A day that could as well be the beginning of a year.
  { day: '19', month: '05', year: '1990', fault: '', is: 'the 19th' },
  { day: '20', month: '10', year: '1990', fault: '', is: 'the 20th' },
] as const;

const WRITTEN = {
  'DD/MM/YYYY': ({ day, month, year }: (typeof DATES)[number]) => `${day}/${month}/${year}`,
  '8 digits': ({ day, month, year }: (typeof DATES)[number]) => `${day}${month}${year}`,
  'yyyy-MM-dd': ({ day, month, year }: (typeof DATES)[number]) => `${year}-${month}-${day}`,
};

describe('the date of birth of an application', () => {
  for (const [form, write] of Object.entries(WRITTEN))
    it(`A5: typed key by key as ${form}: each rule at its boundary, in South African days`, async () => {
      const { type } = await openField();
      for (const date of DATES) {
        const typed = write(date);
        const seen = await type(typed);
        expect(seen, `${typed}, ${date.is}`).toEqual({
          shown: form === 'yyyy-MM-dd' ? typed : `${date.day}/${date.month}/${date.year}`,
          fault: date.fault,
        });
      }
    });

  it('A5: fewer than 8 characters, and what is no date at all, is not valid; empty passes until Submit', async () => {
    const { page, field, faults, type } = await openField();
    expect(await field.getAttribute('inputmode')).toBe('numeric');
    for (const typed of [
      '1',
      '17',
      '1705',
      '170519',
      '1705199',
      '1/2/199',
      '1990-05',
      'May 1990',
      'abcdefgh',
      '12345678',
    ])
      expect((await type(typed)).fault, typed).toBe(INVALID);
    // Eight characters, and a day of the calendar.
    expect(await type('1/2/1990')).toMatchObject({ shown: '1/2/1990', fault: '' });
    expect((await type('')).fault).toBe('');
    await submitButton(page).click();
    await banner(
      page,
      'You have not answered all the questions, please provide an answer to all the questions.',
    ).waitFor();
    expect(await faults()).toEqual(['Required.']);
  });

  it('A4, A5: nothing is said while the date is typed, nor of a field that was emptied again, until Submit', async () => {
    const { field, faults } = await openField();
    await field.pressSequentially('31/02/1990');
    expect(await faults()).toEqual([]);
    await field.press('Tab');
    expect(await faults()).toEqual([INVALID]);
    await field.fill('');
    await field.press('Tab');
    expect(await faults()).toEqual([]);
  });

  it('A5: a fault goes as the date is put right, and Backspace goes through the slashes', async () => {
    const { field, faults, type } = await openField();
    expect((await type('16062008')).fault).toBe(TOO_YOUNG);
    await field.focus();
    for (let key = 0; key < 8; key++) await field.press('Backspace');
    expect(await field.inputValue()).toBe('16');
    await field.pressSequentially('05');
    expect(await field.inputValue()).toBe('16/05');
    await field.pressSequentially('1990');
    expect(await field.inputValue()).toBe('16/05/1990');
    expect(await faults()).toEqual([]);
  });

  it('A5, A6: however it is typed or pasted, it is sent as yyyy-MM-dd', async () => {
    const page = await open();
    const sent = sentTo(page, apply.path);
    await openForm(page, apply, newDid());
    await fillIn(page, apply.definition, apply.answers, ['dob']);
    await script(page, apply.path, 503);
    const field = page.getByLabel('Date of birth', { exact: true });
    const unavailable = 'Registration is currently unavailable, please try again later.';
    const ways = ['17/05/1990', '17051990', '1990-05-17', '17/5/1990'].flatMap((text) => [
      () => field.pressSequentially(text),
      () => field.fill(text),
    ]);
    for (const enter of ways) {
      await field.fill('');
      await enter();
      await submitButton(page).click();
      await expectStopped(page, unavailable);
      await tryAgain(page, unavailable);
    }
    expect(sent.map((body) => (body as { account: { dob: string } }).account.dob)).toEqual(
      ways.map(() => '1990-05-17'),
    );
  });
});

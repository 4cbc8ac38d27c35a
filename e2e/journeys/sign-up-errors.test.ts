import { describe, expect, it } from 'vitest';
import { hold, newDid, registered, script, toast, useBrowser } from '../browser.ts';
import { fillIn } from '../fill.ts';
import { apply, expectStopped, filledIn, openForm, sentTo, submitButton, tryAgain } from '../forms.ts';

const open = useBrowser();
const HUB = 'Welcome to your BuaApp Research hub!';

const SCRIPTED = [
  [400, 'Sorry, We cannot process your request.'],
  [422, 'Sorry, We cannot process your request.'],
  [404, 'Bua does not recognise your number.'],
  [409, 'You are already a member of Bua panel'],
  [500, 'The server is unable to complete this request.'],
  [503, 'Registration is currently unavailable, please try again later.'],
  [429, 'Registration is currently unavailable, please try again later.'],
  ['lost', 'Registration is currently unavailable, please try again later.'],
] as const;

describe('a sign-up that fails', () => {
  it('A8: shows the message of each status as toast and banner; "Try again" keeps the answers and sends nothing', async () => {
    const did = newDid();
    const page = await open();
    const sent = sentTo(page, apply.path);
    await openForm(page, apply, did);
    await fillIn(page, apply.definition, apply.answers);
    const answers = await filledIn(page);
    expect(answers.length).toBeGreaterThan(27);
    for (const [index, [answer, message]] of SCRIPTED.entries()) {
      await script(page, apply.path, answer);
      await submitButton(page).click();
      await expectStopped(page, message);
      await tryAgain(page, message);
      expect(await filledIn(page), `after ${answer}`).toEqual(answers);
      expect(sent, `after ${answer}`).toHaveLength(index + 1);
      await page.unroute(`**${apply.path}`);
    }
    await submitButton(page).click();
    await toast(page, 'Your application was submitted and accepted successfully.').waitFor();
    await page.getByText(HUB).waitFor();
    expect(sent).toHaveLength(SCRIPTED.length + 1);
    expect(sent.at(-1)).toEqual(apply.payload(did));
  });

  it('A8, S4: a number that the super-app does not know', async () => {
    const page = await open();
    await openForm(page, apply, `unknown-${newDid()}`);
    await fillIn(page, apply.definition, apply.answers);
    await submitButton(page).click();
    await expectStopped(page, 'Bua does not recognise your number.');
  });

  it('A8, S4: somebody who is a member already', async () => {
    const page = await open();
    await openForm(page, apply, await registered());
    await fillIn(page, apply.definition, { ...apply.answers, firstname: 'Lerato' });
    await submitButton(page).click();
    await expectStopped(page, 'You are already a member of Bua panel');
  });

  it('A8: a second tap on Submit, or one while it is sending, sends nothing more', async () => {
    const did = newDid();
    const page = await open();
    const sent = sentTo(page, apply.path);
    const held = await hold(page, apply.path);
    await openForm(page, apply, did);
    await fillIn(page, apply.definition, apply.answers);
    await submitButton(page).dblclick();
    expect(await submitButton(page).isDisabled()).toBe(true);
    await submitButton(page).click({ force: true });
    await page.getByLabel('Surname', { exact: true }).press('Enter');
    held.answer(true);
    await toast(page, 'Your application was submitted and accepted successfully.').waitFor();
    expect(sent).toEqual([apply.payload(did)]);
  });
});

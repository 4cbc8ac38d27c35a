/** The whole journey, from sign-up to the voucher, directly and through the data-free gateway. */
import { readFile } from 'node:fs/promises';
import { DAY_MS } from '@panel/domain/durations';
import { GOLDEN } from '@panel/domain/golden';
import { PARTNER_BUTTONS, PARTNERS } from '@panel/domain/partners/partners';
import { api, screens } from '@panel/domain/paths';
import { afterEach, describe, expect, inject, it } from 'vitest';
import {
  button,
  heading,
  link,
  newDid,
  origin,
  QUERY,
  registerPanelist,
  toast,
  useBrowser,
  visit,
  withDid,
} from '../browser.ts';
import { startSteadyProduct } from '../console.ts';
import { fillIn } from '../fill.ts';
import { acceptTerms, apply, recordPayloads, submitButton, termsCheckbox } from '../forms.ts';
import { moveClock, setSandbox, withSandboxAlone } from '../sandbox.ts';

const open = useBrowser();
const HUB = 'Welcome to your BuaApp Research hub!';

async function readSandbox(path: string) {
  return (await fetch(`${inject('sandbox')}/__sandbox/${path}`)).json();
}
describe('from sign-up to the voucher', () => {
  it('A1, A2, A6, A7, G3, G4, H4, S6, S7, S8, B4: sign up, complete a survey of each partner and one from the list, wait, withdraw, read the voucher', () =>
    withSandboxAlone(async () => {
      const did = newDid();
      const search = `?x-binu-did=${did}${QUERY}`;
      const page = await open({ reducedMotion: 'no-preference' });
      const payloads = recordPayloads(page, apply.path);
      await visit(page, withDid(screens.home, did, QUERY));
      await link(page, 'Sign Up').click();
      await button(page, 'Proceed').waitFor();
      expect(await button(page, 'Proceed').isDisabled()).toBe(true);
      await termsCheckbox(page).check();
      await termsCheckbox(page).uncheck();
      expect(await button(page, 'Proceed').isDisabled()).toBe(true);
      await page.getByRole('main').getByRole('heading').last().scrollIntoViewIfNeeded();
      expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
      await acceptTerms(page);
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
      await fillIn(page, apply.definition, apply.answers);
      await submitButton(page).click();
      await toast(page, 'Your application was submitted and accepted successfully.').waitFor();
      await heading(page, HUB).waitFor();
      expect(payloads).toEqual([apply.payload(did)]);
      expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`/${search}`);
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
      // Back leads to where the panelist came from, not to the submitted form.
      await page.goBack();
      await heading(page, HUB).waitFor();

      for (const [partner, name] of [
        ...PARTNERS.map((partner) => [partner, PARTNER_BUTTONS[partner].title] as const),
        // From the list.
        [`(${PARTNERS.join('|')})`, /^R27 · about \d+ min/] as const,
      ]) {
        if (typeof name === 'string') await setSandbox('scenario', { party: partner, mode: 'ok', usd: 3 });
        await page.getByRole('button', { name }).first().click();
        await page.waitForURL(new RegExp(`^${inject('sandbox')}/${partner}`));
        expect(page.url()).not.toContain(did);
        const begin = page.getByRole('button', { name: /start|begin|continue/i });
        if (await begin.isVisible()) await begin.click();
        await button(page, 'Complete').click();
        await heading(page, 'Thank you!').waitFor();
        expect(new URL(page.url()).search).toBe(search);
        await link(page, 'Find another survey').click();
        await heading(page, HUB).waitFor();
      }

      const earned = 27 * (PARTNERS.length + 1);
      const rewards = async () => (await fetch(origin() + api.registrationCheck(did))).json();
      await expect.poll(rewards).toMatchObject({ pending_reward: earned });
      await moveClock(15 * DAY_MS);
      await expect.poll(rewards).toMatchObject({ available_reward: earned });
      await page.getByRole('link', { name: /^Available/ }).click();
      await button(page, `Withdraw R${earned}`).click();
      await page
        .getByText(`You are withdrawing R${earned}. Processing may take 24–48 hours. Do you want to continue?`, {
          exact: true,
        })
        .waitFor();
      await button(page, 'Yes').click();
      await toast(page, 'Your withdrawal request has been submitted successfully!').waitFor();

      const inbox = async () => JSON.stringify(await readSandbox(`inbox?did=${did}`));
      await expect.poll(inbox).toMatch(new RegExp(`R${earned}[\\s\\S]*1Voucher PIN: \\*\\d{16}\\*`));
      const history = async () => (await fetch(origin() + api.history(did))).json();
      await expect
        .poll(history)
        .toMatchObject({ entries: expect.arrayContaining([expect.objectContaining({ state: 'paid' })]) });
      await page.reload();
      await page.getByRole('region', { name: 'History', exact: true }).getByText('Paid', { exact: true }).waitFor();
      expect((await (await fetch(`${inject('internal')}/healthz/money`)).json()).ok).toBe(true);

      // No outside party except the super-app got the did.
      const { requests } = (await readSandbox('requests')) as { requests: { party: string }[] };
      const others = requests.filter((request) => request.party !== 'chat');
      expect(new Set(others.map((request) => request.party)).size).toBeGreaterThanOrEqual(4);
      const { surname, dob } = GOLDEN.registration.answers;
      for (const secret of [did, surname, dob]) expect(JSON.stringify(others)).not.toContain(secret);

      // Neither our log nor the sandbox's has the did or the PIN.
      const pin = /PIN: \*(\d{16})\*/.exec(await inbox())?.[1] as string;
      const log = await readFile(inject('logFile'), 'utf8');
      expect(log).toContain('"msg":"request"');
      for (const secret of [did, pin, surname, dob]) expect(log).not.toContain(secret);
    }));
});

describe('through the data-free gateway', () => {
  afterEach(async () => {
    await setSandbox('gateway', { partnersListed: false });
    await setSandbox('scenario', { party: 'gateway', mode: 'ok' });
  });
  const openGateway = (did: string) => `${inject('sandbox')}/gateway?did=${did}`;

  it('G1, H4: a newcomer signs up, completes a survey and returns, without leaving the gateway', async () => {
    await setSandbox('gateway', { partnersListed: true });
    const did = newDid();
    const page = await open();
    const direct: string[] = [];
    page.on('request', (request) => {
      if (request.url().startsWith(`${origin()}/`)) direct.push(request.url());
    });
    await page.goto(openGateway(did));
    await link(page, 'Sign Up').click();
    const gateway = new URL(page.url()).origin;
    expect(gateway).not.toBe(origin());
    await acceptTerms(page);
    await fillIn(page, apply.definition, apply.answers);
    await submitButton(page).click();
    await heading(page, HUB).waitFor();

    await button(page, 'Discover Even More Surveys').click();
    await button(page, 'Start the survey').click();
    await button(page, 'Complete').click();
    await heading(page, 'Thank you!').waitFor();
    expect(page.url().startsWith(`${gateway}/`)).toBe(true);
    await link(page, 'Find another survey').click();
    await heading(page, HUB).waitFor();
    expect(new URL(page.url()).searchParams.get('x-binu-did')).toBe(did);
    expect(direct, 'requests past the gateway').toEqual([]);
  });

  it('a connection that fails half-way is reported, and trying again continues', async () => {
    const page = await open();
    await page.goto(openGateway(newDid()));
    await link(page, 'Sign Up').waitFor();
    await setSandbox('scenario', { party: 'gateway', mode: 'down' });
    await link(page, 'Terms and Conditions').click();
    await heading(page, 'You are offline').waitFor();
    await setSandbox('scenario', { party: 'gateway', mode: 'ok' });
    await button(page, 'Try again').click();
    await heading(page, 'Terms and Conditions').waitFor();
  });

  it('H4: a survey that is not data-free opens after its cost is confirmed, and returns to the data-free app', async () => {
    const product = await startSteadyProduct();
    const did = await registerPanelist(newDid(), product.origin);
    const page = await open();
    await page.goto(`${product.sandbox}/gateway?did=${did}`);
    await button(page, 'Find Available Surveys').click();
    await page.getByText('opening it uses your own data').waitFor();
    await link(page, 'Back').click();
    await button(page, 'Find Available Surveys').click();
    await link(page, 'Continue with my own data').click();
    await button(page, 'Start the survey').waitFor();
    expect(page.url()).toContain('/cint-router/');
    expect(page.url()).not.toContain(did);
    await button(page, 'Start the survey').click();
    await button(page, 'Complete').click();
    await heading(page, 'Thank you!').waitFor();
    expect(new URL(page.url()).origin).toBe(product.gateway);
    await link(page, 'My balance').click();
    await page.getByRole('region', { name: 'History', exact: true }).waitFor();
    expect(new URL(page.url()).origin).toBe(product.gateway);
    expect(new URL(page.url()).searchParams.get('x-binu-did')).toBe(did);
  });
});

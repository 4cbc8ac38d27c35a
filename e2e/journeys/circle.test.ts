/** The whole circle in one go: from sign-up to the voucher in the chat, against the world outside as the sandbox plays it. */
import { readFile } from 'node:fs/promises';
import { GOLDEN } from '@panel/domain/golden';
import { registration } from '@panel/domain/panelists/registration';
import { screens } from '@panel/domain/paths';
import { describe, expect, inject, it } from 'vitest';
import { at, newDid, toast, useBrowser } from '../browser.ts';
import { fillIn } from '../fill.ts';

const open = useBrowser();
const outside = (path: string) => inject('sandbox') + path;
const tell = async (path: string, body: object) => {
  const answer = await fetch(outside(path), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.ok, await answer.text()).toBe(true);
};

describe('the circle', () => {
  it('S6, S7, S8, H4, B4: sign up, complete a survey of each partner, wait, withdraw, read the voucher in the chat', async () => {
    const did = newDid();
    const page = await open();
    await page.goto(at(screens.apply, did));
    await page
      .getByRole('checkbox', { name: 'I have read and I accept the Terms and Conditions.', exact: true })
      .check();
    await page.getByRole('button', { name: 'Proceed', exact: true }).click();
    await fillIn(page, registration, GOLDEN.registration.answers);
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await page.getByText('Welcome to your BuaApp Research hub!').waitFor();

    for (const [partner, button] of [
      ['cint-match', 'Find Top Surveys'],
      ['cint-router', 'Find Available Surveys'],
      ['purespectrum', 'Discover Even More Surveys'],
    ] as const) {
      await tell('/__sandbox/scenario', { party: partner, mode: 'ok', usd: 3 });
      await page.getByRole('button', { name: button, exact: true }).click();
      await page.waitForURL(new RegExp(`^${inject('sandbox')}/${partner}`));
      expect(page.url()).not.toContain(did);
      const begin = page.getByRole('button', { name: /start|begin|continue/i });
      if (await begin.isVisible()) await begin.click();
      await page.getByRole('button', { name: 'Complete', exact: true }).click();
      await page.getByRole('heading', { name: 'Thank you!' }).waitFor();
      expect(new URL(page.url()).search).toBe(`?x-binu-did=${did}`);
      await page.getByRole('link', { name: 'Find another survey', exact: true }).click();
      await page.getByText('Welcome to your BuaApp Research hub!').waitFor();
    }

    const balance = async () => {
      await page.goto(at(screens.balance, did));
      await page.getByRole('heading', { name: 'My balance', exact: true }).waitFor();
      return page.locator('main').textContent();
    };
    await expect.poll(balance, { timeout: 30_000, interval: 500 }).toMatch(/Pending\s*R81/);

    await tell('/__sandbox/clock', { offsetMs: 15 * 24 * 60 * 60 * 1000 });
    try {
      await expect.poll(balance, { timeout: 30_000, interval: 500 }).toMatch(/Available\s*R81/);
      await page.getByRole('button', { name: /^Withdraw/ }).click();
      await page
        .getByText('You are withdrawing R81. Processing may take 24–48 hours. Do you want to continue?')
        .waitFor();
      await page.getByRole('button', { name: 'Yes', exact: true }).click();
      await toast(page, 'Your withdrawal request has been submitted successfully!').waitFor();

      const chat = async () => JSON.stringify(await (await fetch(outside(`/__sandbox/inbox?did=${did}`))).json());
      await expect.poll(chat, { timeout: 30_000, interval: 500 }).toMatch(/R81[\s\S]*1Voucher PIN: \*\d{16}\*/);
      await expect.poll(balance, { timeout: 30_000, interval: 500 }).toMatch(/Paid/);
      expect((await (await fetch(`${inject('origin')}/healthz/money`)).json()).ok).toBe(true);

      // Nobody outside ever heard the did but the super-app itself.
      const heard = (await (await fetch(outside('/__sandbox/requests'))).json()) as Record<string, unknown>;
      const { requests } = heard as { requests: { party: string }[] };
      const others = requests.filter((request) => request.party !== 'chat');
      expect(new Set(others.map((request) => request.party)).size).toBeGreaterThanOrEqual(4);
      for (const secret of [did, GOLDEN.registration.answers.surname, GOLDEN.registration.answers.dob])
        expect(JSON.stringify(others)).not.toContain(secret);

      // And no log of ours, or of the world outside, has it or the PIN.
      const pin = /PIN: \*(\d{16})\*/.exec(await chat())?.[1] as string;
      const log = await readFile(inject('logFile'), 'utf8');
      expect(log).toContain('"msg":"request"');
      for (const secret of [did, pin, GOLDEN.registration.answers.surname, GOLDEN.registration.answers.dob])
        expect(log).not.toContain(secret);
    } finally {
      await tell('/__sandbox/clock', { offsetMs: 0 });
    }
  });
});

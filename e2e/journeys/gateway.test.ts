/** The app as most panelists have it: through the data-free gateway, which stands between their phone and us. */
import { GOLDEN } from '@panel/domain/golden';
import { registration } from '@panel/domain/panelists/registration';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { newDid, origin, registered, useBrowser } from '../browser.ts';
import { fillIn } from '../fill.ts';

const open = useBrowser();
const tell = async (what: string, body: object) => {
  const answer = await fetch(`${inject('sandbox')}/__sandbox/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.ok, await answer.text()).toBe(true);
};
const line = (mode: string) => tell('scenario', { party: 'gateway', mode });

describe('through the data-free gateway', () => {
  afterEach(async () => {
    await tell('gateway', { partnersListed: false });
    await line('ok');
  });

  it('G1, H4: a newcomer signs up, completes a survey and is back, and never leaves the gateway', async () => {
    await tell('gateway', { partnersListed: true });
    const did = newDid();
    const page = await open();
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (request.url().startsWith(`${origin()}/`)) elsewhere.push(request.url());
    });
    await page.goto(`${inject('sandbox')}/gateway?did=${did}`);
    await page.getByRole('link', { name: 'Sign Up', exact: true }).click();
    const gateway = new URL(page.url()).origin;
    expect(gateway).not.toBe(origin());
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Proceed', exact: true }).click();
    await fillIn(page, registration, GOLDEN.registration.answers);
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await page.getByText('Welcome to your BuaApp Research hub!').waitFor();

    await page.getByRole('button', { name: 'Discover Even More Surveys', exact: true }).click();
    await page.getByRole('button', { name: 'Start the survey', exact: true }).click();
    await page.getByRole('button', { name: 'Complete', exact: true }).click();
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor();
    expect(page.url().startsWith(`${gateway}/`)).toBe(true);
    await page.getByRole('link', { name: 'Find another survey', exact: true }).click();
    await page.getByText('Welcome to your BuaApp Research hub!').waitFor();
    expect(new URL(page.url()).searchParams.get('x-binu-did')).toBe(did);
    expect(elsewhere, 'requests past the gateway').toEqual([]);
  });

  it('a line that goes down in the middle is said, and trying again goes on', async () => {
    const page = await open();
    await page.goto(`${inject('sandbox')}/gateway?did=${newDid()}`);
    await page.getByRole('link', { name: 'Sign Up', exact: true }).waitFor();
    await line('down');
    await page.getByRole('link', { name: 'Terms and Conditions', exact: true }).click();
    await page.getByRole('heading', { name: 'You are offline' }).waitFor();
    await line('ok');
    await page.getByRole('button', { name: 'Try again', exact: true }).click();
    await page.getByRole('heading', { name: 'Terms and Conditions', exact: true }).waitFor();
  });

  it('H4: a survey that is not data-free is opened once its cost is understood', async () => {
    const did = await registered();
    const page = await open();
    await page.goto(`${inject('sandbox')}/gateway?did=${did}`);
    await page.getByRole('button', { name: 'Find Available Surveys', exact: true }).click();
    await page.getByText('opening it uses your own data').waitFor();
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await page.getByRole('button', { name: 'Find Available Surveys', exact: true }).click();
    await page.getByRole('link', { name: 'Continue with my own data', exact: true }).click();
    await page.getByRole('button', { name: 'Start the survey', exact: true }).waitFor();
    expect(page.url()).toContain('/cint-router/');
    expect(page.url()).not.toContain(did);
  });
});

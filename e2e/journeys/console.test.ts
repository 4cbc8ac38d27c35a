/** Fieldwork and support at work in the console of a running product: real sign-in, no fixtures. */

import { createHmac } from 'node:crypto';
import { entryLink } from '@panel/domain/partners/entry-link';
import { api, partnerCallback } from '@panel/domain/paths';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { newDid, registerPanelist } from '../browser.ts';
import { sandboxAt } from '../calls.ts';
import { useOperators } from '../console.ts';

const signIn = useOperators();

describe('fieldwork', () => {
  /** The chat's messages that contain a text, of all devices. */
  const inbox = async (text: string): Promise<string[]> =>
    (await sandboxAt(inject('steady').sandbox).chatTexts()).filter((body) => body.includes(text));
  const confirm = async (page: Page, people: string) => {
    await page.getByRole('button', { name: 'Review and send' }).click();
    const dialog = page.getByRole('dialog', { name: `Send to ${people} now?` });
    await dialog.getByRole('button', { name: `Send to ${people}` }).click();
    await dialog.waitFor({ state: 'detached' });
  };

  it('saves a sample by age, draws it for a soft launch, tests and confirms the text, and continues with the others', async () => {
    for (let n = 0; n < 2; n += 1) await registerPanelist(newDid(), inject('steady').origin);
    const page = await signIn('fieldwork');
    await page.goto('/sample?quotaRow=age&finishedWanted=2&finishPercent=100');
    await page.getByRole('button', { name: 'Save sample…' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Everyone by age');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('link', { name: /^Saved samples/ }).click();
    await page.getByText(/^counted \d\d:\d\d$/).waitFor();
    await page.getByRole('link', { name: 'Use Everyone by age' }).click();
    await page.getByLabel('Task', { exact: true }).fill('bread');
    await page.getByLabel('Link of the study').fill(`${inject('steady').sandbox}/study/bread`);
    await page.getByLabel(/^Soft launch/).check();
    await page.getByRole('button', { name: 'Draw 2 people' }).click();

    await page.getByRole('heading', { name: 'Invite to bread' }).waitFor();
    await page.getByText('Soft launch: 1 of 2 people first').waitFor();
    await page.getByLabel('Text', { exact: true }).fill('Five minutes about bread: {link}');
    await page.getByRole('button', { name: 'Send a test…' }).click();
    await page.getByLabel('Device id of the test device').fill('test-device-1');
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByText('Sent to the test device.').waitFor();
    await page.getByRole('button', { name: 'Close' }).last().click();
    expect(await inbox('pid=test')).toHaveLength(1);
    expect(await inbox('/t/bread/')).toEqual([]);

    await confirm(page, '1 person');
    await expect.poll(async () => (await inbox('/t/bread/')).length).toBe(1);
    await page.getByRole('heading', { name: 'Continue with bread' }).waitFor();
    await confirm(page, '1 person');
    await expect.poll(async () => new Set(await inbox('/t/bread/')).size).toBe(2);
  });
});

/** Enters a survey of the router, and returns the session. */
async function enter(did: string): Promise<string> {
  const { url } = await (await fetch(inject('steady').origin + entryLink('cint-router')(did))).json();
  return new URL(url).searchParams.get('ssi') ?? '';
}
/** What the router reports about a session, with the sandbox's key. */
async function callBack(session: string, status: string, survey = '7'): Promise<void> {
  const url = `${inject('steady').origin}${partnerCallback('cint-router')}?ssi=${session}&status=${status}&survey_id=${survey}&cpi=1.00&txn_id=t1`;
  const signature = createHmac('sha256', 'sandbox-secret').update(url).digest('hex');
  expect((await fetch(`${url}&signature_hmac_sha=${signature}`)).status).toBe(200);
}

it('fieldwork sees the sessions of an unknown code and proposes its outcome, and finance approves it', async () => {
  await callBack(await enter(await registerPanelist(newDid(), inject('steady').origin)), 'qf-soft');
  const fieldwork = await signIn('fieldwork');
  await fieldwork.getByRole('link', { name: 'Unrecognised status codes' }).click();
  await fieldwork.getByRole('link', { name: 'Map… Cint router qf-soft' }).click();
  const sessions = fieldwork.getByRole('table', { name: 'Sessions with Cint router qf-soft' });
  await sessions.getByRole('cell', { name: 'Technical failure' }).waitFor();
  await fieldwork.getByRole('button', { name: 'Map to an outcome…' }).click();
  await fieldwork.getByLabel('Over quota').check();
  await fieldwork.getByLabel(/^How do you know/).fill('The router’s release notes');
  await fieldwork.getByRole('button', { name: 'Propose the mapping' }).click();
  const proposal = await fieldwork
    .getByRole('link', { name: / open$/ })
    .first()
    .getAttribute('href');

  // finance-1 signs out everywhere in another journey.
  const finance = await signIn('finance', 2);
  await finance.goto(`${proposal}`);
  await finance.getByText('Sessions that get this outcome').waitFor();
  await finance
    .getByRole('button', { name: /^Approve/ })
    .last()
    .click();
  await finance.getByText(/is approved and carried out/).waitFor();
  await finance.goto('/codes');
  await finance.getByText('Every code is recognised.').waitFor();
  await finance.getByRole('row', { name: /^qf-soft Cint router Over quota/ }).waitFor();
});

it('support takes a dispute, answers it from a template, goes on to the next one, and reopens the first', async () => {
  const did = await registerPanelist(newDid(), inject('steady').origin);
  for (const survey of ['8', '9']) {
    const session = await enter(did);
    for (const status of ['complete', 'reconciliation']) await callBack(session, status, survey);
    const reported = await fetch(inject('steady').origin + api.report(did), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ session, reason: 'reward-reversed' }),
    });
    expect(reported.status).toBeLessThan(300);
  }
  const page = await signIn('support');
  await page.goto('/disputes?state=unassigned');
  await page.getByRole('link', { name: 'D-1', exact: true }).click();
  await page.getByRole('heading', { name: /^D-1:/, level: 1 }).waitFor();
  await page.keyboard.press('a');
  await page.getByText('Assigned to you', { exact: true }).waitFor();
  await page.goto('/disputes?dispute=D-1');
  await page.getByRole('button', { name: 'Decline…' }).click();
  await page.getByLabel('Template for answer to the panelist').selectOption('Not finished');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { name: /^D-2:/, level: 1 }).waitFor();

  await page.goto('/disputes?state=closed&dispute=D-1');
  await page.getByRole('button', { name: 'Reopen…' }).click();
  await page.getByLabel(/^Reason/).fill('The partner wrote again');
  await page.getByRole('button', { name: 'Reopen', exact: true }).click();
  await page.getByRole('heading', { name: 'Answer before it was reopened' }).waitFor();
  await page.goto('/disputes?state=mine');
  await page.getByRole('row', { name: /^D-1 .* You$/ }).waitFor();
});

// @vitest-environment jsdom
import { GOLDEN_RESPONSES } from '@panel/domain/golden-responses';
import { registrationCheckWriter } from '@panel/domain/panelists/registration-check';
import { REGISTRATION } from '@panel/domain/panelists/rules';
import { api } from '@panel/domain/paths';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  type Answer,
  APPROVED,
  button,
  CONFIG,
  click,
  DID,
  deferred,
  goBack,
  link,
  openApp,
  QUERY,
  registrationCheck,
  respondWith,
  waitForAddress,
} from '../app.testing.tsx';
import { saveDraft } from '../questionnaire/drafts.ts';

const earned = (available_reward: number) => ({ body: { ...APPROVED, available_reward } });

async function follow(name: string, path: string): Promise<void> {
  await click(button('Menu'));
  await click(link(name));
  await waitForAddress(path + QUERY);
}

describe('the response of the check', () => {
  const { product, value, body } = GOLDEN_RESPONSES.registrationCheck;
  const surveysInMenu = async () => {
    await click(button('Menu'));
    return screen.getAllByRole('link', { name: /survey$/ }).map((each) => each.getAttribute('href'));
  };
  const DUE = [`https://panel.example/profiling-second-round/${DID}`, `https://panel.example/profiling-yearly/${DID}`];

  it('H2, H3: the golden response is shown with its amounts, surveys and partners', async () => {
    expect(product).toBe(CONFIG.product);
    await openApp(`/${QUERY}`, registrationCheck({ body }));
    expect(link(/Available/).textContent).toContain('R1275.50');
    expect(button('Find Top Surveys')).not.toBeNull();
    expect(screen.queryByRole('button', { name: 'Discover Even More Surveys' })).toBeNull();
    expect(await surveysInMenu()).toEqual(DUE);
  });

  it('H2: the survey links are named after the configured product', async () => {
    await openApp(`/${QUERY}`, {
      [`GET ${api.config}`]: { body: { ...CONFIG, product: 'My App' } },
      ...registrationCheck({
        body: { ...registrationCheckWriter('My App')(value), bua_quarterly_survey_link: 'https://other.example' },
      }),
    });
    expect(await surveysInMenu()).toEqual(DUE);
  });
});

describe('several registration checks', () => {
  it('H3: an older response does not replace a newer one', async () => {
    const older = deferred();
    await openApp(`/balance${QUERY}`, registrationCheck(older.promise));
    respondWith(registrationCheck(earned(10)));
    await click(link('Bua'));
    await waitForAddress(`/${QUERY}`);
    expect(link(/Available/).textContent).toContain('R10');
    await older.resolve(earned(99));
    expect(link(/Available/).textContent).toContain('R10');
  });

  it('H3: an older response is shown until the newer one arrives', async () => {
    const older = deferred();
    const newer = deferred();
    await openApp(`/balance${QUERY}`, registrationCheck(older.promise));
    respondWith(registrationCheck(newer.promise));
    await click(link('Bua'));
    await waitForAddress(`/${QUERY}`);
    await older.resolve(earned(10));
    expect(link(/Available/).textContent).toContain('R10');
    await newer.resolve(earned(20));
    expect(link(/Available/).textContent).toContain('R20');
  });

  it('H3: an amount from before a withdrawal is not shown while the next check is running', async () => {
    await openApp(`/balance${QUERY}`, {
      ...registrationCheck({ body: APPROVED }),
      [`GET ${api.withdraw(DID)}`]: { body: true },
    });
    await click(button('Withdraw R1275.50'));
    respondWith(registrationCheck({ status: 500 }));
    await click(button('Yes'));
    const check = deferred();
    respondWith(registrationCheck(check.promise));
    await click(link('Bua'));
    await waitForAddress(`/${QUERY}`);
    expect(link(/Available/).textContent).toBe('Available …');
    await check.resolve(earned(0));
    expect(link(/Available/).textContent).toBe('Available R0');
  });

  describe('a withdrawal that is accepted after its screen was left', () => {
    async function leaveWithdrawal() {
      const accepted = deferred();
      await openApp(`/${QUERY}`, {
        ...registrationCheck({ body: APPROVED }),
        [`GET ${api.withdraw(DID)}`]: accepted.promise,
      });
      await click(link(/Available/));
      await waitForAddress(`/balance${QUERY}`);
      await click(button('Withdraw R1275.50'));
      await click(button('Yes'));
      await goBack();
      expect(link(/Available/).textContent).toBe('Available R1275.50');
      return accepted;
    }

    it.each<[Answer, string]>([
      [earned(0), 'Available R0'],
      [{ status: 500 }, 'Sign Up'],
    ])('B4, H3: home checks again: %j', async (answer, shown) => {
      const accepted = await leaveWithdrawal();
      respondWith(registrationCheck(answer));
      await accepted.resolve({ body: true });
      expect(link(/Available|Sign Up/).textContent).toBe(shown);
    });

    it('B4: the balance checks again when it is reopened, and says what can be withdrawn', async () => {
      const accepted = await leaveWithdrawal();
      await click(link(/Available/));
      await waitForAddress(`/balance${QUERY}`);
      respondWith(registrationCheck(earned(1275.5)));
      await accepted.resolve({ body: true });
      expect(button('Withdraw R1275.50').disabled).toBe(false);
    });
  });

  it('X3: a deletion that succeeds after its screen was left for the balance offers the sign-up', async () => {
    const deletion = deferred();
    await openApp(`/balance${QUERY}`, {
      ...registrationCheck({ body: APPROVED }),
      [`DELETE ${api.deleteProfile(DID)}`]: deletion.promise,
    });
    await follow('Delete profile', '/delete-profile');
    await click(button('Delete Profile'));
    await click(button('Delete'));
    await goBack();
    respondWith(registrationCheck({ status: 404 }));
    await deletion.resolve({ body: true });
    expect(link('Sign Up')).not.toBeNull();
  });

  it('X3: a response from before the deletion does not bring the panelist back', async () => {
    await openApp(`/${QUERY}`, {
      ...registrationCheck({ body: APPROVED }),
      [`DELETE ${api.deleteProfile(DID)}`]: { body: true },
    });
    const older = deferred();
    respondWith(registrationCheck(older.promise));
    await follow('My balance', '/balance');
    await follow('Delete profile', '/delete-profile');
    await click(button('Delete Profile'));
    await click(button('Delete'));
    await waitForAddress(`/redirect-page/profile-deleted${QUERY}`);
    await older.resolve({ body: APPROVED });
    expect(screen.queryByRole('button', { name: 'Menu' })).toBeNull();
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('X3: a check that finds no panelist deletes what was last seen', async () => {
    await openApp(`/${QUERY}`, registrationCheck({ body: APPROVED }));
    expect(Object.keys(localStorage)).toEqual([`seen:${DID}:${api.registrationCheck(DID)}`]);
    respondWith(registrationCheck({ status: 404 }));
    await click(link('Bua'));
    expect(link('Sign Up')).not.toBeNull();
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('A9: a check that finds a panelist deletes the registration draft, since its response may have been lost', async () => {
    saveDraft(DID, REGISTRATION, { firstname: ['Nomvula'] });
    saveDraft(DID, { id: 'quarterly', version: 1 }, { work_status: ['student'] });
    saveDraft('another-device', REGISTRATION, { firstname: ['Thandi'] });
    await openApp(`/${QUERY}`, registrationCheck({ status: 404 }));
    expect(Object.keys(localStorage)).toHaveLength(3);
    respondWith(registrationCheck({ body: APPROVED }));
    await click(link('Bua'));
    expect(Object.keys(localStorage).sort()).toEqual([
      `draft:another-device:registration:${REGISTRATION.version}`,
      `draft:${DID}:quarterly:1`,
      `seen:${DID}:${api.registrationCheck(DID)}`,
    ]);
  });

  it('H6: a gateway’s own page does not replace what was last seen', async () => {
    await openApp(`/${QUERY}`, registrationCheck({ body: APPROVED }));
    const [seen] = Object.values(localStorage);
    respondWith(registrationCheck({ text: '<html>' }));
    await click(link('Bua'));
    expect(link('Sign Up')).not.toBeNull();
    expect(Object.values(localStorage)).toEqual([seen]);
  });

  it('H6: a failure after its page was left does not clear the membership', async () => {
    await openApp(`/${QUERY}`, registrationCheck({ body: APPROVED }));
    await follow('How it Works!', '/how-it-works');
    const older = deferred();
    respondWith(registrationCheck(older.promise));
    await click(link('Continue'));
    await waitForAddress(`/${QUERY}`);
    respondWith(registrationCheck(earned(1275.5)));
    await follow('My balance', '/balance');
    await older.resolve({ status: 500 });
    expect(button('Withdraw R1275.50')).not.toBeNull();
    expect(button('Menu')).not.toBeNull();
  });
});

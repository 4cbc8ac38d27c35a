/** A panelist's screens, in each of their states. */
import { entryLink } from '@panel/domain/partners/entry-link';
import { PARTNER_BUTTONS, PARTNERS } from '@panel/domain/partners/partners';
import { api, screens } from '@panel/domain/paths';
import { MINIMUM_WITHDRAWAL_RAND, MINIMUM_WITHDRAWAL_SHOWN } from '@panel/domain/rewards/amounts';
import { BALANCE } from '@panel/domain/wording/balance';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  approvedCheck,
  button,
  expectToast,
  mockResponse,
  newDid,
  pauseResponse,
  QUERY,
  recordApiCalls,
  withDid,
} from '../browser.ts';
import { state, testStates } from '../states.ts';

const withdraw = (page: Page) => page.getByRole('button', { name: /^Withdraw/ });

testStates([
  {
    name: 'H1, G10: home without a did',
    async show(page) {
      const calls = recordApiCalls(page);
      await page.goto(screens.home);
      await expectToast(page, 'This page should only be accessed through BuaApp Discover.');
      expect(calls).toEqual([]);
      expect(await page.getByRole('main').getByRole('link').count(), 'ways on').toBe(1);
    },
  },
  {
    name: 'H8: home while it is loading',
    async show(page) {
      const did = newDid();
      await pauseResponse(page, api.registrationCheck(did));
      await page.goto(withDid(screens.home, did, QUERY));
      await page.locator('main[aria-busy="true"]').waitFor();
    },
  },
  state('H6: home, new', screens.home, { check: 404 }, [
    'Join the BuaApp Research Panel today and earn REWARDS!',
    'GET STARTED',
    'Sign Up',
  ]),
  state('H6: home, unreachable', screens.home, { check: 500 }, ['Sign Up', 'Try again']),
  state('H7: home, suspended', screens.home, { check: approvedCheck({ status: 'suspended' }) }, [
    'Your Bua Panel membership is on hold. Please contact the panel admin.',
    'Check again',
  ]),
  state('H3: home, nothing on offer', screens.home, { check: approvedCheck() }, ['No surveys for you just now']),
  state('H3: home, everything on offer', screens.home, {}, [
    'Welcome to your BuaApp Research hub!',
    ...PARTNERS.map((partner) => PARTNER_BUTTONS[partner].title),
    'Show more',
  ]),
  state('home, no list of surveys', screens.home, { surveys: 503 }, ['We could not load the list.']),
  state('home, a survey that has filled up', screens.home, {}, [], async (page, did) => {
    await page.route(`**${api.surveys(did)}`, (route) =>
      route.fulfill({ json: { url: '', surveys: [{ number: 1001, reward: 9, minutes: 8 }] } }),
    );
    await page.getByRole('button', { name: /about 12 min/ }).click();
    await page.getByText('That survey just filled up. Here are others.').waitFor();
  }),
  state('H2: home, the menu open', screens.home, {}, ['Annual survey', 'Delete profile'], (page) =>
    button(page, 'Menu').click(),
  ),
  state('H4: home, a survey being opened', screens.home, {}, [], async (page, did) => {
    await pauseResponse(page, entryLink('cint-match')(did));
    await button(page, 'Find Top Surveys').click();
    await page.locator('.spinner').waitFor();
  }),
  state('B1: balance, enough', screens.balance, {}, [
    'Withdraw R1275.50',
    'October 2026',
    'Pending until 15 Nov',
    'Withdrawn',
    'Taken back',
    'On its way',
    'Paid',
    'Returned',
    'Did not qualify',
    'Survey full',
    'Technical problem',
    'Thank-you for your time',
  ]),
  state(
    'B2: balance, too little',
    screens.balance,
    { check: approvedCheck({ available_reward: (MINIMUM_WITHDRAWAL_SHOWN - 1) / 100 }) },
    [BALANCE.toGo('R0.01')],
  ),
  state(
    'B3: balance, the dialog',
    screens.balance,
    {},
    ['You are withdrawing R1275.50. Processing may take 24–48 hours. Do you want to continue?', 'Yes', 'No'],
    (page) => withdraw(page).click(),
  ),
  state(
    'B1: balance, the report of a problem',
    screens.balance,
    {},
    ['What happened?', 'Anything to add? (optional)', 'Send', 'Cancel'],
    (page) => page.getByRole('button', { name: 'Report a problem' }).first().click(),
  ),
  state(
    'B2: balance, enough but on hold',
    screens.balance,
    {
      check: approvedCheck({ status: 'suspended', available_reward: 1275.5 }),
    },
    ['You can withdraw only while your membership is approved.'],
  ),
  state('B5: balance, failed', screens.balance, { check: 'lost' }, ['Failed to update reward balance', 'Try again']),
  state(
    'B4, B5: balance, withdrawn and neither known again nor listed',
    screens.balance,
    { check: approvedCheck({ available_reward: 1275.5 }), history: 500 },
    ['Failed to update reward balance', 'R1275.50 is on its way to your chat as a 1Voucher.'],
    async (page, did) => {
      await page.getByText('Your history could not be loaded.', { exact: true }).waitFor();
      await mockResponse(page, api.withdraw(did), true);
      await withdraw(page).click();
      await mockResponse(page, api.registrationCheck(did), 500);
      await button(page, 'Yes').click();
    },
  ),
  state('B1: balance, nothing yet', screens.balance, { check: approvedCheck(), history: { entries: [] } }, [
    BALANCE.toGo(`R${MINIMUM_WITHDRAWAL_RAND}`),
    'Nothing here yet',
    'Find a survey',
  ]),
  state('B5: balance of a visitor who is not registered', screens.balance, { check: 404, history: 404 }, [
    'Failed to update reward balance',
    'Sign Up',
  ]),
  state('O2, O5: preferences, in', screens.optOut, {}, [
    'You have OPT-IN to receive research tasks, if you wish to stop receiving research tasks please turn off the switch!',
    'Go back!',
  ]),
  state('O2: preferences, out', screens.optOut, { preference: true }, [
    'You have OPT-OUT from receiving research tasks, if you wish to receive research tasks please turn on the switch!',
  ]),
  state(
    'O3: preferences, just out',
    screens.optOut,
    {},
    ['You have just OPT-OUT from receiving research tasks from us'],
    (page) => page.getByRole('switch').click(),
  ),
  state('O4: preferences, failed', screens.optOut, { preference: 'lost' }, [
    'Registration is currently unavailable, please try again later.',
    'Try again',
  ]),
  state('X1: deletion, nothing known of the rewards', screens.deleteProfile, { check: 500 }, [
    /can’t be undone/,
    /available or pending is given up/,
    'Go back!',
  ]),
  state('X1: deletion, with rewards to give up', screens.deleteProfile, {}, [
    'You have R1275.50 available and R12.50 pending.',
    'Withdraw first',
  ]),
  state(
    'X2: deletion, the dialog',
    screens.deleteProfile,
    {},
    ['Profile deletion', 'Are you sure you want to delete your profile from the BuaApp Panel?', 'Cancel', 'Delete'],
    (page) => button(page, 'Delete Profile').click(),
  ),
]);

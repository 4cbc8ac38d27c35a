// @vitest-environment jsdom
import { PARTNER_BUTTONS, PARTNERS } from '@panel/domain/partners/partners';
import { api } from '@panel/domain/paths';
import { panelistStatusMessage } from '@panel/domain/wording';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  type Answer,
  APPROVED,
  button,
  click,
  DID,
  deferred,
  heading,
  link,
  openApp,
  QUERY,
  registrationCheck,
  requestCount,
  respondWith,
  toast,
  waitForAddress,
} from '../app.testing.tsx';

const SURVEY_BUTTONS: readonly string[] = PARTNERS.map((partner) => PARTNER_BUTTONS[partner].title);
const surveyButtons = () =>
  screen
    .queryAllByRole('button')
    .map((each) => each.textContent)
    .filter((text) => SURVEY_BUTTONS.includes(text));

async function openMenu(): Promise<HTMLElement> {
  await click(button('Menu'));
  return screen.getByRole('navigation', { name: 'Menu' });
}
const rowsOf = (menu: HTMLElement) =>
  within(menu)
    .getAllByRole('link')
    .map((row) => [row.textContent, row.getAttribute('href')]);

describe('home of an approved panelist', () => {
  it.each([
    ['bua_second_round_survey_link', 'Profiling survey'],
    ['bua_quarterly_survey_link', 'Quarterly survey'],
    ['bua_yearly_survey_link', 'Annual survey'],
  ])('H2: if only %s is due, the menu has no other survey', async (field, name) => {
    await openApp(`/${QUERY}`, registrationCheck({ body: { ...APPROVED, [field]: 'https://panel.example/survey' } }));
    expect(rowsOf(await openMenu()).map(([text]) => text)).toEqual([
      'Opt-In/Out to communications',
      name,
      'How it Works!',
      'My balance',
      'Delete profile',
    ]);
  });

  it('H2: the menu button opens and closes it', async () => {
    await openApp(`/${QUERY}`, registrationCheck({ body: APPROVED }));
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(button('Menu').getAttribute('aria-expanded')).toBe('false');
    await openMenu();
    expect(button('Menu').getAttribute('aria-expanded')).toBe('true');
    await click(button('Menu'));
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  it('H2: the menu closes on a link and is also on the next page', async () => {
    await openApp(`/${QUERY}`, registrationCheck({ body: APPROVED }));
    await click(within(await openMenu()).getByRole('link', { name: 'How it Works!' }));
    await waitForAddress(`/how-it-works${QUERY}`);
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(button('Menu')).not.toBeNull();
  });

  it('H3: shows a welcome, the partners’ buttons in order, how it works and the terms', async () => {
    await openApp(`/${QUERY}`, registrationCheck({ body: APPROVED }));
    expect(heading()).toBe('Welcome to your BuaApp Research hub!');
    expect(surveyButtons()).toEqual(SURVEY_BUTTONS);
    for (const name of SURVEY_BUTTONS) expect(button(name).disabled).toBe(false);
    const how = screen.getByRole('region', { name: 'How it works' });
    expect(within(how).getAllByRole('listitem').length).toBeGreaterThan(2);
    const footer = screen.getByRole('contentinfo');
    expect(within(footer).getByRole('link', { name: 'Terms and Conditions' }).getAttribute('href')).toBe(
      `/terms${QUERY}`,
    );
  });

  it.each(PARTNERS)('H3: without a link to %s it has no button', async (partner) => {
    const { linkField: field, title } = PARTNER_BUTTONS[partner];
    await openApp(`/${QUERY}`, registrationCheck({ body: { ...APPROVED, [field]: null } }));
    expect(surveyButtons()).toEqual(SURVEY_BUTTONS.filter((each) => each !== title));
  });

  it('H3: without any link it says so, and the panelist can check again', async () => {
    const none = Object.fromEntries(PARTNERS.map((partner) => [PARTNER_BUTTONS[partner].linkField, null]));
    await openApp(`/${QUERY}`, registrationCheck({ body: { ...APPROVED, ...none } }));
    expect(screen.getByRole('heading', { name: 'No surveys for you just now' })).not.toBeNull();
    respondWith(registrationCheck({ body: APPROVED }));
    await click(button('Look again'));
    expect(surveyButtons()).toEqual(SURVEY_BUTTONS);
  });

  it('H3: links to the balance', async () => {
    await openApp(`/${QUERY}`, registrationCheck({ body: APPROVED }));
    expect(link(/R1275\.50/).getAttribute('href')).toBe(`/balance${QUERY}`);
  });
});

describe('home of an unregistered visitor', () => {
  it('H6: invites to join and links to the application', async () => {
    await openApp(`/${QUERY}`, registrationCheck({ status: 404 }));
    expect(heading()).toBe('Join the BuaApp Research Panel today and earn REWARDS!');
    expect(screen.getByRole('heading', { name: 'GET STARTED' })).not.toBeNull();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Menu' })).toBeNull();
    await click(link('Sign Up'));
    await waitForAddress(`/apply${QUERY}`);
  });

  it.each<Answer>([
    { status: 500 },
    { status: 503 },
    { status: 429 },
    'network error',
    { text: '' },
    { text: '<html>' },
    { body: null },
    { body: [] },
    { body: 'approved' },
    { body: { available_reward: 75 } },
    { body: { status: null } },
  ])('H6: a check that fails with %j shows the same and can be retried', async (answer) => {
    await openApp(`/${QUERY}`, registrationCheck(answer));
    expect(heading()).toBe('Join the BuaApp Research Panel today and earn REWARDS!');
    expect(link('Sign Up')).not.toBeNull();
    expect(toast()).toBe('');
    respondWith(registrationCheck({ body: APPROVED }));
    await click(button('Try again'));
    expect(heading()).toBe('Welcome to your BuaApp Research hub!');
    expect(requestCount('GET', api.registrationCheck(DID))).toBe(2);
  });

  it('H6: a former member whose check fails is shown as unregistered', async () => {
    await openApp(`/${QUERY}`, registrationCheck({ body: APPROVED }));
    await click(within(await openMenu()).getByRole('link', { name: 'How it Works!' }));
    await waitForAddress(`/how-it-works${QUERY}`);
    respondWith(registrationCheck({ status: 404 }));
    await click(link('Continue'));
    await waitForAddress(`/${QUERY}`);
    expect(heading()).toContain('Join the BuaApp Research Panel');
    expect(screen.queryByRole('button', { name: 'Menu' })).toBeNull();
  });
});

describe('home of a panelist who is not approved', () => {
  it.each(['pending', 'rejected', 'suspended', 'blocked', 'underage', 'duplicate', 'something-else', ''])(
    'H7: status %j has its message as toast and under the card, no menu and no survey buttons',
    async (status) => {
      await openApp(`/${QUERY}`, registrationCheck({ body: { ...APPROVED, status } }));
      const message = panelistStatusMessage('Bua', status) ?? 'none';
      expect(toast()).toBe(message);
      expect(within(screen.getByRole('main')).getByText(message)).not.toBeNull();
      expect(screen.queryByRole('button', { name: 'Menu' })).toBeNull();
      expect(surveyButtons()).toEqual([]);
    },
  );

  it('H7: the status is trimmed and lower-cased', async () => {
    await openApp(`/${QUERY}`, registrationCheck({ body: { ...APPROVED, status: ' Approved ' } }));
    expect(surveyButtons()).toEqual(SURVEY_BUTTONS);
  });

  it('H7: the panelist can check again', async () => {
    await openApp(`/${QUERY}`, registrationCheck({ body: { ...APPROVED, status: 'pending' } }));
    const check = deferred();
    respondWith(registrationCheck(check.promise));
    await click(button('Check again'));
    expect(toast()).toBe('');
    await check.resolve({ body: { ...APPROVED, status: 'pending' } });
    expect(document.activeElement).toBe(button('Check again'));
    const approved = deferred();
    respondWith(registrationCheck(approved.promise));
    await click(button('Check again'));
    await approved.resolve({ body: APPROVED });
    expect(surveyButtons()).toEqual(SURVEY_BUTTONS);
    expect(document.activeElement).toBe(document.querySelector('.screen'));
  });

  it('H7: the toast is not shown on another page', async () => {
    const check = deferred();
    await openApp(`/${QUERY}`, registrationCheck(check.promise));
    await click(link('Terms and Conditions'));
    await waitForAddress(`/terms${QUERY}`);
    await check.resolve({ body: { ...APPROVED, status: 'pending' } });
    expect(toast()).toBe('');
  });
});

describe('home while the check is loading', () => {
  it('H8: shows the known membership at once after a return, and checks again', async () => {
    await openApp(`/${QUERY}`, registrationCheck({ body: APPROVED }));
    await click(within(await openMenu()).getByRole('link', { name: 'How it Works!' }));
    await waitForAddress(`/how-it-works${QUERY}`);
    respondWith(registrationCheck('unanswered'));
    await click(link('Continue'));
    await waitForAddress(`/${QUERY}`);
    expect(heading()).toBe('Welcome to your BuaApp Research hub!');
    expect(requestCount('GET', api.registrationCheck(DID))).toBe(2);
  });
});

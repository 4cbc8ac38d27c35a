// @vitest-environment jsdom
import { PARTNERS, type Partner } from '@panel/domain/partners/partners';
import { api } from '@panel/domain/paths';
import { act, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import {
  type Answer,
  APPROVED,
  button,
  click,
  DID,
  deferred,
  link,
  openApp,
  QUERY,
  registrationCheck,
  requests,
  respondWith,
  toast,
  waitForAddress,
} from '../app.testing.tsx';

const BUTTONS: Record<Partner, string> = {
  'cint-match': 'Find Top Surveys',
  'cint-router': 'Find Available Surveys',
  purespectrum: 'Discover Even More Surveys',
};
const PATHS: Record<Partner, string> = {
  'cint-match': `/api/v2/cint-match-integration/response/entrylink/${DID}`,
  'cint-router': `/api/v2/cint/response/entrylink/${DID}`,
  purespectrum: `/api/v2/purespectrum/response/entrylink/${DID}`,
};
const disabled = () => Object.values(BUTTONS).map((name) => button(name).disabled);
const spinners = () => PARTNERS.map((partner) => button(BUTTONS[partner]).querySelector('.spinner') !== null);

async function openHome(partner: Partner, answer: Answer) {
  await openApp(`/${QUERY}`, { ...registrationCheck({ body: APPROVED }), [`GET ${PATHS[partner]}`]: answer });
  const assign = vi.fn();
  const { location } = window;
  vi.stubGlobal('location', {
    get pathname() {
      return location.pathname;
    },
    get search() {
      return location.search;
    },
    assign,
  });
  return assign;
}

describe.each(PARTNERS)('the survey button of %s', (partner) => {
  it('H4: goes to the returned url', async () => {
    const assign = await openHome(partner, { body: { url: 'https://survey.example/s?id=1' } });
    await click(button(BUTTONS[partner]));
    expect(requests().at(-1)?.path).toBe(PATHS[partner]);
    expect(requests().at(-1)?.path).toBe(api.entryLink(partner)(DID));
    expect(assign.mock.calls).toEqual([['https://survey.example/s?id=1']]);
    expect(disabled()).toEqual([true, true, true]);
  });

  it('H4: spins alone while it loads, and the whole area is disabled', async () => {
    await openHome(partner, 'unanswered');
    expect(spinners()).toEqual([false, false, false]);
    await click(button(BUTTONS[partner]), 2);
    expect(spinners()).toEqual(PARTNERS.map((each) => each === partner));
    expect(disabled()).toEqual([true, true, true]);
    for (const name of Object.values(BUTTONS)) await click(button(name));
    expect(requests().filter(({ path }) => path.includes('entrylink'))).toHaveLength(1);
  });

  it('H5: an empty link is no survey found, and the button works again', async () => {
    const assign = await openHome(partner, { body: { url: '' } });
    await click(button(BUTTONS[partner]));
    expect(toast()).toBe('No survey found');
    expect(assign).not.toHaveBeenCalled();
    expect(disabled()).toEqual([false, false, false]);
    expect(document.activeElement).toBe(button(BUTTONS[partner]));
  });

  it.each([{ status: 500 }, { status: 404 }, 'network error' as const])(
    'H5: %j has the partner’s own message, and the button works again',
    async (answer) => {
      await openHome(partner, answer);
      await click(button(BUTTONS[partner]));
      expect(toast()).toBe(
        partner === 'purespectrum' ? 'No survey available for you at the moment' : 'Error fetching survey link',
      );
      expect(disabled()).toEqual([false, false, false]);
    },
  );

  it('H4: its name is its words alone; the hint describes it', async () => {
    await openHome(partner, 'unanswered');
    const hint = button(BUTTONS[partner]).getAttribute('aria-describedby');
    expect(document.getElementById(hint ?? '')?.textContent).not.toBe('');
  });
});

describe('the survey buttons', () => {
  it.each(['javascript:alert(1)', 'data:text/html,x', '//no-scheme.example', null, 7])(
    'H4: %j is no address of the web, and nobody is sent there',
    async (url) => {
      const assign = await openHome('cint-match', { body: { url } });
      await click(button('Find Top Surveys'));
      expect(assign).not.toHaveBeenCalled();
      expect(toast()).not.toBe('');
    },
  );

  it('H4: work again when the page comes back out of the browser’s memory', async () => {
    await openHome('cint-match', { body: { url: 'https://survey.example/' } });
    await click(button('Find Top Surveys'));
    expect(disabled()).toEqual([true, true, true]);
    await act(async () => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    expect(disabled()).toEqual([false, false, false]);
  });

  it('H4: work again when the survey opened in another app, and the panelist is back from there', async () => {
    await openHome('cint-match', { body: { url: 'https://survey.example/' } });
    await click(button('Find Top Surveys'));
    expect(disabled()).toEqual([true, true, true]);
    await act(async () => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    expect(disabled()).toEqual([false, false, false]);
    await click(button('Find Top Surveys'));
    expect(requests().filter(({ path }) => path === PATHS['cint-match'])).toHaveLength(2);
  });

  it('H4: work again when the page was not left within ten seconds, without taking the focus from elsewhere', async () => {
    await openHome('cint-match', { body: { url: 'https://survey.example/' } });
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    await act(async () => button('Find Top Surveys').click());
    await act(() => vi.advanceTimersByTimeAsync(9900));
    expect(disabled()).toEqual([true, true, true]);
    link('Bua').focus();
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(disabled()).toEqual([false, false, false]);
    expect(document.activeElement).toBe(link('Bua'));
  });

  it.each<[string, Answer]>([
    ['a link', { body: { url: 'https://survey.example/' } }],
    ['no link', { body: { url: '' } }],
    ['a failure', { status: 500 }],
  ])('H4: %s that comes when the panelist has left is nobody’s business', async (_, answer) => {
    const survey = deferred();
    const assign = await openHome('cint-match', survey.promise);
    await click(button('Find Top Surveys'));
    await click(link('Terms and Conditions'));
    await waitForAddress(`/terms${QUERY}`);
    await survey.resolve(answer);
    expect(assign).not.toHaveBeenCalled();
    expect(toast()).toBe('');
  });

  it('H5, G11: the message goes with the next attempt, and is announced again if it is the same', async () => {
    await openHome('cint-match', { body: { url: '' } });
    await click(button('Find Top Surveys'));
    expect(toast()).toBe('No survey found');
    const said: string[] = [];
    const listener = new MutationObserver(() => said.push(toast() ?? ''));
    listener.observe(screen.getByRole('status'), { childList: true, characterData: true, subtree: true });
    const survey = deferred();
    respondWith({ [`GET ${PATHS['cint-match']}`]: survey.promise });
    await click(button('Find Top Surveys'));
    expect(toast()).toBe('');
    await survey.resolve({ body: { url: '' } });
    expect(said).toEqual(['', 'No survey found']);
    listener.disconnect();
  });
});

// @vitest-environment jsdom

import { entryLink } from '@panel/domain/partners/entry-link';
import { byPartner, PARTNER_BUTTONS, PARTNERS, type Partner } from '@panel/domain/partners/partners';
import { entryFailure } from '@panel/domain/wording';
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
  loseFocus,
  openApp,
  QUERY,
  registrationCheck,
  requests,
  respondWith,
  toast,
  waitForAddress,
} from '../app.testing.tsx';
import { openSurvey } from './open-survey.ts';

// jsdom can't leave the page.
vi.mock('./open-survey.ts', async (original) => ({ ...(await original<object>()), openSurvey: vi.fn() }));

const BUTTONS = byPartner((partner) => PARTNER_BUTTONS[partner].title);
const PATHS = byPartner((partner) => `${PARTNER_BUTTONS[partner].entryPath}/${DID}`);
/** Whether all buttons are, or none is. */
const disabled = () => {
  const states = new Set(PARTNERS.map((partner) => button(BUTTONS[partner]).disabled));
  return states.size === 1 && states.has(true) ? 'all' : states.has(true) ? 'some' : 'none';
};
const spinners = () => PARTNERS.map((partner) => button(BUTTONS[partner]).querySelector('.spinner') !== null);

async function openHome(partner: Partner, answer: Answer) {
  await openApp(`/${QUERY}`, { ...registrationCheck({ body: APPROVED }), [`GET ${PATHS[partner]}`]: answer });
  return vi.mocked(openSurvey).mockClear();
}

describe.each(PARTNERS)('the survey button of %s', (partner) => {
  it('H4: goes to the returned url', async () => {
    const assign = await openHome(partner, { body: { url: 'https://survey.example/s?id=1' } });
    await click(button(BUTTONS[partner]));
    expect(requests().at(-1)?.path).toBe(PATHS[partner]);
    expect(requests().at(-1)?.path).toBe(entryLink(partner)(DID));
    expect(assign.mock.calls).toEqual([['https://survey.example/s?id=1']]);
    expect(disabled()).toBe('all');
  });

  it('H4: only the tapped button spins, and the whole area is disabled', async () => {
    await openHome(partner, 'unanswered');
    expect(spinners()).not.toContain(true);
    await click(button(BUTTONS[partner]), 2);
    expect(spinners()).toEqual(PARTNERS.map((each) => each === partner));
    expect(disabled()).toBe('all');
    for (const name of Object.values(BUTTONS)) await click(button(name));
    expect(requests().filter(({ path }) => path.includes('entrylink'))).toHaveLength(1);
  });

  it('H5: an empty link shows that there is no survey and enables the button', async () => {
    const survey = deferred();
    const assign = await openHome(partner, survey.promise);
    await click(button(BUTTONS[partner]));
    loseFocus();
    await survey.resolve({ body: { url: '' } });
    expect(toast()).toBe(entryFailure(partner, 'empty'));
    expect(assign).not.toHaveBeenCalled();
    expect(disabled()).toBe('none');
    expect(document.activeElement).toBe(button(BUTTONS[partner]));
  });

  it.each([{ status: 500 }, { status: 404 }, 'network error' as const])(
    'H5: %j shows the partner’s message and enables the button',
    async (answer) => {
      await openHome(partner, answer);
      await click(button(BUTTONS[partner]));
      expect(toast()).toBe(entryFailure(partner, 'error'));
      expect(disabled()).toBe('none');
    },
  );

  it('H4: has only its title as text and name; the hint outside it describes it', async () => {
    await openHome(partner, 'unanswered');
    const element = button(BUTTONS[partner]);
    expect(element.textContent).toBe(BUTTONS[partner]);
    const hint = document.getElementById(element.getAttribute('aria-describedby') ?? '');
    expect(hint?.textContent).not.toBe('');
    expect(element.contains(hint)).toBe(false);
  });

  it('H4: is described by what its surveys usually pay, once the server knows', async () => {
    const body = { ...APPROVED, survey_estimates: { [partner]: 'usually R9–R14, about 12 minutes' } };
    await openApp(`/${QUERY}`, registrationCheck({ body }));
    const hint = document.getElementById(button(BUTTONS[partner]).getAttribute('aria-describedby') ?? '');
    expect(hint?.textContent).toBe('usually R9–R14, about 12 minutes');
  });
});

describe('the survey buttons', () => {
  it.each<Answer>([
    { body: null },
    { text: '' },
    { text: '<html>' },
    { body: {} },
    { body: { url: null } },
    { body: { url: 7 } },
    { body: { url: '//no-scheme.example' } },
    { body: { url: 'javascript:alert(1)' } },
    { body: { url: 'data:text/html,x' } },
    { body: { url: 'https://survey.example@evil.example/' } },
  ])('H5: %j has no usable url: reports that no survey was found, and opens none', async (answer) => {
    const assign = await openHome('cint-match', answer);
    await click(button('Find Top Surveys'));
    expect(assign).not.toHaveBeenCalled();
    expect(toast()).toBe('No survey found');
  });

  it('H4: are enabled when the page returns from the back-forward cache', async () => {
    await openHome('cint-match', { body: { url: 'https://survey.example/' } });
    await click(button('Find Top Surveys'));
    expect(disabled()).toBe('all');
    await act(async () => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    expect(disabled()).toBe('none');
  });

  it('H4: are enabled when the panelist returns from another app', async () => {
    await openHome('cint-match', { body: { url: 'https://survey.example/' } });
    await click(button('Find Top Surveys'));
    expect(disabled()).toBe('all');
    await act(async () => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    expect(disabled()).toBe('none');
    await click(button('Find Top Surveys'));
    expect(requests().filter(({ path }) => path === PATHS['cint-match'])).toHaveLength(2);
  });

  it('H4: are enabled if the page was not left within a minute; the focus stays where it is', async () => {
    await openHome('cint-match', { body: { url: 'https://survey.example/' } });
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    await click(button('Find Top Surveys'));
    await act(() => vi.advanceTimersByTimeAsync(59_900));
    expect(disabled()).toBe('all');
    link('Bua').focus();
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(disabled()).toBe('none');
    expect(document.activeElement).toBe(link('Bua'));
  });

  it.each<[string, Answer]>([
    ['a link', { body: { url: 'https://survey.example/' } }],
    ['no link', { body: { url: '' } }],
    ['a failure', { status: 500 }],
  ])('H4: %s that arrives after the panelist has left is ignored', async (_, answer) => {
    const survey = deferred();
    const assign = await openHome('cint-match', survey.promise);
    await click(button('Find Top Surveys'));
    await click(link('Terms and Conditions'));
    await waitForAddress(`/terms${QUERY}`);
    await survey.resolve(answer);
    expect(assign).not.toHaveBeenCalled();
    expect(toast()).toBe('');
  });

  it('H5, G11: the message disappears on the next attempt, and is announced again if it is the same', async () => {
    await openHome('cint-match', { body: { url: '' } });
    await click(button('Find Top Surveys'));
    expect(toast()).toBe('No survey found');
    const announced: string[] = [];
    const observer = new MutationObserver(() => announced.push(toast() ?? ''));
    observer.observe(screen.getByRole('status'), { childList: true, characterData: true, subtree: true });
    const survey = deferred();
    respondWith({ [`GET ${PATHS['cint-match']}`]: survey.promise });
    await click(button('Find Top Surveys'));
    expect(toast()).toBe('');
    await survey.resolve({ body: { url: '' } });
    expect(announced).toEqual(['', 'No survey found']);
    observer.disconnect();
  });
});

// @vitest-environment jsdom
import { PARTNERS, type Partner } from '@panel/domain/partners/partners';
import { api } from '@panel/domain/paths';
import { act } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import {
  type Answer,
  APPROVED,
  button,
  called,
  checkOf,
  DID,
  openApp,
  press,
  QUERY,
  toast,
} from '../opening.testing.tsx';

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
  await openApp(`/${QUERY}`, { ...checkOf({ body: APPROVED }), [`GET ${PATHS[partner]}`]: answer });
  const assign = vi.fn();
  const { pathname, search, href } = window.location;
  vi.stubGlobal('location', { pathname, search, href, assign });
  return assign;
}

describe.each(PARTNERS)('the survey button of %s', (partner) => {
  it('H4: goes to the returned url', async () => {
    const assign = await openHome(partner, { body: { url: 'https://survey.example/s?id=1' } });
    await press(button(BUTTONS[partner]));
    expect(called().at(-1)?.path).toBe(PATHS[partner]);
    expect(called().at(-1)?.path).toBe(api.entryLink(partner)(DID));
    expect(assign.mock.calls).toEqual([['https://survey.example/s?id=1']]);
    expect(disabled()).toEqual([true, true, true]);
  });

  it('H4: spins alone while it loads, and the whole area is disabled', async () => {
    await openHome(partner, 'never');
    expect(spinners()).toEqual([false, false, false]);
    await press(button(BUTTONS[partner]), 2);
    expect(spinners()).toEqual(PARTNERS.map((each) => each === partner));
    expect(disabled()).toEqual([true, true, true]);
    for (const name of Object.values(BUTTONS)) await press(button(name));
    expect(called().filter(({ path }) => path.includes('entrylink'))).toHaveLength(1);
  });

  it('H5: an empty link is no survey found, and the button works again', async () => {
    const assign = await openHome(partner, { body: { url: '' } });
    await press(button(BUTTONS[partner]));
    expect(toast()).toBe('No survey found');
    expect(assign).not.toHaveBeenCalled();
    expect(disabled()).toEqual([false, false, false]);
    expect(document.activeElement).toBe(button(BUTTONS[partner]));
  });

  it.each([{ status: 500 }, { status: 404 }, 'dead line' as const])(
    'H5: %j has the partner’s own message, and the button works again',
    async (answer) => {
      await openHome(partner, answer);
      await press(button(BUTTONS[partner]));
      expect(toast()).toBe(
        partner === 'purespectrum' ? 'No survey available for you at the moment' : 'Error fetching survey link',
      );
      expect(disabled()).toEqual([false, false, false]);
    },
  );

  it('H4: its name is its words alone; the hint describes it', async () => {
    await openHome(partner, 'never');
    const hint = button(BUTTONS[partner]).getAttribute('aria-describedby');
    expect(document.getElementById(hint ?? '')?.textContent).not.toBe('');
  });
});

describe('the survey buttons', () => {
  it.each(['javascript:alert(1)', 'data:text/html,x', '//no-scheme.example', null, 7])(
    'H4: %j is no address of the web, and nobody is sent there',
    async (url) => {
      const assign = await openHome('cint-match', { body: { url } });
      await press(button('Find Top Surveys'));
      expect(assign).not.toHaveBeenCalled();
      expect(toast()).not.toBe('');
    },
  );

  it('H4: work again when the page comes back out of the browser’s memory', async () => {
    await openHome('cint-match', { body: { url: 'https://survey.example/' } });
    await press(button('Find Top Surveys'));
    expect(disabled()).toEqual([true, true, true]);
    act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    expect(disabled()).toEqual([false, false, false]);
  });
});

// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { address, openApp, QUERY } from '../app.testing.tsx';
import { saveReturnQuery } from './return-query.ts';

afterEach(() => window.sessionStorage.clear());

describe('the return from a partner’s survey', () => {
  it.each([
    ['thanks', 'Thank you!', /pending.*7-14 days/],
    ['not-this-time', 'Not this time', /says nothing about you/],
    ['closed', 'This survey is full', /another one/i],
    ['unavailable', 'No survey just now', /try again later/i],
  ])('S7: /survey-result/%s says what happened and when the money comes', async (page, title, text) => {
    await openApp(`/survey-result/${page}${QUERY}`);
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(title);
    expect(document.body.textContent).toMatch(text);
  });

  it('S6, G3: restores the query from before the survey, which the partner never saw', async () => {
    window.history.replaceState(null, '', `/${QUERY}`);
    saveReturnQuery();
    window.history.replaceState(null, '', '/survey-result/thanks?partner=cint-match');
    await import('../inline-script.ts');
    expect(address()).toBe(`/survey-result/thanks${QUERY}`);
    await openApp(address());
    const home = await screen.findByRole('link', { name: 'Find another survey' });
    expect(home.getAttribute('href')).toBe(`/${QUERY}`);
    expect(screen.getByRole('link', { name: 'My balance' }).getAttribute('href')).toBe(`/balance${QUERY}`);
  });
});

// @vitest-environment jsdom
import { api } from '@panel/domain/paths';
import { describe, expect, it } from 'vitest';
import { CONFIG, heading, openApp, QUERY, registrationCheck, reportedStarts, requestCount } from '../app.testing.tsx';

const NEW_VISITOR = registrationCheck({ status: 404 });
const JOIN_THETHA = 'Join the ThethaApp Research Panel today and earn REWARDS!';

/** The way the server writes the configuration into the page. */
function writeIntoPage(json: string) {
  const script = document.createElement('script');
  Object.assign(script, { type: 'application/json', id: 'config', textContent: json });
  document.body.append(script);
}

describe('the start of the app', () => {
  it('is reported once, with the call for the configuration', async () => {
    writeIntoPage(JSON.stringify(CONFIG));
    await openApp(`/terms${QUERY}`);
    expect(reportedStarts()).toEqual([true]);
  });
});

describe('the configuration', () => {
  it('G2, G7: in the page names the product from the first render on, without waiting for config.json', async () => {
    writeIntoPage(JSON.stringify({ ...CONFIG, product: 'Thetha' }));
    await openApp(`/${QUERY}`, { ...NEW_VISITOR, [`GET ${api.config}`]: 'unanswered' });
    expect(heading()).toBe(JOIN_THETHA);
    expect(document.title).toBe('Thetha Survey | #datafree');
    expect(requestCount('GET', api.config)).toBe(1);
  });

  it.each(['', '{', 'null'])('G7: is fetched if the page has %j', async (json) => {
    writeIntoPage(json);
    await openApp(`/${QUERY}`, { ...NEW_VISITOR, [`GET ${api.config}`]: { body: { ...CONFIG, product: 'Thetha' } } });
    expect(heading()).toBe(JOIN_THETHA);
  });

  it('G2, G7: is fetched if the page has none, and names the product', async () => {
    await openApp(`/${QUERY}`, { ...NEW_VISITOR, [`GET ${api.config}`]: { body: { ...CONFIG, product: 'Thetha' } } });
    expect(heading()).toBe(JOIN_THETHA);
    expect(document.title).toBe('Thetha Survey | #datafree');
  });

  it.each([['network error' as const], [{ status: 500 }], [{ body: null }]])(
    'G7: defaults are used after %j',
    async (answer) => {
      await openApp(`/terms${QUERY}`, { [`GET ${api.config}`]: answer });
      expect(heading()).toBe('Terms and Conditions');
      expect(document.title).toBe('Bua Survey | #datafree');
    },
  );
});

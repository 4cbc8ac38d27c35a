// @vitest-environment jsdom
import { api } from '@panel/domain/paths';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  APPROVED,
  click,
  DID,
  link,
  openApp,
  QUERY,
  registrationCheck,
  requests,
  waitForAddress,
} from './app.testing.tsx';

const FIRST_LANGUAGE = { [`PUT ${api.firstLanguage}`]: { body: true } };

async function submitFirstLanguage() {
  await click(screen.getByRole('radio', { name: 'isiZulu' }));
  await click(screen.getByRole('button', { name: 'Submit' }));
}

describe('the device id', () => {
  it('G1: is taken from the query', async () => {
    await openApp(`/${QUERY}`, registrationCheck({ body: APPROVED }));
    expect(requests().map(({ path }) => path)).toEqual([api.registrationCheck(DID), api.surveys(DID)]);
  });

  it('G1: is taken from the route rather than from the query', async () => {
    await openApp(`/user-first-language/${DID}?x-binu-did=another-device`, FIRST_LANGUAGE);
    await submitFirstLanguage();
    expect(requests()[0]?.body).toEqual({ profile: { user_id: DID, language: 'isizulu' } });
  });

  it('G1: of a route is added to links home, also on the result page after it', async () => {
    await openApp(`/user-first-language/${DID}?a=1`, FIRST_LANGUAGE);
    expect(link('Bua').getAttribute('href')).toBe(`/?a=1&x-binu-did=${DID}`);
    await submitFirstLanguage();
    await waitForAddress('/redirect-page/panelist-first-language?a=1');
    expect(link('Go to Homepage').getAttribute('href')).toBe(`/?a=1&x-binu-did=${DID}`);
    await click(link('Go to Homepage'));
    await waitForAddress(`/?a=1&x-binu-did=${DID}`);
    expect(requests().at(-1)?.path).toBe(api.registrationCheck(DID));
  });
});

describe('every page', () => {
  it('G6: has a header with the logo linking home, above its content', async () => {
    await openApp(`/terms${QUERY}`);
    const header = screen.getByRole('banner');
    expect(header.contains(link('Bua'))).toBe(true);
    expect(link('Bua').getAttribute('href')).toBe(`/${QUERY}`);
    expect(link('Bua').querySelector('svg')).not.toBeNull();
    expect(header.compareDocumentPosition(screen.getByRole('main'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });
});

import { describe, expect, it } from 'vitest';
import { PARTNER_BUTTONS, PARTNER_CONTRACTS, PARTNERS, type Partner } from './partners.ts';
import { isOpenToReversals, reversalsEndOn } from './reversal-window.ts';

describe('the definitions of the partners', () => {
  it.each<[Partner, object]>([
    [
      'cint-match',
      {
        entryPath: '/api/v2/cint-match-integration/response/entrylink',
        linkField: 'cint_match_survey_link',
        title: 'Find Top Surveys',
        failure: 'Error fetching survey link',
      },
    ],
    [
      'cint-router',
      {
        entryPath: '/api/v2/cint/response/entrylink',
        linkField: 'cint_router_survey_link',
        title: 'Find Available Surveys',
        failure: 'Error fetching survey link',
      },
    ],
    [
      'purespectrum',
      {
        entryPath: '/api/v2/purespectrum/response/entrylink',
        linkField: 'purespectrum_entry_link',
        title: 'Discover Even More Surveys',
        failure: 'No survey available for you at the moment',
      },
    ],
  ])('have the addresses and the words of the specification: %s', (partner, expected) => {
    expect(PARTNER_BUTTONS[partner]).toMatchObject(expected);
  });

  it('share no name, path, field or button', () => {
    const unique = (values: readonly string[]) => expect(new Set(values).size).toBe(PARTNERS.length);
    unique(PARTNERS.map((id) => PARTNER_CONTRACTS[id].name));
    unique(PARTNERS.map((id) => PARTNER_BUTTONS[id].entryPath));
    unique(PARTNERS.map((id) => PARTNER_BUTTONS[id].linkField));
    unique(PARTNERS.map((id) => PARTNER_BUTTONS[id].title));
  });

  it.each(PARTNERS)('have an id, a path and a field that need no encoding: %s', (id) => {
    const { entryPath, linkField } = PARTNER_BUTTONS[id];
    expect(id).toMatch(/^[a-z][a-z-]*$/);
    expect(entryPath).toMatch(/^\/api\/v2(\/[a-z-]+)+$/);
    expect(linkField).toMatch(/^[a-z_]+$/);
  });
});

describe('the days on which partners may reverse completions of a month', () => {
  it.each([
    ['cint-match', '2026-10', '2026-11-26'],
    ['cint-router', '2026-12', '2027-01-26'],
    ['purespectrum', '2026-10', '2027-01-29'],
  ] as const)('of %s in %s end on %s', (partner, month, day) => {
    expect(reversalsEndOn(partner, month)).toBe(day);
  });

  it.each(PARTNERS)('of %s end in a later month', (partner) => {
    const end = reversalsEndOn(partner, '2026-12');
    expect(end).toMatch(/^2027-\d\d-\d\d$/);
    expect(isOpenToReversals(partner, '2026-12', end)).toBe(true);
    expect(isOpenToReversals(partner, '2026-12', `${end}T`)).toBe(false);
  });
});

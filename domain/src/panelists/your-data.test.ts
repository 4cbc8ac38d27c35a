import { describe, expect, it } from 'vitest';
import { shownDay, shownMinute } from '../calendar.ts';
import { OPERATIONS } from '../console/all-operations.ts';
import { ROLES } from '../console/pages.ts';
import { openingText } from '../wording/your-data.ts';
import { decodeConsent, PROFILE_ACTS } from './your-data.ts';

describe('who looked', () => {
  it('Y4: covers every operation that shows one panelist’s profile', () => {
    const shows = Object.values(OPERATIONS).filter(
      (operation) =>
        'isReadOnly' in operation &&
        ('isAboutPanelist' in operation || operation.inputs.some(({ kind }) => kind === 'panelist' || kind === 'did')),
    );
    expect(shows.map(({ name }) => name).sort()).toEqual(Object.keys(PROFILE_ACTS).sort());
  });

  it.each([
    ['opened', 'support', 'Support opened your profile to help you or to check your membership.'],
    ['opened-report', 'support', 'Support opened your profile to answer your report.'],
    ['opened', 'auditor', 'An auditor opened your profile to check our work.'],
    ['copied', 'support', 'Support made a copy of your data to answer your request.'],
    ['opened', null, 'Our staff opened your profile to help you or to check your membership.'],
  ] as const)('Y4: %s by %s', (act, role, text) => {
    expect(openingText(act, role)).toBe(text);
  });

  it('Y4: has a word for every role', () => {
    for (const role of ROLES) expect(openingText('opened', role)).not.toContain('Our staff');
  });
});

it('shows days and times of South Africa', () => {
  expect(shownDay(new Date('2026-03-02T22:00:00Z'))).toBe('3 Mar 2026');
  expect(shownMinute(new Date('2026-11-12T08:05:00Z'))).toBe('12 Nov 2026 at 10:05');
});

describe('a consent', () => {
  it.each([
    [
      { consent: 'marketing', value: true },
      { choice: 'marketing', isOn: true },
    ],
    [
      { consent: 'special:ethnicity', value: false },
      { choice: 'special:ethnicity', isOn: false },
    ],
    [{ consent: 'special:ethnicity', value: true }, { faults: [{ path: 'value', code: 'notAnOption' }] }],
    [{ consent: 'membership', value: false }, { faults: [{ path: 'consent', code: 'notAnOption' }] }],
    [{ consent: 'marketing' }, { faults: [{ path: 'value', code: 'required' }] }],
    [{ consent: 'marketing', value: 'no' }, { faults: [{ path: 'value', code: 'wrongType' }] }],
    [{ consent: 'marketing', value: true, did: 'x' }, { faults: [{ path: 'did', code: 'unknownField' }] }],
    [{}, 'not-the-payload'],
  ])('%j is read as %j', (body, expected) => {
    expect(decodeConsent(body)).toEqual(expected);
  });
});

import { describe, expect, it } from 'vitest';
import { southAfricanMinute } from '../calendar.ts';
import { readInputs } from './operation.ts';
import { SAMPLE_OPERATIONS } from './sample-operations.ts';
import {
  isSendingTime,
  nextSendingTime,
  parsePeople,
  parseSendingHours,
  placeTime,
  SENDING_HOURS,
  sendTimeFault,
  waitingSince,
  withLink,
} from './sends.ts';

const ALL_DAY = { from: '00:00', to: '24:00' };
const at = southAfricanMinute;

describe('the sending hours', () => {
  it.each([
    ['2026-11-18T07:59', false, '2026-11-18T08:00'],
    ['2026-11-18T08:00', true, '2026-11-18T08:00'],
    ['2026-11-18T19:59', true, '2026-11-18T19:59'],
    ['2026-11-18T20:00', false, '2026-11-19T08:00'],
    ['2026-11-18T23:30', false, '2026-11-19T08:00'],
    ['2026-11-19T01:30', false, '2026-11-19T08:00'],
  ])('at %s: sending is %s, and next possible at %s', (time, isOpen, next) => {
    expect(isSendingTime(SENDING_HOURS, at(time))).toBe(isOpen);
    expect(nextSendingTime(SENDING_HOURS, at(time))).toEqual(at(next));
    expect(isSendingTime(ALL_DAY, at(time))).toBe(true);
  });

  it.each([
    ['08:00-20:00', SENDING_HOURS],
    ['00:00-24:00', ALL_DAY],
    ['20:00-08:00', null],
    ['08:00-08:00', null],
    ['8-20', null],
    ['08:00-24:30', null],
    ['', null],
  ])('are read from %j', (text, hours) => expect(parseSendingHours(text)).toEqual(hours));

  it.each([
    ['2026-11-18T09:00', 2, '2026-11-18T11:00'],
    ['2026-11-18T19:00', 2, '2026-11-19T09:00'],
    ['2026-11-18T19:00', 1, '2026-11-19T08:00'],
    ['2026-11-18T19:00', 14, '2026-11-20T09:00'],
    ['2026-11-18T06:00', 1, '2026-11-18T09:00'],
  ])('from %s, %d hours of sending end at %s', (start, hours, end) =>
    expect(placeTime(SENDING_HOURS, at(start), hours * 3600 * 20)).toEqual(at(end)),
  );

  it('send 20 a second, and the rest the next morning', () => {
    expect(placeTime(SENDING_HOURS, at('2026-11-18T19:59'), 19)).toEqual(at('2026-11-18T19:59'));
    expect(placeTime(SENDING_HOURS, at('2026-11-18T19:59'), 1200)).toEqual(at('2026-11-19T08:00'));
  });

  it.each([
    ['2026-11-18T19:50', '2026-11-18T19:59', '2026-11-18T19:50'],
    ['2026-11-18T19:50', '2026-11-18T22:00', '2026-11-18T22:00'],
    ['2026-11-18T19:50', '2026-11-19T07:59', '2026-11-19T07:59'],
    ['2026-11-18T19:50', '2026-11-19T08:40', '2026-11-19T08:00'],
    ['2026-11-19T08:10', '2026-11-19T08:40', '2026-11-19T08:10'],
  ])('a message of %s has at %s been waiting since %s', (created, now, since) =>
    expect(waitingSince(SENDING_HOURS, at(created), at(now))).toEqual(at(since)),
  );

  it.each([
    ['2026-11-18T09:00', 'This time is in the past.'],
    ['2026-11-18T20:30', 'Choose a time between 08:00 and 20:00.'],
    ['2026-11-18T19:59', null],
    ['2026-12-19T09:00', 'This is more than 30 days away.'],
  ])('a time of %s is answered with %j', (time, fault) =>
    expect(sendTimeFault(SENDING_HOURS, at(time), at('2026-11-18T10:00'))).toBe(fault),
  );

  it.each([
    ['2026-11-18T19:59', null],
    ['2026-11-18T20:00', 'Nothing is sent now. Choose a time between 08:00 and 20:00.'],
  ])('sending at once at %s is answered with %j', (now, fault) =>
    expect(sendTimeFault(SENDING_HOURS, null, at(now))).toBe(fault),
  );
});

it.each([
  ['12460', 12_460],
  ['12,460', 12_460],
  ['12\u202f460', 12_460],
  [' 12 460 ', 12_460],
  ['12.460', null],
  ['', null],
  ['many', null],
])('a number of people typed as %j is %j', (typed, people) => expect(parsePeople(typed)).toBe(people));

it.each([
  ['2026-11-30T09:00', true],
  ['2026-11-31T09:00', false],
  ['2027-02-29T09:00', false],
  ['2026-11-30T25:00', false],
])('a time typed as %s is accepted: %s', (time, isAccepted) => {
  const read = readInputs(SAMPLE_OPERATIONS['continue-task'], { task: 'bread', people: '1', at: time });
  expect('values' in read).toBe(isAccepted);
});

describe('the text of an invitation', () => {
  const faultOf = (text: string) => {
    const read = readInputs(SAMPLE_OPERATIONS['invite-task'], { task: 'bread', text, people: '1' });
    return 'errors' in read ? read.errors.map(({ message }) => message) : [];
  };
  it.each([
    ['Tap: {link}', []],
    ['Tap here', ['Add {link}, which becomes each person’s own link.']],
    ['Hello {name}: {link}', ['Only {link} is filled in. Remove the other braces.']],
    ['Hello {: {link}', ['Only {link} is filled in. Remove the other braces.']],
    ['evil.example {link}', ['Remove the address. {link} becomes each person’s own link.']],
  ])('%j: %j', (text, faults) => expect(faultOf(text)).toEqual(faults));

  it.each([
    ['a zero-width space', 'evil.\u200bexample'],
    ['a soft hyphen', 'evil.e\u00adxample'],
    ['a word joiner before the dot', 'evil\u2060.\u2060example'],
    ['a control character', 'evil.\u0001example'],
    ['circled letters', 'ⓔⓥⓘⓛ.ⓒⓞⓜ'],
    ['letters in black circles', 'evil.🅒🅞🅜'],
    ['letters and a dot that are wide', 'ｅｖｉｌ．ｃｏｍ'],
    ['a small dot', 'evil﹒com'],
    ['a dot of another script', 'evilꓸcom'],
    ['numbers with dots', '⒈⒈⒈1'],
    ['a scheme with an invisible character', 'http:\u200b//evil'],
    ['a wide scheme', 'ｈｔｔｐ：／／ｅｖｉｌ'],
  ])('T12: may not have an address with %s', (_, address) =>
    expect(faultOf(`Tap ${address} {link}`)).toEqual(['Remove the address. {link} becomes each person’s own link.']),
  );

  it.each([
    'Ready … go: 24/7! R5.50 for 10 min.\nTap: {link}',
    'Wait…now. 👩\u200d👩\u200d👧 ❤\ufe0f {link}',
    '① Read. ② Tap {link}',
  ])('T12: may have %j', (text) => expect(faultOf(text)).toEqual([]));

  it('has its link only where the field is written as such', () => {
    expect(faultOf('Tap ｛link｝')).toEqual(['Add {link}, which becomes each person’s own link.']);
  });

  it('has the link where the field is', () => {
    expect(withLink('Tap {link} now', 'https://a/$&')).toBe('Tap https://a/$& now');
  });
});

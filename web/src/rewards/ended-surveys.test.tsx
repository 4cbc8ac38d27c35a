// @vitest-environment jsdom
import { beforeAll, describe, expect, it } from 'vitest';
import { dialog, historyOf, openBalance, openReport, rowOf, WAITING } from './balance.testing.tsx';

// Its code is loaded on demand, which takes as long as the machine needs.
beforeAll(() => import('./ReportDialog.tsx'));

describe('a survey that ended', () => {
  const ENDED = { ...WAITING, kind: 'ended', state: 'did-not-qualify', survey: 'Survey 1\u202f001', minutes: 6 };

  it.each([
    [
      'did-not-qualify',
      'Did not qualify',
      'You spent 6 min. This survey was looking for other people. It says nothing about you.',
    ],
    ['full', 'Survey full', 'You spent 6 min. Enough people have answered this survey already.'],
    ['technical', 'Technical problem', 'You spent 6 min. The survey could not be finished.'],
    ['reported', 'Reported', 'You spent 6 min.'],
  ])('as %s says so, with its number and the minutes spent', async (state, chip, text) => {
    await openBalance({}, historyOf([{ ...ENDED, state }]));
    const row = rowOf('Survey 1 001');
    expect(row.getByText(chip)).not.toBeNull();
    expect(row.getByText('R0')).not.toBeNull();
    expect(row.getByText(text)).not.toBeNull();
  });

  it('at once spent less than a minute', async () => {
    await openBalance({}, historyOf([{ ...ENDED, state: 'full', minutes: 0 }]));
    expect(rowOf('Survey 1 001').getByText(/^You spent less than a minute\. Enough/)).not.toBeNull();
  });

  it('late may have a thank-you, which names its survey', async () => {
    await openBalance(
      {},
      historyOf([{ ...ENDED, kind: 'thank-you', state: 'available', amount: 0.5, session: undefined }]),
    );
    const row = rowOf('Thank-you for your time');
    expect(row.getByText('+R0.50')).not.toBeNull();
    expect(row.getByText('Survey 1 001')).not.toBeNull();
    expect(row.queryByRole('button')).toBeNull();
  });

  it('says nothing about its number and minutes if they aren’t known', async () => {
    await openBalance({}, historyOf([{ ...ENDED, survey: undefined, minutes: undefined }]));
    expect(
      rowOf('Survey').getByText('This survey was looking for other people. It says nothing about you.'),
    ).not.toBeNull();
  });

  it.each([
    ['ended', ['stopped-early', 'no-reward', 'asked-private', 'other']],
    ['finished', ['no-reward', 'stopped-early', 'asked-private', 'other']],
    ['reward', ['reward-too-small', 'asked-private', 'other']],
  ])('or is %s has its own reasons for a report', async (kind, reasons) => {
    const state = { ended: 'full', finished: 'waiting', reward: 'available' }[kind];
    await openBalance({}, historyOf([{ ...ENDED, kind, state }]));
    await openReport();
    const radios = dialog().getAllByRole<HTMLInputElement>('radio');
    expect(radios.map(({ value }) => value)).toEqual(reasons);
    expect(radios[0]?.checked).toBe(true);
    expect(dialog().queryByText('It asked for an ID number, bank card or PIN')).not.toBeNull();
  });
});

it('a survey that waits repeats its number and the amount that the list showed', async () => {
  await openBalance({}, historyOf([{ ...WAITING, survey: 'Survey 48\u202f213', shown: 14.5 }]));
  const row = rowOf('Survey 48 213 finished');
  expect(row.getByText('R14.50')).not.toBeNull();
  expect(row.getByText('The list showed R14.50.')).not.toBeNull();
  expect(row.queryByText('amount not known yet')).toBeNull();
});

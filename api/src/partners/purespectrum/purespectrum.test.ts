import { expect, it } from 'vitest';
import { useKit } from '../../../test/kit.ts';
import { alarms, deliver, eventsOf, ONE_DOLLAR, panelistWithSession, pendingOf } from '../partners.testing.ts';
import { spectrumChange, spectrumComplete } from './contract.testing.ts';
import { RESPONDENT_STATUSES } from './statuses.ts';

const kit = useKit();

it.each(['52', '75'])(
  'S7: a reversal does not follow from an undocumented %s; an operator is alerted',
  async (status) => {
    const { did, session } = await panelistWithSession(kit(), 'purespectrum');
    await deliver(kit(), spectrumComplete(session));
    const before = alarms(kit());
    expect((await deliver(kit(), spectrumChange(session, `21>${status}`))).statusCode).toBe(200);
    expect(await eventsOf(kit(), session.sessionId)).toEqual(['complete: credited', 'technical: noted']);
    expect([await pendingOf(kit(), did), alarms(kit()) - before]).toEqual([ONE_DOLLAR, 1]);
    expect(kit().log.findLast((line) => line.includes('needs review'))).toContain('"alert":"unknown-code"');
  },
);

it('S7: a reversal that is repeated after it was undone moves nothing, and an operator is alerted', async () => {
  const { did, session } = await panelistWithSession(kit(), 'purespectrum');
  for (const call of [spectrumComplete(session), spectrumChange(session, '21>33'), spectrumChange(session, '33>21')])
    await deliver(kit(), call);
  const before = alarms(kit());
  await deliver(kit(), spectrumChange(session, '21>33'));
  expect([await pendingOf(kit(), did), alarms(kit()) - before]).toEqual([ONE_DOLLAR, 1]);
});

it('the status table names codes as the documentation groups them', () => {
  const codesOf = (...outcomes: string[]) =>
    RESPONDENT_STATUSES.filter(([, outcome]) => outcomes.includes(outcome)).map(([code]) => Number(code));
  expect(codesOf('screenout')).toEqual([13, 18, 24, 25, 35, 44, 45, 46, 49, 50]);
  expect(codesOf('overquota')).toEqual([12, 17, 22, 23, 27, 36, 37, 47, 48, 57, 58, 88]);
  expect(codesOf('quality')).toEqual([
    20, 29, 31, 38, 40, 41, 42, 43, 51, 55, 60, 62, 67, 68, 71, 73, 76, 77, 78, 79, 80, 81, 82, 83, 87,
  ]);
  expect(codesOf('blocked')).toEqual([63, 64]);
  expect(codesOf('duplicate')).toEqual([15, 26, 30, 32, 69, 70, 74, 85, 86]);
  expect(codesOf('drop')).toEqual([11, 14, 16, 19]);
  expect(codesOf('technical')).toEqual([28]);
  expect(codesOf('reversed')).toEqual([33]);
});

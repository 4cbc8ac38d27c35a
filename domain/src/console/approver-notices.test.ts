import { expect, it } from 'vitest';
import { ALARM_NAMES, ALARMS, alarmNotice, freezeNotice, noticeText, proposalNotice } from './approver-notices.ts';

const ORIGIN = 'https://console.example';

it.each([
  [
    proposalNotice('P-12', 'Close a message', 160_713),
    'P-12 is waiting for approval: Close a message.\nAmount: R1607.13\nhttps://console.example/proposal?id=P-12\n',
  ],
  [
    proposalNotice('P-13', 'Resume payouts', null),
    'P-13 is waiting for approval: Resume payouts.\nhttps://console.example/proposal?id=P-13\n',
  ],
  [freezeNotice('4'), 'Payouts are frozen.\nhttps://console.example/money\n'],
  [alarmNotice('books'), 'The books don’t agree.\nhttps://console.example/today\n'],
])('a notice says what happened and links to the console', (notice, text) => {
  expect(noticeText(notice, ORIGIN)).toBe(text);
});

it('each proposal, freeze and alarm has its own subject', () => {
  const notices = [
    ...['P-1', 'P-2'].map((id) => proposalNotice(id, 'Resume payouts', null)),
    ...['1', '2'].map(freezeNotice),
    ...ALARM_NAMES.map(alarmNotice),
  ];
  expect(new Set(notices.map(({ subject }) => subject)).size).toBe(4 + Object.keys(ALARMS).length);
});

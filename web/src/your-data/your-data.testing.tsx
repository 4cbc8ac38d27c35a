/** The page Your data with made-up data, and what a panelist does on it. */
import type { DataLock, YourData } from '@panel/domain/panelists/your-data';
import { fireEvent, screen } from '@testing-library/react';
import { type Answer, button, click, DID, openApp, QUERY, requests } from '../app.testing.tsx';

export const API = '/api/v2/panelist';
export const DATA = `GET ${API}/data/${DID}`;
export const SEND = `POST ${API}/data-code/${DID}`;
export const ENTER = `POST ${API}/data-unlock/${DID}`;
export const LOCKED: DataLock = {
  unlockedUntil: null,
  secondsLeft: 0,
  codeUntil: null,
  triesLeft: 5,
  nextCodeAt: null,
};
export const SENT: DataLock = { ...LOCKED, codeUntil: '2026-11-18T12:10:00.000Z' };
export const OPEN: DataLock = { ...LOCKED, unlockedUntil: '2026-11-18T12:15:00.000Z', secondsLeft: 900 };
export const WAITING: DataLock = { ...LOCKED, triesLeft: 0, nextCodeAt: '2026-11-19T12:00:00.000Z' };

const SINCE = '2026-03-03T10:00:00.000Z';
export const DATA_LOCKED: YourData = {
  acceptedTermsAt: SINCE,
  choices: [
    { choice: 'research', isOn: true, since: SINCE },
    { choice: 'marketing', isOn: false, since: '2026-08-12T10:00:00.000Z' },
    { choice: 'partner_comms', isOn: false, since: null },
    { choice: 'transfer_abroad', isOn: true, since: SINCE },
    { choice: 'special:ethnicity', isOn: true, since: SINCE },
  ],
  openings: [{ act: 'opened-report', role: 'support', at: '2026-11-12T08:12:00.000Z' }],
  lock: LOCKED,
  topics: null,
};
export const DATA_OPEN: YourData = {
  ...DATA_LOCKED,
  lock: OPEN,
  topics: [
    {
      title: 'You',
      answeredAt: SINCE,
      answers: [{ question: 'First name', answer: 'Naledi' }],
      corrections: ['date-of-birth', 'yearly', 'contact'],
      note: 'Only you see this.',
    },
  ],
};

export const withLock = (lock: DataLock): Answer => ({ body: { ...DATA_LOCKED, lock } });
export const openPage = (data: Answer, more: Record<string, Answer> = {}) =>
  openApp(`/your-data${QUERY}`, { [DATA]: data, ...more });
export const field = () => screen.getByLabelText<HTMLInputElement>('Enter the 6 numbers from your chat');
export const enter = async (code: string) => {
  fireEvent.change(field(), { target: { value: code } });
  await click(button('Show my data'));
};
export const switchOf = (name: string) => screen.getByRole('switch', { name });
export const isOn = (name: string) => switchOf(name).getAttribute('aria-checked') === 'true';
export const methods = () => requests().map(({ method, path }) => `${method} ${path.replace(API, '')}`);

// @vitest-environment jsdom
import { GOLDEN_RESPONSES } from '@panel/domain/golden-responses';
import { api, screens } from '@panel/domain/paths';
import { act, fireEvent, screen } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  APPROVED,
  button,
  click,
  DID,
  deferred,
  heading,
  isOff,
  openApp,
  QUERY,
  registrationCheck,
  requestCount,
  requests,
  respondWith,
  toast,
} from '../app.testing.tsx';
import { navigate } from '../routing/router.tsx';
import {
  dialog,
  figure,
  HISTORY_FAILED,
  historyAnswer,
  historyOf,
  main,
  openBalance,
  openReport,
  rowOf,
  WAITING,
} from './balance.testing.tsx';

const REPORT = api.report(DID);
const reporting = (answer: Answer) => ({ [`POST ${REPORT}`]: answer });
const REVERSAL = {
  id: 'reversal:r',
  kind: 'reversal',
  state: 'reversed',
  amount: 16,
  date: '2026-10-01T08:00:00Z',
  session: 's_2',
  notes: [{ text: 'The partner took this reward back: some answers contradict each other.' }],
  debt: 16,
  debt_left: 4.5,
};

// Its code is loaded on demand, which takes as long as the machine needs.
beforeAll(() => import('./ReportDialog.tsx'));

const write = (value: string) => act(() => void fireEvent.change(dialog().getByRole('textbox'), { target: { value } }));

describe('a survey that has earned nothing yet', () => {
  it('waits for the partner, and can be reported once the server allows it', async () => {
    const { session: _, ...fresh } = WAITING;
    await openBalance({}, historyOf([fresh]));
    const row = rowOf('Survey finished');
    expect(row.getByText('Waiting for the partner')).not.toBeNull();
    expect(row.getByText('–').getAttribute('aria-hidden')).toBe('true');
    expect(row.getByText('amount not known yet')).not.toBeNull();
    expect(row.getByText('The amount usually comes within a day. Nothing is lost.')).not.toBeNull();
    expect(screen.queryByRole('button', { name: 'Report a problem' })).toBeNull();
  });

  it('shows when it will be answered, then the answer verbatim', async () => {
    const [, started, reward] = GOLDEN_RESPONSES.history.body.entries;
    const declined = {
      ...WAITING,
      id: 's_9',
      state: 'answered',
      notes: [{ text: 'The survey was full.', day: '2026-11-11' }],
    };
    await openBalance({}, historyOf([started, reward, declined]));
    expect(rowOf('Survey started').getByText('Reported')).not.toBeNull();
    expect(rowOf('Survey started').getByText('Our answer comes here, by 20 Nov.')).not.toBeNull();
    expect(rowOf('Survey completed').getByText('We have added R9 to your balance.')).not.toBeNull();
    expect(rowOf('Survey completed').getByText('Answered 15 Nov')).not.toBeNull();
    expect(rowOf('Survey finished').getByText('R0')).not.toBeNull();
    expect(rowOf('Survey finished').getByText('The survey was full.')).not.toBeNull();
  });
});

describe('a reversed reward', () => {
  it('shows why, and how much of a debt is paid off', async () => {
    await openBalance({}, historyOf([REVERSAL]));
    const row = rowOf('Reward taken back');
    expect(row.getByText('−R16')).not.toBeNull();
    expect(row.getByText(/some answers contradict each other/)).not.toBeNull();
    expect(
      row.getByText('You had withdrawn R16 already. Your next rewards pay it off first: R4.50 to go.'),
    ).not.toBeNull();
    expect(row.getByRole('progressbar', { hidden: true }).getAttribute('value')).toBe('1150');
  });

  it('has its own reasons for a report', async () => {
    await openBalance({}, historyOf([REVERSAL]));
    await openReport();
    expect(
      dialog()
        .getAllByRole('radio')
        .map((radio) => (radio as HTMLInputElement).value),
    ).toEqual(['reward-reversed', 'other']);
  });
});

describe('a report', () => {
  it('has the session and a reason, and the history and the balance are reloaded', async () => {
    await openBalance({}, { ...historyOf([WAITING]), ...reporting({ body: true }) });
    await openReport();
    expect(dialog().getByText('Survey finished, 12 Nov')).not.toBeNull();
    expect(dialog().getByText('We answer within 5 days, in your history.')).not.toBeNull();
    await click(dialog().getByRole('radio', { name: 'It stopped near the end' }));
    const words = dialog().getByRole('textbox', { name: 'Anything to add? (optional)' });
    act(() => void fireEvent.change(words, { target: { value: ' It said thank you. ' } }));
    respondWith(historyOf([{ ...WAITING, state: 'reported', session: undefined, answer_by: '2026-11-20' }]));
    respondWith(registrationCheck({ body: { ...APPROVED, available_reward: 60 } }));
    await click(button('Send'));
    const sent = requests().find(({ path }) => path === REPORT);
    expect(sent).toMatchObject({
      method: 'POST',
      body: { session: 's_1', reason: 'stopped-early', text: 'It said thank you.' },
    });
    expect(toast()).toBe('Thank you. We answer within 5 days, in your history.');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(rowOf('Survey finished').getByText('Reported')).not.toBeNull();
    expect(figure('Available')).toBe('R60');
    // The button that had the focus is gone.
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'History' }));
  });

  it('that fails keeps what was written, and Send can’t be pressed twice', async () => {
    await openBalance({}, { ...historyOf([WAITING]), ...reporting({ status: 503 }) });
    await openReport();
    const words = dialog().getByRole<HTMLTextAreaElement>('textbox');
    act(() => void fireEvent.change(words, { target: { value: 'x' } }));
    await click(button('Send'));
    // In the dialog: a toast is behind it, where a screen reader can't reach it.
    expect(dialog().getByRole('alert').textContent).toBe('Your report could not be sent. Please try again.');
    expect(toast()).toBe('');
    expect(words.value).toBe('x');
    respondWith(reporting('unanswered'));
    await click(button('Send'), 2);
    expect(dialog().getByRole('alert').textContent).toBe('');
    expect([isOff(button('Send')), requestCount('POST', REPORT)]).toEqual([true, 2]);
    const element = screen.getByRole<HTMLDialogElement>('dialog');
    element.close();
    act(() => void fireEvent(element, new Event('close')));
    expect(element.open).toBe(true);
  });

  it('that can’t be sent now says why, and keeps what was written', async () => {
    const detail = 'Too many requests. Please wait a moment and try again.';
    const sending = deferred();
    await openBalance({}, { ...historyOf([WAITING]), ...reporting(sending.promise) });
    await openReport();
    write('x');
    await click(button('Send'));
    await sending.resolve({ status: 429, body: { detail } });
    expect(dialog().getByRole('alert').textContent).toBe(detail);
    expect(document.activeElement).toBe(button('Send'));
    expect(dialog().getByRole<HTMLTextAreaElement>('textbox').value).toBe('x');
  });

  it('that is too late says so, closes, and reloads the history', async () => {
    const detail = 'There is nothing to report about this survey now.';
    await openBalance({}, { ...historyOf([WAITING]), ...reporting({ status: 409, body: { detail } }) });
    await openReport();
    respondWith(historyOf([{ ...WAITING, kind: 'reward', state: 'available', amount: 9, session: undefined }]));
    await click(button('Send'));
    expect(toast()).toBe(detail);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(rowOf('Survey completed').getByText('+R9')).not.toBeNull();
  });

  it('is sent without invisible characters from pasted text', async () => {
    await openBalance({}, { ...historyOf([WAITING]), ...reporting({ body: true }) });
    await openReport();
    write('\u202aIt said\n\u2068thank you.\u2069');
    await click(button('Send'));
    expect(requests().find(({ path }) => path === REPORT)?.body).toMatchObject({ text: 'It said thank you.' });
  });

  it('keeps what was written until it is sent, even if its dialog was closed', async () => {
    await openBalance({}, { ...historyOf([WAITING]), ...reporting({ body: true }) });
    const written = () => dialog().getByRole<HTMLTextAreaElement>('textbox').value;
    await openReport();
    write('It said thank you.');
    await click(dialog().getByRole('radio', { name: 'It stopped near the end' }));
    await click(button('Cancel'));
    await openReport();
    expect(written()).toBe('It said thank you.');
    expect(dialog().getByRole<HTMLInputElement>('radio', { checked: true }).value).toBe('stopped-early');
    await click(button('Send'));
    await openReport();
    expect(written()).toBe('');
  });

  it.each<[string, Answer, string]>([
    ['sent', { body: true }, 'Thank you. We answer within 5 days, in your history.'],
    ['lost', 'network error', 'Your report could not be sent. Please try again.'],
  ])('that was left while it was being sent is reported as %s', async (_, answer, message) => {
    const sending = deferred();
    await openBalance({}, { ...historyOf([WAITING]), ...reporting(sending.promise) });
    await openReport();
    await click(button('Send'));
    await act(() => navigate(screens.terms));
    await sending.resolve(answer);
    expect(heading()).toBe('Terms and Conditions');
    expect(toast()).toBe(message);
  });

  it('shows that it is being opened', async () => {
    await openBalance({}, historyOf([WAITING]));
    act(() => button('Report a problem').click());
    expect(button('Report a problem').getAttribute('aria-busy')).toBe('true');
    await screen.findByRole('dialog', {}, { timeout: 60_000 });
    await click(button('Cancel'));
    expect(button('Report a problem').getAttribute('aria-busy')).toBeNull();
  });

  it('leaves the list on the screen if it can’t be reloaded', async () => {
    await openBalance({}, { ...historyOf([WAITING]), ...reporting({ body: true }) });
    await openReport();
    respondWith(historyAnswer('network error'));
    await click(button('Send'));
    expect(main().getByText(HISTORY_FAILED)).not.toBeNull();
    expect(rowOf('Survey finished')).not.toBeNull();
  });

  it('is not sent by Cancel, which returns to the button', async () => {
    await openBalance({}, historyOf([WAITING]));
    await openReport();
    await click(button('Cancel'));
    expect(requestCount('POST', REPORT)).toBe(0);
    expect(document.activeElement).toBe(button('Report a problem'));
  });
});

it('the page of a report without script waits for a history that comes late', async () => {
  const late = deferred();
  await openApp(`/balance/report/s_1${QUERY}`, historyAnswer(late.promise));
  expect(main().getByText('Loading…')).not.toBeNull();
  expect(main().queryByText(HISTORY_FAILED)).toBeNull();
  await late.resolve({ body: { entries: [WAITING] } });
  expect(button('Send')).not.toBeNull();
});

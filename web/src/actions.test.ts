import { GOLDEN } from '@panel/domain/golden';
import type { FormAction, FormResult, PageResponse } from '@panel/domain/page';
import { TERMS } from '@panel/domain/panelists/rules';
import { entryLink } from '@panel/domain/partners/entry-link';
import { api } from '@panel/domain/paths';
import { entryFailure } from '@panel/domain/wording';
import { describe, expect, it } from 'vitest';
import { actionAt, noticeOf } from './server.tsx';

const DID = 'some-device-1';
const QUERY = `?x-binu-did=${DID}`;
type Fields = Record<string, readonly string[]>;

/** What a form does, and what follows each answer to its call. */
function act(path: string, fields: Fields = {}): FormAction & { answer: (response: PageResponse) => FormResult } {
  const action = actionAt(path, QUERY, fields);
  if (!action) throw new Error(`no action at ${path}`);
  return { ...action, answer: (response) => ('call' in action ? action.after(response) : action) };
}

describe('home', () => {
  it('H4: opens a partner’s survey', () => {
    const action = act('/', { partner: ['cint-match'] });
    expect(action).toMatchObject({ call: { method: 'GET', path: entryLink('cint-match')(DID) } });
    expect(action.answer({ status: 200, body: { url: 'https://partner.example/s' } })).toEqual({
      leave: 'https://partner.example/s',
    });
  });

  it.each([
    ['no survey', { status: 200, body: { url: '' } }, 'empty'],
    ['an address with a script', { status: 200, body: { url: 'javascript:alert(1)' } }, 'empty'],
    ['a failure', { status: 503 }, 'error'],
    ['a refusal', { status: 429 }, 'error'],
  ] as const)('H5: says it if there is %s', (_, response, reason) => {
    const result = act('/', { partner: ['purespectrum'] }).answer(response);
    expect(result).toMatchObject({ redirect: '/' });
    const { notice } = (noticeOf('notice' in result && result.notice ? result.notice : '') ?? {}) as {
      notice?: object;
    };
    expect(notice).toEqual({ tone: 'error', text: entryFailure('purespectrum', reason) });
  });

  it('only checks again without a partner, or with one that it doesn’t know', () => {
    for (const fields of [{}, { partner: ['evil'] }]) expect(act('/', fields)).toMatchObject({ redirect: '/' });
  });
});

describe('the list of surveys', () => {
  it('opens the chosen survey for the reward that was shown', () => {
    const action = act('/surveys', { survey: ['48213:1450'] });
    expect(action).toMatchObject({
      call: { method: 'POST', path: api.surveys(DID), body: { number: 48_213, reward: 14.5 } },
    });
    expect(action.answer({ status: 200, body: { url: 'https://partner.example/s' } })).toEqual({
      leave: 'https://partner.example/s',
    });
  });

  it.each([
    [{ status: 200, body: { url: '' } }, 'That survey just filled up. Here are others.'],
    [{ status: 503 }, 'Error fetching survey link'],
  ])('says after %j why it isn’t opened', (response, text) => {
    const result = act('/surveys', { survey: ['48213:1450'] }).answer(response);
    expect(result).toMatchObject({ redirect: '/surveys' });
    expect(noticeOf('notice' in result && result.notice ? result.notice : '')).toEqual({
      notice: { tone: 'error', text },
    });
  });

  it('is only shown again without a survey', () => {
    for (const fields of [{}, { survey: ['48213'] }, { survey: ['x:1'] }])
      expect(act('/surveys', fields as Fields)).toMatchObject({ redirect: '/surveys' });
  });
});

describe('the balance', () => {
  it.each([
    [{ open: ['withdraw'] }, '/balance/withdraw'],
    [{ open: ['s_0123'] }, '/balance/report/s_0123'],
    [{ open: ['../x'] }, '/balance'],
    [{}, '/balance'],
  ])('%j opens %s', (fields, redirect) => expect(act('/balance', fields as Fields)).toMatchObject({ redirect }));

  it.each([
    ['accepted', { status: 200, body: true }, 'withdrawn'],
    ['refused', { status: 200, body: false }, 'not-withdrawn'],
    ['limited', { status: 429 }, 'not-withdrawn'],
    ['without an answer', { status: 503 }, 'not-withdrawn'],
  ])('B4: a withdrawal that is %s is said on the balance', (_, response, notice) => {
    const action = act('/balance/withdraw');
    expect(action).toMatchObject({ call: { method: 'GET', path: api.withdraw(DID) } });
    expect(action.answer(response)).toEqual({ redirect: '/balance', notice });
  });

  it('sends a report, and keeps it if it fails', () => {
    const action = act('/balance/report/s_0123', { reason: ['no-reward'], words: ['It said\nthank you.'] });
    expect(action).toMatchObject({
      call: { method: 'POST', body: { session: 's_0123', reason: 'no-reward', text: 'It said thank you.' } },
    });
    expect(action.answer({ status: 200, body: true })).toEqual({ redirect: '/balance', notice: 'reported' });
    expect(action.answer({ status: 409 })).toEqual({
      status: 409,
      form: {
        values: { reason: ['no-reward'], words: ['It said\nthank you.'] },
        isChecked: false,
        failure: { status: 409 },
      },
    });
  });
});

it.each([
  [{ save: [''], receive: ['on'] }, true, 'opted-in'],
  [{ save: [''] }, false, 'opted-out'],
])('O3: the preference %j is sent as %s', (fields, value, notice) => {
  const action = act('/opt-out-research-tasks', fields as Fields);
  expect(action).toMatchObject({ call: { method: 'PUT', body: { data: [{ preference: 'research', value }] } } });
  expect(action.answer({ status: 200, body: value })).toEqual({ redirect: '/opt-out-research-tasks', notice });
  expect(action.answer({ status: 404 })).toMatchObject({ notice: 'status-404' });
  expect(noticeOf('status-404')?.notice?.text).toBe('Bua does not recognise your number.');
});

it('O4: Try again changes no preference', () => {
  expect(act('/opt-out-research-tasks')).toMatchObject({ redirect: '/opt-out-research-tasks' });
});

it('X2, X3: a deletion asks first, and then shows its result', () => {
  expect(act('/delete-profile')).toMatchObject({ redirect: '/delete-profile/confirm' });
  const action = act('/delete-profile/confirm');
  expect(action).toMatchObject({ call: { method: 'DELETE', path: api.deleteProfile(DID) } });
  expect(action.answer({ status: 200, body: true })).toEqual({
    redirect: '/redirect-page/profile-deleted',
    erases: true,
  });
  expect(action.answer({ status: 404 })).toEqual({ redirect: '/redirect-page/no-information-found' });
});

describe('a questionnaire', () => {
  const path = `/profiling-quarterly/${DID}`;

  it('Q2: is shown again with what is missing, and nothing is sent', () => {
    expect(actionAt(path, '', { work_status: ['student'] })).toMatchObject({
      status: 400,
      form: { isChecked: true, values: { work_status: ['student'] } },
    });
  });

  it('Q6, Q7: is sent as the script sends it, and then says so', () => {
    const posted = Object.fromEntries(
      Object.entries(GOLDEN.quarterly.answers).map(([id, answer]) => [id, fieldsOf(answer)]),
    );
    const action = actionAt(`/profiling-quarterly/${GOLDEN.quarterly.did}`, '', posted);
    if (!action || !('call' in action)) throw new Error('not sent');
    expect(action.call).toEqual({ method: 'PUT', path: api.profiling('quarterly'), body: GOLDEN.quarterly.payload });
    const done = action.after({ status: 200, body: true });
    expect(done).toEqual({ redirect: '/redirect-page/profiling-survey-updated', notice: 'sent-quarterly' });
    expect(noticeOf('sent-quarterly')?.sent).toBe('quarterly');
    expect(action.after({ status: 404 })).toMatchObject({ status: 404, form: { failure: { status: 404 } } });
  });
});

describe('the sign-up', () => {
  it.each([
    ['asks for the tick', {}, 400, {}],
    ['shows the questions', { terms: ['on'] }, 200, { terms: [TERMS.revised] }],
  ])('A1: %s', (_, fields, status, values) => {
    expect(act('/apply', fields as Fields)).toMatchObject({ status, form: { values } });
  });

  it('A4: stays at the questions if answers are missing', () => {
    expect(act('/apply', { terms: [TERMS.revised] })).toMatchObject({
      status: 400,
      form: { isChecked: true, values: { terms: [TERMS.revised] } },
    });
  });
});

it('does nothing without a did or a form', () => {
  expect(actionAt('/', '', {})).toBeNull();
  expect(actionAt('/terms', QUERY, {})).toBeNull();
});

it('R21: opens no survey at an address without a screen, which a proxy can’t tell from any other form', () => {
  expect(actionAt('/constructor', QUERY, { partner: ['cint-match'] })).toBeNull();
});

it.each(['constructor', '__proto__', 'toString'])('R13: has no notice named %s', (id) => {
  expect(noticeOf(id)).toBeUndefined();
});

const fieldsOf = (answer: unknown): readonly string[] => {
  if (typeof answer === 'boolean') return [answer ? 'yes' : 'no'];
  return Array.isArray(answer) ? answer : [String(answer)];
};

describe('Your data', () => {
  const LOCK = { unlockedUntil: null, secondsLeft: 0, codeUntil: null, triesLeft: 5, nextCodeAt: null };
  const LATER = '2026-11-18T12:00:00.000Z';
  const result = (fields: Fields, response: PageResponse) => act('/your-data', fields).answer(response);

  it.each([
    [{ act: ['send-code'] }, 'POST', api.dataCode(DID), undefined],
    [{ act: ['lock'] }, 'DELETE', api.dataUnlock(DID), undefined],
    [{ code: [' 123 456'] }, 'POST', api.dataUnlock(DID), { code: '123456' }],
    [{ choose: ['marketing off'] }, 'PUT', api.consent(DID), { consent: 'marketing', value: false }],
    [{ choose: ['transfer_abroad on'] }, 'PUT', api.consent(DID), { consent: 'transfer_abroad', value: true }],
    [{ choose: ['research off'] }, 'PUT', api.preference(DID), { data: [{ preference: 'research', value: false }] }],
  ])('Y7: %j calls %s %s', (fields, method, path, body) => {
    expect(act('/your-data', fields)).toMatchObject({ call: { method, path, ...(body && { body }) } });
  });

  it.each<[Fields, PageResponse, string]>([
    [{ act: ['send-code'] }, { status: 200, body: { ...LOCK, codeUntil: LATER } }, 'We sent a code to your chat.'],
    [{ act: ['send-code'] }, { status: 200, body: { ...LOCK, nextCodeAt: LATER } }, 'That was too many for one day.'],
    [{ act: ['send-code'] }, { status: 503 }, 'We could not send a code just now. Please try again later.'],
    [
      { code: ['123456'] },
      { status: 200, body: { ...LOCK, unlockedUntil: LATER } },
      'Your data is open on this phone.',
    ],
    [{ code: ['123456'] }, { status: 200, body: { ...LOCK, codeUntil: LATER } }, 'That is not the code.'],
    [{ code: ['123456'] }, { status: 200, body: LOCK }, 'This code no longer works. Ask for a new one.'],
    [
      { code: ['123456'] },
      { status: 200, body: { ...LOCK, nextCodeAt: LATER, triesLeft: 0 } },
      'That was too many for one day.',
    ],
    [{ code: ['12'] }, { status: 400 }, 'Enter the 6 numbers.'],
    [{ code: ['123456'] }, { status: 503 }, 'We could not load your data.'],
    [{ act: ['lock'] }, { status: 200, body: LOCK }, 'Your data is locked again.'],
    [{ choose: ['marketing off'] }, { status: 200, body: false }, 'Your choice is saved.'],
    [{ choose: ['marketing off'] }, { status: 503 }, 'Your choice could not be saved. Please try again later.'],
  ])('Y7: %j after %j says %j', (fields, response, text) => {
    const { redirect, notice } = result(fields, response) as { redirect: string; notice: string };
    expect([redirect, noticeOf(notice)?.notice?.text]).toEqual(['/your-data', text]);
  });

  it('does nothing for fields that it doesn’t know', () => {
    for (const fields of [{}, { act: ['evil'] }, { choose: ['membership off'] }, { choose: ['constructor on'] }])
      expect(act('/your-data', fields)).toMatchObject({ redirect: '/your-data' });
  });
});

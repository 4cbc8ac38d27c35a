import { createHmac } from 'node:crypto';
import {
  type Call,
  keyOf,
  ORIGIN,
  type Protocol,
  type Report,
  type ReportedEvent,
  type TestSession,
} from '../protocol.testing.ts';
import { cintHash } from './adapter.ts';

const hash = (key: string, text: string) =>
  createHmac('sha1', key).update(text).digest('base64').replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** Cint's signed return, with its codes as `st/cs`. */
export function matchReturn(
  { sessionId, pid }: TestSession,
  page: string,
  codes: string,
  { usd = '1.00', survey = '77', ...reported }: ReportedEvent = {},
): Call {
  const [st, cs] = codes.split('/');
  const path =
    `/partners/cint-match/return/${page}?mid=${sessionId}&pid=${pid}&rid=r1&st=${st}&cs=${cs}` +
    `&rev=${usd}&sn=${survey}&tis=9&`;
  return { method: 'GET', url: `${path}hash=${hash(keyOf('CINT_MATCH_SECRET', reported), ORIGIN + path)}` };
}

export const matchItem = (
  { sessionId, pid }: TestSession,
  codes: string,
  { usd = '1.00', survey = '77' }: ReportedEvent = {},
) => ({
  respondent_id: 'r1',
  panelist_id: pid,
  session_id: sessionId,
  marketplace_status: Number(codes.split('/')[0]),
  client_status: Number(codes.split('/')[1]),
  survey_id: Number(survey),
  rpi: { value: Number(usd), currency_code: 'USD' },
});

/** It isn't signed: only Cint knows the address. */
export const matchPush = (session: TestSession, codes: string, reported: ReportedEvent = {}): Call => ({
  method: 'POST',
  url: `/partners/cint-match/callback/${keyOf('CINT_MATCH_PUSH_SECRET', reported)}`,
  payload: matchItem(session, codes, reported),
});

const push =
  (codes: string): Report =>
  (session, reported) =>
    matchPush(session, codes, reported);
const back =
  (page: string, codes: string): Report =>
  (session, reported) =>
    matchReturn(session, page, codes, reported);

export default {
  golden: [
    [
      'on the way out',
      cintHash,
      'https://www.samplicio.us/s/default.aspx?SID=00000000-0000-4000-8000-000000000001&PID=p_abc123&MID=s_0001&42=26&43=2&',
      'Hh2dHeucDCBEBq49uGDCsw2zJwc',
    ],
    [
      'on the way back',
      cintHash,
      'https://panel.example/return/cint/complete?mid=s_0001&pid=p_abc123&rev=1.05&',
      'UFunKXZusVzYSlaUat_wm1jR5-4',
    ],
  ],
  entry({ sessionId, pid, age, gender }, sandbox) {
    const signed =
      `${sandbox}/cint-match/s/default.aspx?SID=sandbox&PID=${pid}&MID=${sessionId}&CLID=9&` +
      `${age === undefined ? '' : `42=${age}&`}43=${gender === 'male' ? 1 : 2}&`;
    return `${signed}hash=${hash('sandbox-secret', signed)}`;
  },
  completions: [push('3/10'), back('success', '3/10')],
  ends: [
    ['screenout', push('3/20')],
    ['screenout', back('failure', '3/20')],
    ['overquota', push('40/-1')],
    ['quality', push('3/30')],
  ],
  reversed: push('3/26'),
  reinstated: push('3/11'),
  histories: [
    ['reversed', [push('3/10'), push('3/26')]],
    ['complete', [back('success', '3/10'), push('3/10'), push('3/26'), push('3/28'), push('3/11')]],
  ],
  unknownCodes: [back('failure', '777/-1'), push('3/777')],
  credited: ['10', '11'],
  stored: (sender, code) => (sender === 'marketplace' ? `${code}/` : `3/${code}`),
  unknown: ['999/-1', '3/999', '3/10 '],
  returns: {
    success: 'thanks',
    failure: 'not-this-time',
    overquota: 'closed',
    quality: 'not-this-time',
    default: 'unavailable',
  },
  returned: ({ sessionId, pid }) => `mid=${sessionId}&pid=${pid}&st=3&cs=10&rev=1.00`,
  isGenuine(url) {
    if (url.includes('/callback/')) return url.endsWith('/callback/sandbox-secret');
    const [, signed = '', given] = /^(.*&)hash=(.*)$/.exec(url) ?? [];
    return hash('sandbox-secret', signed) === given;
  },
} satisfies Protocol;

import { createHash } from 'node:crypto';
import {
  type Call,
  keyOf,
  ORIGIN,
  type Protocol,
  type Report,
  type ReportedEvent,
  type TestSession,
} from '../protocol.testing.ts';
import { SIGNATURES } from './adapter.ts';

const CALLBACK =
  'https://panel.example/cb/ps/complete?transactionId=s_0001&memberId=p_abc123&cpi=1.00&survey_LOI=10&surveyID=12345678';

const hashOf = (key: string, url: string) => createHash('sha1').update(`${url}${key}`).digest('hex');
const hashed = (path: string, reported: ReportedEvent) => hashOf(keyOf('PURESPECTRUM_SECRET', reported), ORIGIN + path);

export function spectrumComplete(
  { sessionId, pid }: TestSession,
  { usd = '1.00', survey = '77', ...reported }: ReportedEvent = {},
): Call {
  const path = `/partners/purespectrum/callback?transactionId=${sessionId}&memberId=${pid}&cpi=${usd}&survey_LOI=9&surveyID=${survey}`;
  return { method: 'POST', url: `${path}&asr_s_hash=${hashed(path, reported)}` };
}

export function spectrumChange(
  { sessionId }: TestSession,
  change: string,
  { usd = '1.00', ...reported }: ReportedEvent = {},
): Call {
  const [from, to] = change.split('>');
  const path = `/partners/purespectrum/callback?ps_rstatus=${to}&oldStatus=${from}&supSid=${sessionId}&supCpi=${usd}`;
  return { method: 'GET', url: `${path}&ps_s_hash=${hashed(path, reported)}` };
}

const changed =
  (change: string): Report =>
  (session, reported) =>
    spectrumChange(session, change, reported);

export default {
  golden: [
    ['by sha1', SIGNATURES.sha1, CALLBACK, '1c71207d6d0b2063d802cbd2f3a26280a225582b'],
    ['by sha256', SIGNATURES.sha256, CALLBACK, '863d23dc0c760d76e79589079376a61d1508faf3c4355acc53d9d86edf97f07c'],
    ['by hmac-sha1', SIGNATURES['hmac-sha1'], CALLBACK, 'f69a04d8b265db3b7ea9ec1b6ebb2d8ad6676812'],
    [
      'by hmac-sha256',
      SIGNATURES['hmac-sha256'],
      CALLBACK,
      '27275aa619313cf54dff19d89b66b906ec603bf94351ae18772396856eda7507',
    ],
  ],
  // It lists links at the click.
  entry: ({ sessionId, pid, age, gender }, sandbox) =>
    `${sandbox}/purespectrum/surveys/fusionMatch?respondentId=${sessionId}&memberId=${pid}&respondentLocalization=en_ZA` +
    `&211=${gender === 'male' ? 111 : 112}${age === undefined ? '' : `&212=${age}`}&maxNumberOfSurveysReturned=10`,
  completions: [spectrumComplete],
  // It reports no other end to the server.
  ends: [],
  reversed: changed('21>33'),
  reinstated: changed('33>21'),
  histories: [
    ['reversed', [spectrumComplete, changed('21>33')]],
    ['complete', [spectrumComplete, changed('21>33'), changed('33>21')]],
    ['complete', [spectrumComplete, changed('21>29'), changed('29>21')]],
    ['complete', [changed('13>21')]],
    ['complete', [changed('29>21')]],
  ],
  unknownCodes: [changed('777>21')],
  credited: ['21'],
  unknown: ['', '0', '021', '21.0', '34', '52', '75', '999', 'constructor', '__proto__'],
  returns: { complete: 'thanks', terminate: 'not-this-time', blacklist: 'unavailable', nosurveys: 'unavailable' },
  returned: ({ sessionId }) => `transactionId=${sessionId}`,
  isGenuine(url) {
    const [, signed = '', given] = /^(.*)&(?:asr|ps)_s_hash=(.*)$/.exec(url) ?? [];
    return hashOf('sandbox-secret', signed) === given;
  },
} satisfies Protocol;

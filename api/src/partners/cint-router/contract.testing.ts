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
import { routerCallbackHmac, routerEntryHmac } from './adapter.ts';

const signature = (key: string, url: string) => createHmac('sha256', key).update(url).digest('hex');

/** `txn`: null for a supplier whose callback addresses have no transaction. */
export function routerCallback(
  { sessionId }: TestSession,
  status: string,
  { usd = '1.00', survey = '77', txn = 't1', ...reported }: ReportedEvent & { txn?: string | null } = {},
): Call {
  const path =
    `/partners/cint-router/callback?ssi=${sessionId}&status=${status}&survey_id=${survey}&cpi=${usd}` +
    (txn === null ? '' : `&txn_id=${txn}`);
  const key = keyOf('CINT_ROUTER_API_KEY', reported);
  return { method: 'GET', url: `${path}&signature_hmac_sha=${signature(key, ORIGIN + path)}` };
}

const callback =
  (status: string, txn = 't1'): Report =>
  (session, reported) =>
    routerCallback(session, status, { ...reported, txn });

export default {
  golden: [
    ['on the way out', routerEntryHmac, 'unique_user_id=p_abc123&age=26&gender=f', 'e43df3b7518dd41116fce4fddd381072'],
    [
      'on the way back',
      routerCallbackHmac,
      'https://panel.example/cb/ys?ssi=s_0001&status=complete',
      '5b455ce7b3457b65ac1ec82d28915b06daf1b3a3f3a7a1b7e0ec1437c1bdfc48',
    ],
  ],
  entry({ sessionId, pid, age, gender }, sandbox) {
    const signed = `unique_user_id=${pid}${age === undefined ? '' : `&age=${age}`}&gender=${gender === 'male' ? 'm' : 'f'}`;
    const hmac = createHmac('md5', 'sandbox-secret').update(signed).digest('hex');
    return `${sandbox}/cint-router/?si=sandbox&ssi=${sessionId}&${signed}&hmac=${hmac}`;
  },
  completions: [callback('complete')],
  ends: [
    ['screenout', callback('term')],
    ['overquota', callback('overquota')],
    ['tentative', callback('tentative')],
  ],
  reversed: callback('reconciliation'),
  // A new transaction, or it would be a repeat.
  reinstated: callback('complete', 't2'),
  histories: [
    ['reversed', [callback('tentative'), callback('complete'), callback('reconciliation')]],
    ['complete', [callback('complete'), callback('reconciliation'), callback('complete', 't2')]],
    [
      'reversed',
      [
        callback('tentative'),
        callback('complete'),
        callback('reconciliation'),
        callback('complete', 't2'),
        callback('reconciliation', 't2'),
      ],
    ],
  ],
  unknownCodes: [callback('jackpot')],
  credited: ['complete'],
  unknown: ['', '3', '999', 'Complete', 'constructor', '__proto__'],
  returns: { complete: 'thanks', term: 'not-this-time', overquota: 'closed', blocked: 'unavailable' },
  returned: ({ sessionId }) => `ssi=${sessionId}`,
  isGenuine(url) {
    const [, signed = '', given] = /^(.*)&signature_hmac_sha=(.*)$/.exec(url) ?? [];
    return signature('sandbox-secret', signed) === given;
  },
} satisfies Protocol;

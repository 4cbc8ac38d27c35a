/** Every call that panelists and partners make, for any panelist of the filled panel. */
import { createHash } from 'node:crypto';
import { goldenFor } from '@panel/domain/golden';
import { api } from '@panel/domain/paths';
import { didOf, openSessionOf, type Range } from './seed.ts';

export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: string;
};

/** The secret that the sandbox's partners share with the product. */
const PARTNER_SECRET = 'sandbox-secret';

/** Cint Match calls an address that only it knows; odd panelists have a session with it. */
function cintMatchCallback(n: number): Call {
  const { sessionId, pid } = openSessionOf(n | 1);
  const body = {
    respondent_id: 'r1',
    panelist_id: pid,
    session_id: sessionId,
    marketplace_status: 3,
    client_status: 10,
    survey_id: 77,
    rpi: { value: 1, currency_code: 'USD' },
  };
  return {
    method: 'POST',
    path: `/partners/cint-match/callback/${PARTNER_SECRET}`,
    body: JSON.stringify(body),
  };
}

/** PureSpectrum signs the whole address; even panelists have a session with it. */
function pureSpectrumCallback(n: number, origin: string): Call {
  const { sessionId, pid } = openSessionOf(n & ~1);
  const path = `/partners/purespectrum/callback?transactionId=${sessionId}&memberId=${pid}&cpi=1.00&survey_LOI=9&surveyID=77`;
  const signature = createHash('sha1').update(`${origin}${path}${PARTNER_SECRET}`).digest('hex');
  return { method: 'POST', path: `${path}&asr_s_hash=${signature}` };
}

export type CallName = keyof typeof CALLS;

/** Each panelist sends a write once: a repeat would change nothing. */
export const CALLS = {
  'registration check': (n) => ({ method: 'GET', path: api.registrationCheck(didOf(n)) }),
  history: (n) => ({ method: 'GET', path: api.history(didOf(n)) }),
  submission: (n) => ({
    method: 'PUT',
    path: api.profiling('quarterly'),
    body: JSON.stringify(goldenFor('quarterly', didOf(n))),
  }),
  'first language': (n) => ({
    method: 'PUT',
    path: api.firstLanguage,
    body: JSON.stringify(goldenFor('firstLanguage', didOf(n))),
  }),
  withdrawal: (n) => ({ method: 'GET', path: api.withdraw(didOf(n)) }),
  'Cint Match callback': cintMatchCallback,
  'PureSpectrum callback': pureSpectrumCallback,
  registration: (n) => ({
    method: 'POST',
    path: api.register,
    body: JSON.stringify(goldenFor('registration', `new-${didOf(n)}`)),
  }),
} as const satisfies Record<string, (n: number, origin: string) => Call>;

export const callOf = (name: CallName, n: number, origin: string): Call =>
  (CALLS[name] as (n: number, origin: string) => Call)(n, origin);

/** Panelists spread over the whole range, one of each pair: the callback of either partner belongs to one of the two. */
export function panelistOrder({ from, to }: Range): (index: number) => number {
  const pairs = Math.floor((to - from) / 2);
  const stride = [1_000_003, 99_991, 9973, 997].find((prime) => prime < pairs && pairs % prime !== 0) ?? 1;
  return (index) => {
    if (index >= pairs) throw new RangeError('The panel is too small: a panelist would be used twice.');
    return from + 2 * ((index * stride) % pairs);
  };
}

/** Of 94 calls that phones send, how many are of each kind. */
export const PHONE_MIX: readonly (readonly [name: CallName, share: number])[] = [
  ['registration check', 60],
  ['history', 18],
  ['submission', 10],
  ['withdrawal', 3],
  ['registration', 3],
];
const PHONE_CALLS = PHONE_MIX.flatMap(([name, share]) => Array.from({ length: share }, () => name));
const READS: readonly CallName[] = ['registration check', 'history'];

/** Calls for a range of panelists: a quarter of them is only read, repeatedly, and each of the others makes one write. */
export function callsFor(range: Range, origin: string): (name: CallName) => Call {
  const inOrder = panelistOrder(range);
  const readers = Math.floor((range.to - range.from) / 8);
  let [reads, writes] = [0, 0];
  return (name) => {
    const n = inOrder(READS.includes(name) ? reads++ % readers : readers + writes++);
    return callOf(name, n, origin);
  };
}

/** What phones send. Steps by a prime number, so that the kinds of calls alternate. */
export const phoneCalls =
  (callOfKind: (name: CallName) => Call) =>
  (index: number): Call =>
    callOfKind(PHONE_CALLS[(index * 37) % PHONE_CALLS.length] ?? 'registration check');

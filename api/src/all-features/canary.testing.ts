/** The values of one panelist's life that must not appear anywhere else, and the search for them. */
import { randomBytes } from 'node:crypto';
import { api } from '@panel/domain/paths';
import type pg from 'pg';
import { expect } from 'vitest';
import { goldenFor } from '../../test/kit.ts';

export const CANARIES: Record<string, string> = {
  did: `canary-${randomBytes(8).toString('hex')}`,
  firstname: 'Canarina',
  surname: 'Vogelsang',
  'date of birth': '1973-02-19',
  'corrected date of birth': '1974-03-21',
  ethnicity: 'indian/asian',
  'code of the ethnicity': 'indian_asian',
  // Known once the super-app and the issuer have answered.
  number: '',
  PIN: '',
  'unlock token': '',
};

export const registrationBody = () => {
  const { firstname = '', surname = '', 'date of birth': dob = '' } = CANARIES;
  return JSON.stringify(goldenFor('registration', CANARIES.did ?? ''))
    .replaceAll('Nomvula', firstname)
    .replaceAll('Dlamini-van Wyk', surname)
    .replaceAll('1994-04-27', dob);
};

/** The canaries in a text, as they are or in another notation. */
export const found = (text: string): string[] =>
  Object.entries(CANARIES).flatMap(([name, value]) => {
    const bytes = Buffer.from(value);
    const spellings = [value, encodeURIComponent(value), bytes.toString('hex'), bytes.toString('base64').slice(0, -4)];
    return value === '' || spellings.some((spelling) => text.includes(spelling)) ? [name] : [];
  });

type Call = (
  method: string,
  url: string,
  payload?: unknown,
  headers?: Record<string, string>,
) => Promise<{ readonly status: number }>;

/** What a caller can do wrong with each of them. */
export async function makeMistakes(call: Call, db: pg.Pool): Promise<void> {
  const did = CANARIES.did ?? '';
  const dob = CANARIES['date of birth'] ?? '';
  await call('POST', api.register, registrationBody());
  await call('POST', api.register, registrationBody().replace(dob, `${dob}x`));
  await call('POST', api.register, registrationBody().slice(0, -1));
  await call('PUT', api.dateOfBirth, { account: { user_id: did, dob: `${dob} ` } });
  await call('GET', `/api/v2/unknown/${did}?x-binu-did=${did}&name=${CANARIES.surname}`);
  await call('GET', `${api.registrationCheck(did)}?x-binu-did=${did}-other`);
  await call('GET', api.withdraw(did), undefined, { origin: 'https://evil.example', cookie: `a=${did}` });
  const forged = `/partners/purespectrum/callback?transactionId=${did}&memberId=${did}&asr_s_hash=${did}`;
  await call('POST', forged, did);
  // A defect whose error quotes the row.
  await db.query('alter table personal_answers add constraint broken check (false) not valid');
  expect((await call('PUT', api.dateOfBirth, { account: { user_id: did, dob } })).status).toBe(500);
  await db.query('alter table personal_answers drop constraint broken');
  const report = `x of ${did} at /balance?x-binu-did=${did}\n{"level":60,"msg":"injected"}\u001b[31m\r\n`;
  await call('POST', api.telemetry, { name: 'TypeError', message: report, stack: report, path: `/?x-binu-did=${did}` });
}

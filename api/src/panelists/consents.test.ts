import { GOLDEN } from '@panel/domain/golden';
import { entryLink } from '@panel/domain/partners/entry-link';
import { PARTNERS } from '@panel/domain/partners/partners';
import { api } from '@panel/domain/paths';
import { describe, expect, it } from 'vitest';
import { goldenFor, registered, send } from '../../test/kit.ts';
import { useOperator } from '../console/operator.testing.ts';
import { identify } from '../identity/panelists.ts';
import { startPureSpectrum } from '../partners/partners.testing.ts';
import { personalData } from './personal-data.ts';

const pureSpectrum = await startPureSpectrum();
const { kit, operate, audited } = useOperator({
  PURESPECTRUM_URL: pureSpectrum.url,
  SANDBOX_URL: 'http://127.0.0.1:3001',
});
const idOf = async (did: string) => (await identify(kit().deps.database, kit().vault, did)).id;
const dataOf = async (did: string) => personalData(kit().deps.database, kit().vault, await idOf(did));
const holding = async (did: string) => {
  const { rows } = await kit().db.query(
    `select distinct on (purpose) purpose, given, channel from consents where panelist_id = $1 order by purpose, id desc`,
    [await idOf(did)],
  );
  return Object.fromEntries(rows.map(({ purpose, given, channel }) => [purpose, [given, channel]]));
};
const withdraw = (did: string, purpose: string) =>
  operate('withdraw-consent', { did, purpose, reason: 'asked by mail' });
const links = (did: string) =>
  Promise.all(PARTNERS.map(async (partner) => (await send(kit(), 'GET', entryLink(partner)(did))).json().url));

describe('T28: withdrawing a consent', () => {
  it('to store the ethnicity erases it everywhere, and nothing else', async () => {
    const [did, other] = [await registered(kit()), await registered(kit())];
    const { ethnicity, surname, dob } = GOLDEN.registration.answers;
    expect(JSON.stringify(await dataOf(did))).toContain(`"ethnicity":"${ethnicity}"`);
    expect(await withdraw(did, 'special:ethnicity')).toBe('Withdrawn.');
    // The consents and the audit log say that it was withdrawn, but nothing says what it was.
    const data = JSON.stringify({ ...(await dataOf(did)), consents: [], operators: {} });
    expect(data).not.toContain('ethnicity');
    expect(JSON.stringify(await dataOf(did))).not.toContain(ethnicity);
    for (const kept of [did, surname, dob]) expect(data).toContain(kept);
    expect(JSON.stringify(await dataOf(other))).toContain(`"ethnicity":"${ethnicity}"`);
    expect(await audited()).toMatchObject({
      operation: 'withdraw-consent',
      inputs: { purpose: 'special:ethnicity' },
      reason: 'asked by mail',
    });
    await send(kit(), 'PUT', api.dateOfBirth, goldenFor('dateOfBirth', did));
    expect(JSON.stringify(await dataOf(did))).not.toContain(`"ethnicity":`);
  });

  it.each([
    ['is lost', () => {}],
    [
      'was lost and replaced by a later answer',
      (did: string) => send(kit(), 'PUT', api.dateOfBirth, goldenFor('dateOfBirth', did)),
    ],
  ])('to store the ethnicity works if the panelist’s key %s, and so does the export', async (_, answer) => {
    const did = await registered(kit());
    await kit().vault.panelistKeys.destroy([await idOf(did)]);
    await answer(did);
    const text = async () => JSON.stringify(await dataOf(did));
    for (const lost of ['"device":null', '"ethnicity":null', '"personalAnswers":"can’t be read any more"'])
      expect(await text()).toContain(lost);
    expect(await withdraw(did, 'special:ethnicity')).toBe('Withdrawn.');
    expect(await text()).not.toContain('"ethnicity":');
  });

  it('is stored once, however often it is repeated', async () => {
    const did = await registered(kit());
    for (const value of [true, true, false, false])
      await send(kit(), 'PUT', api.consent(did), { consent: 'partner_comms', value });
    await withdraw(did, 'partner_comms');
    const { rows } = await kit().db.query(
      "select given from consents where panelist_id = $1 and purpose = 'partner_comms' order by id",
      [await idOf(did)],
    );
    expect(rows.map(({ given }) => given)).toEqual([false, true, false]);
  });

  it('to be sent abroad leaves the panelist without surveys, and partners hear nothing', async () => {
    const [did, other] = [await registered(kit()), await registered(kit())];
    expect(await withdraw(did, 'transfer_abroad')).toBe('Withdrawn.');
    const asked = pureSpectrum.requests.length;
    expect(await links(did)).toEqual(['', '', '']);
    expect(pureSpectrum.requests).toHaveLength(asked);
    for (const url of await links(other)) expect(url).toMatch(/^http/);
    expect((await send(kit(), 'GET', api.registrationCheck(did))).statusCode).toBe(200);
  });

  it('by opting out of messages withdraws the consents to messages, and opting in doesn’t restore them', async () => {
    const did = await registered(kit());
    const set = (value: boolean) =>
      send(kit(), 'PUT', api.preference(did), { data: [{ preference: 'research', value }] });
    await send(kit(), 'PUT', api.consent(did), { consent: 'partner_comms', value: true });
    await set(false);
    const expected = {
      membership: [true, 'registration'],
      'special:ethnicity': [true, 'registration'],
      marketing: [false, 'preferences'],
      partner_comms: [false, 'preferences'],
      transfer_abroad: [true, 'registration'],
    };
    expect(await holding(did)).toEqual(expected);
    await set(true);
    await set(false);
    expect(await holding(did)).toEqual(expected);
    const { rowCount } = await kit().db.query('select from consents where panelist_id = $1', [await idOf(did)]);
    expect(rowCount).toBe(8);
  });

  it('adds a row, and the row with the original consent can’t be changed', async () => {
    const did = await registered(kit());
    await withdraw(did, 'marketing');
    expect(await holding(did)).toMatchObject({ marketing: [false, 'operator'] });
    await expect(kit().db.query('update consents set given = true')).rejects.toThrow('only ever added to');
  });

  it('to the membership is refused, because that ends with the profile', async () => {
    const did = await registered(kit());
    await expect(withdraw(did, 'membership')).rejects.toThrow('--purpose: Choose one of');
    await expect(withdraw('unknown-device', 'marketing')).rejects.toThrow('No panelist has this did.');
  });
});

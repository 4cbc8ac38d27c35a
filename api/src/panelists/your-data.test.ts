import { addMonths } from '@panel/domain/calendar';
import type { Role } from '@panel/domain/console/pages';
import { addMs, DAY_MS } from '@panel/domain/durations';
import { GOLDEN } from '@panel/domain/golden';
import type { ChoiceState, YourData } from '@panel/domain/panelists/your-data';
import { entryLink } from '@panel/domain/partners/entry-link';
import { api } from '@panel/domain/paths';
import { formatRand } from '@panel/domain/rewards/amounts';
import { afterEach, describe, expect, it } from 'vitest';
import { goldenFor, idOf, NOW, registered, send } from '../../test/kit.ts';
import { signIn } from '../console/accounts.ts';
import { browser, useConsole } from '../console/console.testing.ts';
import { startPureSpectrum } from '../partners/partners.testing.ts';
import { ENOUGH, earnAvailable } from '../rewards/rewards.testing.ts';
import { copyOf, getWith, unlock } from './your-data.testing.ts';

const partner = await startPureSpectrum();
const { kit, app } = useConsole({ PURESPECTRUM_URL: partner.url, PANEL_CONTACT: '0800 123 456' });
afterEach(() => kit().clock.set(NOW));

const read = async (did: string, cookie = ''): Promise<YourData> =>
  (await getWith(kit(), api.yourData(did), cookie)).json();
const choicesOf = async (did: string) =>
  Object.fromEntries((await read(did)).choices.map(({ choice, isOn, since }: ChoiceState) => [choice, [isOn, since]]));
const choose = (did: string, consent: string, value: boolean) =>
  send(kit(), 'PUT', api.consent(did), { consent, value });

async function signedIn(account: string, role: Role) {
  const at = kit().clock.now();
  const session = { subject: `sub-${account}`, account, role, authenticatedAt: at, endsAt: addMs(at, DAY_MS) };
  const token = await kit().deps.database.transaction((tx) => signIn(tx, session, at));
  return browser(kit(), app(), `console=${token}`);
}

describe('Y1: what we know', () => {
  it('is in the words of the questions, with the day of the last answer', async () => {
    const did = await registered(kit());
    kit().clock.set(addMs(NOW, DAY_MS));
    await send(kit(), 'PUT', api.profiling('quarterly'), goldenFor('quarterly', did));
    const { topics } = await read(did, await unlock(kit(), did));
    expect(topics?.map(({ title }) => title)).toEqual([
      'You',
      'Where you live',
      'Work, school and income',
      'Family and home',
      'What you buy and use',
      'Your quality score',
    ]);
    expect(topics?.[0]).toMatchObject({
      answeredAt: NOW.toISOString(),
      corrections: expect.arrayContaining(['contact']),
    });
    expect(topics?.[0]?.answers).toContainEqual({ question: 'Date of birth', answer: '27 April 1994' });
    expect(topics?.[4]?.answeredAt).toBe(addMs(NOW, DAY_MS).toISOString());
    expect(topics?.[3]?.answers.at(-1)).toEqual({
      question: 'Living standard (LSM), worked out from your answers about your home',
      answer: 'Group 4 of 10',
    });
  });

  it('has the quality score, and says that it decides nothing and how to contest it', async () => {
    const did = await registered(kit());
    const cookie = await unlock(kit(), did);
    const score = async () => (await read(did, cookie)).topics?.at(-1);
    expect((await score())?.answers[0]?.answer).toBe('None yet');
    await kit().db.query('insert into quality_scores (panelist_id, score, scored_at, due_at) values ($1, 88, $2, $2)', [
      await idOf(kit(), did),
      NOW,
    ]);
    expect(await score()).toMatchObject({ answers: [{ answer: '88 of 100' }], corrections: ['contact'] });
    const note = (await score())?.note ?? '';
    expect(note).toMatch(/never changes a reward or your membership by itself.* ask us, and two people decide\.$/);
    expect((await getWith(kit(), copyOf(did, 'text'), cookie)).body.split('\n')).toContain(note);
  });
});

describe('Y3: a consent', () => {
  it('has its date, and can be turned off and on again', async () => {
    const did = await registered(kit());
    const start = NOW.toISOString();
    expect(await choicesOf(did)).toEqual({
      research: [true, start],
      marketing: [true, start],
      partner_comms: [false, null],
      transfer_abroad: [true, start],
      'special:ethnicity': [true, start],
    });
    const later = addMs(NOW, DAY_MS);
    kit().clock.set(later);
    for (const [consent, value] of [
      ['marketing', false],
      ['marketing', false],
      ['partner_comms', true],
    ] as const)
      expect((await choose(did, consent, value)).json()).toBe(value);
    kit().clock.set(addMs(NOW, 2 * DAY_MS));
    await choose(did, 'marketing', false);
    expect(await choicesOf(did)).toMatchObject({
      marketing: [false, later.toISOString()],
      partner_comms: [true, later.toISOString()],
    });
    expect((await read(did)).acceptedTermsAt).toBe(start);
  });

  it('T28: is recorded with the hash of the text that was shown; a withdrawal has none', async () => {
    const did = await registered(kit());
    await choose(did, 'partner_comms', true);
    await choose(did, 'partner_comms', false);
    const { rows } = await kit().db.query(
      `select given, channel, length(text_hash) as hash from consents where panelist_id = $1 and purpose = 'partner_comms' order by id`,
      [await idOf(kit(), did)],
    );
    expect(rows.slice(1)).toEqual([
      { given: true, channel: 'preferences', hash: 32 },
      { given: false, channel: 'preferences', hash: null },
    ]);
  });

  it('T28: to be sent abroad leaves no survey until it is turned on again', async () => {
    const did = await registered(kit());
    const url = async () => (await send(kit(), 'GET', entryLink('purespectrum')(did))).json().url;
    await choose(did, 'transfer_abroad', false);
    expect(await url()).toBe('');
    await choose(did, 'transfer_abroad', true);
    expect(await url()).toMatch(/^http/);
  });

  it('T28: to the ethnicity can be withdrawn, which erases it everywhere, and not given again', async () => {
    const did = await registered(kit());
    expect((await choose(did, 'special:ethnicity', false)).json()).toBe(false);
    const cookie = await unlock(kit(), did);
    expect((await read(did, cookie)).topics?.[0]?.answers.map(({ question }) => question)).not.toContain('Ethnicity');
    const copy = (await getWith(kit(), copyOf(did, 'json'), cookie)).body;
    expect(copy).not.toContain(`"${GOLDEN.registration.answers.ethnicity}"`);
    expect(copy).toContain('Nomvula');
    expect((await choose(did, 'special:ethnicity', true)).statusCode).toBe(400);
  });

  it('of the membership can’t be changed here', async () => {
    expect((await choose(await registered(kit()), 'membership', false)).statusCode).toBe(400);
  });
});

describe('Y4, T27: who looked', () => {
  it('is empty at first', async () => {
    expect((await read(await registered(kit()))).openings).toEqual([]);
  });

  it('has the role and the time of each opening, newest first, and neither a name nor the operator’s words', async () => {
    const [did, other] = [await registered(kit()), await registered(kit())];
    const [support, auditor] = [await signedIn('thandi', 'support'), await signedIn('sipho', 'auditor')];
    await support.operate('open-card', { did, reason: 'He phoned about Nomvula.' });
    const later = addMs(NOW, 60_000);
    kit().clock.set(later);
    await auditor.operate('open-card', { did, reason: 'Random check.' });
    const answer = await send(kit(), 'GET', api.yourData(did));
    expect(answer.json().openings).toEqual([
      { act: 'opened', role: 'auditor', at: later.toISOString() },
      { act: 'opened', role: 'support', at: NOW.toISOString() },
    ]);
    for (const word of ['thandi', 'sipho', 'phoned', 'Random']) expect(answer.body).not.toContain(word);
    expect((await read(other)).openings).toEqual([]);
  });

  it('has the role that the operator had then', async () => {
    const did = await registered(kit());
    await (await signedIn('lerato', 'auditor')).operate('open-card', { did, reason: 'x' });
    await signedIn('lerato', 'support');
    expect((await read(did)).openings.map(({ role }) => role)).toEqual(['auditor']);
  });

  it('goes back twelve months, and leaves out what operators changed', async () => {
    const did = await registered(kit());
    const support = await signedIn('nomsa', 'support');
    const card = (await support.operate('open-card', { did, reason: 'x' })).json();
    const note = await support.operate('add-note', { panelist: card.card, text: 'Asked about vouchers.' });
    expect(note.statusCode).toBe(200);
    expect((await read(did)).openings).toHaveLength(1);
    kit().clock.set(addMonths(NOW, 12));
    expect((await read(did)).openings).toHaveLength(1);
    kit().clock.set(addMs(addMonths(NOW, 12), 1));
    expect((await read(did)).openings).toEqual([]);
  });
});

describe('Y5: the copy', () => {
  it('is a text in the words of the page, then every record', async () => {
    const did = await registered(kit());
    await earnAvailable(kit(), did);
    await (await signedIn('zinhle', 'support')).operate('open-card', { did, reason: 'He phoned.' });
    const cookie = await unlock(kit(), did);
    const answer = await getWith(kit(), copyOf(did, 'text'), cookie);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'attachment; filename="my-bua-data.txt"',
      'cache-control': 'no-store',
    });
    const lines = answer.body.split('\n');
    for (const line of [
      'MY DATA AT BUA',
      'Made for you on 15 Nov 2026 at 12:00. Times are South African time.',
      'YOU',
      'First name: Nomvula',
      'Date of birth: 27 April 1994',
      'Last answered: 15 Nov 2026',
      'Living standard (LSM), worked out from your answers about your home: Group 4 of 10',
      '  LSM: 4',
      'You accepted the Terms and Conditions on 15 Nov 2026.',
      'Research tasks: On since 15 Nov 2026',
      'Business partners: Off. You never turned it on.',
      '15 Nov 2026 at 12:00: Support opened your profile to help you or to check your membership.',
      'WHAT IS NOT HERE',
      'EVERY RECORD',
    ])
      expect(lines).toContain(line);
    expect(answer.body).toContain(formatRand(ENOUGH));
    for (const hidden of [did, 'zinhle', 'phoned']) expect(answer.body).not.toContain(hidden);
  });

  it('opens as a page with the same text', async () => {
    const did = await registered(kit());
    const cookie = await unlock(kit(), did);
    const [file, page] = [
      await getWith(kit(), copyOf(did, 'text'), cookie),
      await getWith(kit(), copyOf(did, 'page'), cookie),
    ];
    expect(page.body).toBe(file.body);
    expect([page.headers['content-disposition'], page.headers['content-type']]).toEqual([
      undefined,
      'text/plain; charset=utf-8',
    ]);
  });

  it('is JSON for another service', async () => {
    const did = await registered(kit());
    const answer = await getWith(kit(), copyOf(did, 'json'), await unlock(kit(), did));
    expect(answer.headers['content-disposition']).toBe('attachment; filename="my-bua-data.json"');
    expect(answer.json()).toMatchObject({
      topics: expect.any(Array),
      choices: expect.any(Array),
      openings: [],
      records: { status: 'approved', answers: { firstname: 'Nomvula' }, submissions: [expect.any(Object)] },
    });
    expect(answer.body).not.toContain(did);
  });

  it('T31: sends a browser to the page that unlocks it, once it is locked again', async () => {
    const did = await registered(kit());
    const answer = await getWith(kit(), copyOf(did, 'page'), '', { accept: 'text/html' });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `/your-data?x-binu-did=${did}`]);
  });
});

/** A panelist's card agrees with the wallet, with the panelist's own history and with the Disputes page. */

import { addMs, DAY_MS } from '@panel/domain/durations';
import { GOLDEN } from '@panel/domain/golden';
import { api } from '@panel/domain/paths';
import { beforeEach, describe, expect, it } from 'vitest';
import { goldenFor, idOf, NOW, registered, send } from '../../test/kit.ts';
import { type Browser, useConsole } from '../console/console.testing.ts';
import { didEndOf } from '../console/find-panelist.ts';
import { finishSurvey, report } from '../disputes/disputes.testing.ts';
import { findDispute, wordsOf } from '../disputes/store.ts';
import { identify } from '../identity/panelists.ts';
import { sweepSessions } from '../partners/sessions.ts';
import { DatabaseUnavailable } from '../platform/database/database.ts';
import { runPayouts } from '../rewards/payouts.testing.ts';
import { releaseDueRewards } from '../rewards/release.ts';
import { complete, ENOUGH, earnAvailable, reportEvent } from '../rewards/rewards.testing.ts';
import type { PersonCard } from './card-page.ts';

const { kit, signIn } = useConsole();
let support: Browser;
beforeEach(() => moveClock(NOW));
async function moveClock(at: Date): Promise<void> {
  kit().clock.set(at);
  support = await signIn('support-1', 'support');
}

async function cardOf(did: string): Promise<PersonCard> {
  const { card } = (await support.operate('open-card', { did, reason: 'asked by chat' })).json();
  return (await support.page(`people?card=${card}`)).card;
}

it('a card shows the LSM group, once it is known', async () => {
  const did = await registered(kit());
  expect((await cardOf(did)).lsmGroup).toBe(4);
  await kit().db.query('update profiles set lsm_group = null where panelist_id = $1', [await idOf(kit(), did)]);
  expect((await cardOf(did)).lsmGroup).toBeNull();
});

it('T27: a card shows a panelist’s status and money, and nothing that identifies them', async () => {
  const did = await registered(kit());
  await earnAvailable(kit(), did);
  const card = await cardOf(did);
  expect(card).toMatchObject({ status: 'approved', wallet: { available: ENOUGH } });
  const { firstname, dob } = GOLDEN.registration.answers;
  for (const secret of [did, firstname, dob]) expect(JSON.stringify(card)).not.toContain(secret);
});

describe('the ledger of a card', () => {
  it('adds up to the wallet after reversals, reinstatements, withdrawals and returns', async () => {
    const { deps, issuer } = kit();
    const did = await registered(kit());
    const entries = async () => {
      const { ledger, wallet } = await cardOf(did);
      expect(ledger.reduce((sum, { amount }) => sum + amount, 0)).toBe(wallet.available + wallet.pending - wallet.owed);
      return ledger.map(({ kind, state, amount }) => [kind, state, amount]);
    };
    const session = await complete(kit(), did, ENOUGH);
    await moveClock(addMs(NOW, DAY_MS));
    await reportEvent(kit(), session, { outcome: 'reversed', key: 'taken back' });
    expect(await entries()).toEqual([
      ['reversal', 'reversed', -ENOUGH],
      ['reward', 'reversed', ENOUGH],
    ]);
    await moveClock(addMs(NOW, 2 * DAY_MS));
    await reportEvent(kit(), session, { outcome: 'reinstated', key: 'back again' });
    const reinstated = [
      ['reversal', 'reversed', -ENOUGH],
      ['reward', 'reversed', ENOUGH],
    ];
    expect(await entries()).toEqual([['reinstatement', 'pending', ENOUGH], ...reinstated]);

    await moveClock(addMs(NOW, 15 * DAY_MS));
    await releaseDueRewards(deps.database, kit().clock.now());
    await send(kit(), 'GET', api.withdraw(did));
    expect((await entries())[0]).toEqual(['withdrawal', 'processing', -ENOUGH]);
    issuer.answers({ kind: 'refused', code: '1002' });
    await runPayouts(deps);
    const returned = [
      ['return', 'returned', ENOUGH],
      ['withdrawal', 'returned', -ENOUGH],
    ];
    expect((await entries()).slice(0, 2)).toEqual(returned);

    await moveClock(addMs(NOW, 16 * DAY_MS));
    await send(kit(), 'GET', api.withdraw(did));
    await runPayouts(deps);
    await reportEvent(kit(), session, { outcome: 'reversed', key: 'taken back again' });
    expect(await entries()).toEqual([
      ['reversal', 'reversed', -ENOUGH],
      ['withdrawal', 'paid', -ENOUGH],
      ...returned,
      ['reinstatement', 'reversed', ENOUGH],
      ...reinstated,
    ]);
    expect((await cardOf(did)).wallet).toMatchObject({ available: 0, owed: ENOUGH });
  });
});

describe('a dispute on a card', () => {
  it('has the same state as on the Disputes page, and no longer marks its session once it is answered', async () => {
    const finance = await signIn('finance-1', 'finance');
    const did = await registered(kit());
    const session = await finishSurvey(kit(), did);
    await report(kit(), did, session, 'no-reward');
    const dispute = (await kit().db.query("select 'D-' || max(id) as name from disputes")).rows[0].name;
    const states = async () => [
      (await cardOf(did)).disputes[0]?.state,
      (await support.page(`disputes?dispute=${dispute}`)).open.state,
    ];
    expect(await states()).toEqual(['new', 'new']);
    const answer = 'The partner’s message to us got lost.';
    const proposed = await support.operate('credit-dispute', { dispute, amount: '12', answer, reason: 'asked' });
    expect(await states()).toEqual(['proposed', 'proposed']);
    expect((await cardOf(did)).sessions.rows).toMatchObject([{ session, reward: null, dispute }]);
    expect((await finance.approve(proposed.json().proposal)).statusCode).toBe(200);
    expect(await states()).toEqual(['credited', 'credited']);
    // The decision of two people isn't shown as the partner's report.
    expect((await cardOf(did)).sessions.rows).toMatchObject([{ session, reported: [], reward: 1200, dispute: null }]);
    const closed = (await support.page('disputes?state=closed')).disputes.rows;
    expect(closed).toMatchObject([{ dispute, lastReported: null }]);

    await moveClock(addMs(NOW, 100 * DAY_MS));
    const { open, disputes } = await support.page(`disputes?dispute=${dispute}`);
    expect(open).toMatchObject({ dispute, state: 'credited', answer, answeredAt: NOW.toISOString() });
    expect(disputes.rows).toEqual([]);
    expect((await support.page('disputes?dispute=D-999999')).open).toBeNull();
  });
});

describe('a session on a card', () => {
  it('returned in the same way as its dispute says, whatever the partner reported', async () => {
    const did = await registered(kit());
    const session = await finishSurvey(kit(), did);
    await report(kit(), did, session, 'no-reward');
    await sweepSessions(kit().deps.database, addMs(NOW, DAY_MS));
    const dispute = (await kit().db.query("select 'D-' || max(id) as name from disputes")).rows[0].name;
    const { ours } = (await support.page(`disputes?dispute=${dispute}`)).open;
    expect(ours).toContainEqual(
      expect.objectContaining({ what: 'Returned', detail: expect.stringMatching(/^as finished/) }),
    );
    expect((await cardOf(did)).sessions.rows).toMatchObject([{ session, returnedAs: 'finished' }]);
  });

  it('has the completion’s length, rounded as everywhere', async () => {
    const did = await registered(kit());
    await complete(kit(), did, 900, { at: addMs(NOW, 642_000) });
    expect((await cardOf(did)).sessions.rows).toMatchObject([{ minutes: 11, returnedAs: null }]);
  });
});

describe('the last activity on a card', () => {
  it('includes a withdrawal', async () => {
    const did = await registered(kit());
    await earnAvailable(kit(), did);
    await moveClock(addMs(NOW, 3 * DAY_MS));
    expect((await cardOf(did)).lastActiveOn).toBe('2026-11-15');
    await send(kit(), 'GET', api.withdraw(did));
    expect((await cardOf(did)).lastActiveOn).toBe('2026-11-18');
  });
});

describe('a panelist whose key was lost', () => {
  it('has a card and a dispute without the unreadable parts, and can be erased', async () => {
    const did = await registered(kit());
    await report(kit(), did, await finishSurvey(kit(), did), 'no-reward', 'It said thank you.');
    const dispute = (await kit().db.query("select 'D-' || max(id) as name from disputes")).rows[0].name;
    const open = async () => {
      const { card } = (await support.operate('open-disputed-card', { dispute, reason: 'to answer it' })).json();
      const { open: shown } = await support.page(`disputes?dispute=${dispute}`);
      return { card, words: shown.words, person: (await support.page(`people?card=${card}`)).card };
    };
    expect(await open()).toMatchObject({ words: 'It said thank you.', person: { didEnds: did.slice(-4) } });
    const { id } = await identify(kit().deps.database, kit().vault, did);
    await kit().vault.panelistKeys.destroy([id]);
    const { card, words, person } = await open();
    expect([words, person]).toMatchObject([null, { didEnds: null, status: 'approved', disputes: [{ dispute }] }]);
    expect(await cardOf(did)).toMatchObject({ didEnds: did.slice(-4), disputes: [{ dispute }] });
    const { proposal } = (await support.operate('erase-person', { panelist: card, reason: 'asked by mail' })).json();
    expect((await (await signIn('finance-1', 'finance')).approve(proposal)).statusCode).toBe(200);
    expect((await send(kit(), 'GET', api.registrationCheck(did))).statusCode).toBe(404);
  });

  it('still has all pages while the key store is down', async () => {
    const did = await registered(kit());
    await report(kit(), did, await finishSurvey(kit(), did), 'no-reward', 'It said thank you.');
    const { database, vault } = kit().deps;
    const dispute = await findDispute(database, (await support.page('disputes')).disputes.rows.at(-1).dispute);
    const opener = () => Promise.reject(new DatabaseUnavailable('away'));
    const away = { ...vault, panelistKeys: { ...vault.panelistKeys, opener } };
    expect(await wordsOf(away, dispute as NonNullable<typeof dispute>)).toBe(null);
  });
});

describe('the export of a person', () => {
  it('goes to a second person in support, and to no one else', async () => {
    const [finance, second] = [await signIn('finance-1', 'finance'), await signIn('support-2', 'support')];
    const { card } = (await support.operate('open-card', { did: await registered(kit()), reason: 'asked' })).json();
    const { proposal } = (await support.operate('export-person', { panelist: card, reason: 'asked by mail' })).json();
    expect((await finance.page('today')).proposals).toMatchObject([{ id: proposal, facts: null, mayApprove: false }]);
    const refused = await finance.approve(proposal);
    expect([refused.statusCode, refused.json().detail]).toEqual([409, 'Only support may approve this.']);
    const { file } = (await second.approve(proposal)).json();
    expect(file).toEqual({ name: 'person.json', content: expect.stringContaining('"answers"') });
  });
});

it('T27: a proposal shows the end of the panelist’s did to operators who may read it, and doesn’t store it', async () => {
  const did = await registered(kit());
  const finance = await signIn('finance-1', 'finance');
  const [auditor, fieldwork] = [await signIn('auditor-1', 'auditor'), await signIn('fieldwork-1', 'fieldwork')];
  const { card } = (await support.operate('open-card', { did, reason: 'asked by mail' })).json();
  const { proposal } = (await support.operate('erase-person', { panelist: card, reason: 'asked by mail' })).json();
  const shownTo = async (browser: Browser) => {
    const { proposals } = await browser.page('today');
    return proposals.find(({ id }: { id: string }) => id === proposal).facts?.[0];
  };
  const fact = (text: string) => ({ label: 'did ends in', proposed: { text }, now: { text } });
  for (const browser of [finance, auditor, support]) expect(await shownTo(browser)).toEqual(fact(did.slice(-4)));
  expect(await shownTo(fieldwork)).toBe(undefined);
  const stored = async () => (await kit().db.query('select facts from proposals order by id desc limit 1')).rows;
  expect(JSON.stringify(await stored())).not.toContain('did ends in');
  const { id } = await identify(kit().deps.database, kit().vault, did);
  await kit().vault.panelistKeys.destroy([id]);
  expect(await shownTo(finance)).toEqual(fact('can’t be read'));
  // A later answer creates another key, and the key store may be down. The page works in both cases.
  await send(kit(), 'PUT', api.dateOfBirth, goldenFor('dateOfBirth', did));
  expect(await shownTo(finance)).toEqual(fact('can’t be read'));
  const opener = () => Promise.reject(new DatabaseUnavailable('away'));
  const vault = { ...kit().vault, panelistKeys: { ...kit().vault.panelistKeys, opener } };
  expect(await didEndOf(kit().deps.database, vault, id)).toBe(null);
  expect((await finance.approve(proposal)).statusCode).toBe(200);
});

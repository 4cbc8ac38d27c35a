import { DAY_MS, MINUTE_MS } from '@panel/domain/durations';
import type { Outcome } from '@panel/domain/partners/outcomes';
import type { Partner } from '@panel/domain/partners/partners';
import { expect, it } from 'vitest';
import { registered } from '../../test/kit.ts';
import { signedInBrowser } from '../console/console.testing.ts';
import { buildConsoleApp } from '../console-app.ts';
import { mintSession, reportEvent } from '../rewards/rewards.testing.ts';
import { matchPush, matchReturn } from './cint-match/contract.testing.ts';
import { routerCallback } from './cint-router/contract.testing.ts';
import { deliver, insertSessions } from './partners.testing.ts';
import type { TestSession } from './protocol.testing.ts';
import { endSessionsBefore } from './store.ts';
import { countSurveys } from './survey-counts.ts';
import { choose, list, openedSessions, useListPartners } from './survey-list.testing.ts';

const { kit, answers, later } = await useListPartners();

/** So many other people, each of whom the partner reports to have ended a visit of the survey in this way. */
async function people(count: number, survey: string, outcome: Outcome, minutes: number): Promise<string[]> {
  const dids = await Promise.all(Array.from({ length: count }, () => registered(kit())));
  for (const did of dids) await visit(did, survey, outcome, minutes);
  return dids;
}

async function visit(did: string, survey: string, outcome: Outcome, minutes: number): Promise<void> {
  const session = await mintSession(kit(), did);
  const at = new Date(kit().clock.now().getTime() + minutes * MINUTE_MS);
  const price = outcome === 'complete' ? { usdMicros: 1_000_000n } : {};
  await reportEvent(kit(), session, { outcome, key: `${session}:e`, surveyId: survey, ...price }, at);
}

/** Ends the open sessions, and counts a day later. */
async function countAll(): Promise<void> {
  const { database } = kit().depsAs('worker');
  later(DAY_MS / MINUTE_MS);
  await endSessionsBefore(database, kit().clock.now(), kit().clock.now(), 1000);
  expect(await countSurveys(database, kit().clock.now())).toBeGreaterThan(0);
  expect(await countSurveys(database, kit().clock.now())).toBe(0);
}

const counted = async (partner: Partner, survey = '') =>
  (
    await kit().db.query('select people, dropped_late from survey_ends where partner = $1 and survey_id = $2', [
      partner,
      survey,
    ])
  ).rows[0];

/** Chooses the dearest survey so many times, and comes back late to the page of a screen-out that no one signed. */
async function forgeLateEnds(did: string, count: number): Promise<TestSession[]> {
  const [survey] = await list(kit(), did);
  for (let made = 0; made < count; made += 1) await choose(kit(), did, survey);
  later(6);
  const opened: TestSession[] = await openedSessions(kit(), did);
  for (const { partner, sessionId } of opened) {
    const name = partner === 'cint-router' ? 'term?ssi' : 'terminate?transactionId';
    await deliver(kit(), { method: 'GET', url: `/partners/${partner}/return/${name}=${sessionId}` });
  }
  return opened;
}

it('a survey that drops most people late is shown to operators with its length, and left out of the list', async () => {
  const [did = ''] = await people(9, '70002', 'screenout', 8);
  await visit(did, '70002', 'screenout', 8);
  await people(1, '70002', 'overquota', 12);
  await people(9, '70002', 'screenout', 1);
  await people(4, '70001', 'screenout', 2);
  await people(1, '70001', 'technical', 30);
  const numbers = async () => {
    later(3);
    return (await list(kit(), did)).length;
  };
  expect(await numbers()).toBe(2);
  await countAll();
  expect(await numbers()).toBe(1);

  const app = buildConsoleApp(kit().depsAs('console'));
  const fieldwork = await signedInBrowser(kit(), app, 'fieldwork-1', 'fieldwork');
  const { lateEnds } = await fieldwork.page('partners');
  await app.close();
  expect(lateEnds).toEqual([
    { partner: 'purespectrum', survey: null, people: 24, droppedLate: 10, medianMinutes: 8, leftOut: false },
    {
      partner: 'purespectrum',
      survey: expect.stringMatching(/^Survey .* \(70002\)$/),
      people: 19,
      droppedLate: 10,
      medianMinutes: 8,
      leftOut: true,
    },
  ]);
});

it('T5: one device takes no survey out of the list, however many late ends it forges', async () => {
  answers.purespectrum = [{ id: 80_001, cpi: 3, minutes: 10 }];
  await forgeLateEnds(await registered(kit()), 25);
  await countAll();
  expect(await list(kit(), await registered(kit()))).toHaveLength(1);
  expect(await counted('purespectrum', '80001')).toEqual({ people: 1, dropped_late: 1 });
});

it('T5: returns that no one signed take no survey of a partner that signs its ends out of the list', async () => {
  Object.assign(answers, { purespectrum: [], router: [{ id: 90_001, cpi: 3, minutes: 10 }] });
  const opened: TestSession[] = [];
  for (const did of await Promise.all(Array.from({ length: 21 }, () => registered(kit()))))
    opened.push(...(await forgeLateEnds(did, 1)));
  await countAll();
  expect(await counted('cint-router', '90001')).toEqual({ people: 21, dropped_late: 0 });
  const did = await registered(kit());
  expect(await list(kit(), did)).toHaveLength(1);

  for (const session of opened) await deliver(kit(), routerCallback(session, 'term', { survey: '90001' }));
  await countAll();
  later(3);
  expect(await list(kit(), did)).toEqual([]);
});

it('an end that only the browser’s return told counts, of a partner that tells nobody else', async () => {
  answers.purespectrum = [{ id: 80_002, cpi: 3, minutes: 10 }];
  for (const did of await Promise.all([registered(kit()), registered(kit())])) await forgeLateEnds(did, 1);
  await countAll();
  expect(await counted('purespectrum', '80002')).toEqual({ people: 2, dropped_late: 2 });
});

it('a return that was kept back makes no end late', async () => {
  const did = await registered(kit());
  const [session] = await insertSessions(kit(), 'cint-match', did, 1);
  if (!session) throw new Error('no session');
  await deliver(kit(), matchPush(session, '3/20', { survey: '77001' }));
  later(6);
  await deliver(kit(), matchReturn(session, 'failure', '3/20', { survey: '77001' }));
  await countAll();
  expect(await counted('cint-match', '77001')).toEqual({ people: 1, dropped_late: 0 });
});

import { DAY_MS, MINUTE_MS } from '@panel/domain/durations';
import type { Outcome } from '@panel/domain/partners/outcomes';
import { afterEach, expect, it } from 'vitest';
import { NOW, registered } from '../../test/kit.ts';
import { signedInBrowser } from '../console/console.testing.ts';
import { buildConsoleApp } from '../console-app.ts';
import { mintSession, reportEvent } from '../rewards/rewards.testing.ts';
import { deliver, insertSessions } from './partners.testing.ts';
import { endSessionsBefore } from './store.ts';
import { countSurveys } from './survey-counts.ts';
import { list, useListPartners } from './survey-list.testing.ts';

const { kit, later } = await useListPartners();
afterEach(() => kit().clock.set(NOW));

async function sessions(did: string, count: number, survey: string, outcome: Outcome, minutes: number): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    const session = await mintSession(kit(), did);
    const at = new Date(kit().clock.now().getTime() + minutes * MINUTE_MS);
    const price = outcome === 'complete' ? { usdMicros: 1_000_000n } : {};
    await reportEvent(kit(), session, { outcome, key: `${session}:e`, surveyId: survey, ...price }, at);
  }
}

it('a survey that drops most people late is shown to operators with its length, and left out of the list', async () => {
  const did = await registered(kit());
  await sessions(did, 10, '70002', 'screenout', 8);
  await sessions(did, 1, '70002', 'overquota', 12);
  await sessions(did, 9, '70002', 'screenout', 1);
  await sessions(did, 4, '70001', 'screenout', 2);
  await sessions(did, 1, '70001', 'technical', 30);
  const numbers = async () => {
    later(3);
    return (await list(kit(), did)).length;
  };
  expect(await numbers()).toBe(2);
  const tomorrow = new Date(NOW.getTime() + DAY_MS);
  expect(await countSurveys(kit().depsAs('worker').database, tomorrow)).toBeGreaterThan(0);
  expect(await countSurveys(kit().depsAs('worker').database, tomorrow)).toBe(0);
  expect(await numbers()).toBe(1);

  const app = buildConsoleApp(kit().depsAs('console'));
  const fieldwork = await signedInBrowser(kit(), app, 'fieldwork-1', 'fieldwork');
  const { lateEnds } = await fieldwork.page('partners');
  await app.close();
  expect(lateEnds).toEqual([
    { partner: 'purespectrum', survey: null, sessions: 25, lateEnds: 11, medianMinutes: 8, leftOut: false },
    {
      partner: 'purespectrum',
      survey: expect.stringMatching(/^Survey .* \(70002\)$/),
      sessions: 20,
      lateEnds: 11,
      medianMinutes: 8,
      leftOut: true,
    },
  ]);
});

it('an end that only the browser’s return told counts', async () => {
  const { database } = kit().depsAs('worker');
  const late = () =>
    kit().db.query("select late_ends as n from survey_ends where partner = 'purespectrum' and survey_id = ''");
  const before = new Date(kit().clock.now().getTime() + 2 * DAY_MS);
  await countSurveys(database, before);
  const count = (await late()).rows[0]?.n ?? 0;
  const [session] = await insertSessions(kit(), 'purespectrum', await registered(kit()), 1);
  later(6);
  const url = `/partners/purespectrum/return/terminate?transactionId=${session?.sessionId}`;
  await deliver(kit(), { method: 'GET', url });
  await endSessionsBefore(database, kit().clock.now(), before, 100);
  await countSurveys(database, new Date(before.getTime() + DAY_MS));
  expect((await late()).rows[0]?.n).toBe(count + 1);
});

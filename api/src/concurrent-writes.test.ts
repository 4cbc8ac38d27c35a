/** Concurrent calls of different panelists. */
import { api } from '@panel/domain/paths';
import { describe, expect, it } from 'vitest';
import { goldenFor, newDid, registered, send, useKit } from '../test/kit.ts';
import { recordEvent } from './partners/callbacks.ts';
import {
  deliver,
  eventsOf,
  insertSessions,
  ONE_DOLLAR,
  panelistWithSession,
  pendingOf,
  type TestSession as Session,
  spectrumChange,
  spectrumComplete,
} from './partners/partners.testing.ts';
import { deepMoneyCheck } from './rewards/money-check.ts';
import { earnAvailable, wallet, walletIdOfDid } from './rewards/rewards.testing.ts';

const kit = useKit({ DAILY_CAP_RAND: '100000' });

/** Locks a row until the returned function is called. */
async function lock(statement: string, id: string): Promise<() => Promise<void>> {
  const other = await kit().db.connect();
  await other.query('begin');
  await other.query(statement, [id]);
  return async () => {
    await other.query('commit');
    other.release();
  };
}
const lockWallet = async (did: string) =>
  lock('select from wallets where id = $1 for update', await walletIdOfDid(kit(), did));

const withdraw = async (did: string) => (await send(kit(), 'GET', api.withdraw(did))).json();
const withMoney = async (cents: number) => {
  const did = await registered(kit());
  await earnAvailable(kit(), did, cents);
  return did;
};

describe('concurrent withdrawals', () => {
  it('are each decided for their own panelist', async () => {
    const amounts = [5000, 6000, 4999, 7000, 5500, 9000];
    const dids = await Promise.all(amounts.map(withMoney));
    const answers = await Promise.all([...dids, newDid()].map(withdraw));
    expect(answers.slice(0, -1)).toEqual([true, true, false, true, true, true]);
    expect(answers.at(-1)).toMatchObject({ code: 'unknown-panelist' });
    for (const [index, did] of dids.entries()) {
      const amount = amounts[index] as number;
      const reserved = amount < 5000 ? { available: amount, reserved: 0 } : { available: 0, reserved: amount };
      expect(await wallet(kit(), did)).toEqual({ pending: 0, owed: 0, ...reserved });
    }
    expect(await deepMoneyCheck(kit().deps.database)).toEqual({ ok: true, faults: [] });
  });

  it('T8: do not wait for another panelist’s locked wallet, whose own withdrawal waits for the lock', async () => {
    const dids = await Promise.all([6000, 6000, 6000, 6000].map(withMoney));
    const unlock = await lockWallet(dids[1] as string);
    const answers = dids.map(withdraw);
    const isAnswered = dids.map(() => false);
    for (const [index, answer] of answers.entries())
      void answer.then(() => {
        isAnswered[index] = true;
      });
    expect(await Promise.all([answers[0], answers[2], answers[3]])).toEqual([true, true, true]);
    expect(isAnswered[1]).toBe(false);
    await unlock();
    expect(await answers[1]).toBe(true);
  });
});

describe('concurrent submissions', () => {
  it('are each stored for their own panelist, even of different questionnaires, and a repeat once', async () => {
    const dids = await Promise.all(Array.from({ length: 4 }, () => registered(kit())));
    const [first, second, third, fourth] = dids as [string, string, string, string];
    const submit = async (survey: 'quarterly' | 'yearly', did: string) =>
      (await send(kit(), 'PUT', api.profiling(survey), goldenFor(survey, did))).statusCode;
    const answers = await Promise.all([
      submit('quarterly', first),
      submit('yearly', second),
      submit('quarterly', newDid()),
      submit('quarterly', third),
      submit('quarterly', third),
      submit('yearly', fourth),
    ]);
    expect(answers).toEqual([200, 200, 404, 200, 200, 200]);
    const { rows } = await kit().db.query(`
      select string_agg(s.questionnaire, ',' order by s.questionnaire) as questionnaires,
        (select d.due_at > '2026-12-31' from profiling_due d where d.panelist_id = p.id and d.survey = min(s.questionnaire)) as "isDueLater"
      from panelists p join submissions s on s.panelist_id = p.id
      where s.questionnaire in ('quarterly', 'yearly') group by p.id order by 1`);
    const stored = (questionnaires: string) => ({ questionnaires, isDueLater: true });
    expect(rows).toEqual([stored('quarterly'), stored('quarterly'), stored('yearly'), stored('yearly')]);
  });

  it('do not wait for a panelist who is being deleted', async () => {
    const dids = await Promise.all(Array.from({ length: 3 }, () => registered(kit())));
    const { rows } = await kit().db.query(
      'select p.id from panelists p join wallets w on w.panelist_id = p.id where w.id = $1',
      [await walletIdOfDid(kit(), dids[0] as string)],
    );
    const unlock = await lock('select from panelists where id = $1 for update', rows[0].id);
    const answers = dids.map((did) => send(kit(), 'PUT', api.firstLanguage, goldenFor('firstLanguage', did)));
    expect((await Promise.all(answers.slice(1))).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    await unlock();
    expect((await answers[0])?.statusCode).toBe(200);
  });
});

describe('S7: concurrent callbacks', () => {
  it('credit each panelist once, whatever comes with them', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => panelistWithSession(kit(), 'purespectrum')));
    const [first, second, third, fourth] = people.map(({ session }) => session) as [Session, Session, Session, Session];
    const [again] = (await insertSessions(kit(), 'purespectrum', people[0]?.did as string, 1)) as [Session];
    const unknown: Session = { ...again, sessionId: `s_${'0'.repeat(32)}` };
    const calls = [
      spectrumComplete(first, { survey: '1' }),
      spectrumComplete(again, { survey: '2' }),
      spectrumComplete(second),
      spectrumComplete(second),
      spectrumComplete(unknown),
      spectrumComplete(third, { usd: '2.00' }),
      spectrumChange(fourth, '0>22'),
    ];
    const answers = await Promise.all(calls.map((call) => deliver(kit(), call)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(calls.map(() => 200));
    expect(await Promise.all(people.map(({ did }) => pendingOf(kit(), did)))).toEqual([
      2 * ONE_DOLLAR,
      ONE_DOLLAR,
      2 * ONE_DOLLAR,
      0,
    ]);
    expect(await eventsOf(kit(), second.sessionId)).toEqual(['complete: credited']);
    expect(await deepMoneyCheck(kit().deps.database)).toEqual({ ok: true, faults: [] });
  });

  it('credit no panelist for an event whose key is already used', async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => panelistWithSession(kit(), 'purespectrum')));
    const recorded = await Promise.all(
      people.map(({ session: { sessionId } }, index) => {
        const dedupeKey = index === 2 ? 'another key' : 'one key';
        const event = { sessionId, dedupeKey, outcome: 'complete', rawCode: '21', usdMicros: 1_000_000n } as const;
        return recordEvent(kit().deps.database, kit().config.pricing, {
          partner: 'purespectrum',
          event,
          channel: 'callback',
          at: kit().clock.now(),
        });
      }),
    );
    expect(recorded.map(({ effect }) => effect).sort()).toEqual(['credited', 'credited', 'quarantined']);
    const pending = await Promise.all(people.map(({ did }) => pendingOf(kit(), did)));
    expect(pending).toEqual(recorded.map(({ effect }) => (effect === 'credited' ? ONE_DOLLAR : 0)));
    expect(pending[2]).toBe(ONE_DOLLAR);
  });

  it('do not wait for another panelist’s locked wallet', async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => panelistWithSession(kit(), 'purespectrum')));
    const unlock = await lockWallet(people[0]?.did as string);
    const answers = people.map(({ session }) => deliver(kit(), spectrumComplete(session)));
    await Promise.all(answers.slice(1));
    expect(await Promise.all(people.map(({ did }) => pendingOf(kit(), did)))).toEqual([0, ONE_DOLLAR, ONE_DOLLAR]);
    await unlock();
    await answers[0];
    expect(await pendingOf(kit(), people[0]?.did as string)).toBe(ONE_DOLLAR);
  });
});

/** Retention periods, with a moving clock. */
import { addMonths } from '@panel/domain/calendar';
import { DAY_MS, HOUR_MS } from '@panel/domain/durations';
import { api } from '@panel/domain/paths';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { check, goldenFor, NOW, registered, send, useKit } from '../../test/kit.ts';
import { report } from '../disputes/disputes.testing.ts';
import { identify, setStatus } from '../identity/panelists.ts';
import { inviteToDueSurveys } from '../invitations/due-surveys.ts';
import { chatThatKeeps, deliverMessages } from '../messages/messages.testing.ts';
import { sweepSessions } from '../partners/sessions.ts';
import { ItemsFailed } from '../platform/failed-items.ts';
import { deepMoneyCheck } from '../rewards/money-check.ts';
import { runPayouts } from '../rewards/payouts.testing.ts';
import { complete, ENOUGH, earnAvailable, mintSession, reportEvent, wallet } from '../rewards/rewards.testing.ts';
import { applyRetention } from './retention.ts';
import { composersOf } from './worker.ts';

const kit = useKit({ DAILY_CAP_RAND: '100000', PANEL_CONTACT: 'help@panel.example' });

let texts: string[] = [];
/** Moves the clock to this many months and days after the start, and lets the worker run its due tasks. */
async function passTo(months: number, days = 0, chatAnswers = 200): Promise<void> {
  kit().clock.set(new Date(addMonths(NOW, months).getTime() + days * DAY_MS));
  await inviteToDueSurveys(kit().deps);
  await applyRetention(kit().deps);
  kit().superApp.answers(
    chatAnswers === 200
      ? chatThatKeeps(({ text }) => texts.push(text.body))
      : (_, response) => void response.writeHead(chatAnswers).end(),
  );
  await deliverMessages(kit().deps, composersOf(kit().deps));
  kit().superApp.reset();
}
const statusOf = async (did: string) => (await send(kit(), 'GET', api.registrationCheck(did))).statusCode;
const rowsOf = async (table: string) =>
  (await kit().db.query(`select count(*)::int as rows from ${table}`)).rows[0].rows;

beforeEach(() => {
  kit().clock.set(NOW);
  texts = [];
});
afterAll(async () => {
  expect(await deepMoneyCheck(kit().deps.database)).toEqual({ ok: true, faults: [] });
});

describe('T29: retention', () => {
  it('a panelist who is inactive for two years gets a notice, and is deleted a month later unless they take part again', async () => {
    const [leaving, staying] = [await registered(kit()), await registered(kit())];
    await earnAvailable(kit(), leaving);
    // Surveys are due, but inactive panelists aren't invited.
    await passTo(13);
    expect(texts).toEqual([]);
    await passTo(24, -1);
    expect([texts, await statusOf(leaving)]).toEqual([[], 200]);

    await passTo(24);
    await passTo(24, 1);
    expect(texts).toEqual(
      Array(2).fill(
        'You have not taken part in the Bua Panel for two years. On 2028-12-15 we will delete your profile and any reward left in it, unless you take part before then. Questions? Contact help@panel.example.',
      ),
    );
    expect([await statusOf(leaving), await statusOf(staying)]).toEqual([200, 200]);

    await send(kit(), 'PUT', api.profiling('quarterly'), goldenFor('quarterly', staying));
    await passTo(24, 29);
    expect(await statusOf(leaving)).toBe(200);
    texts = [];
    await passTo(24, 30);
    expect([await statusOf(leaving), await statusOf(staying)]).toEqual([404, 200]);
    expect(texts).toContainEqual(expect.stringContaining('profile was deleted'));

    await passTo(48, 1);
    expect(texts.at(-1)).toContain('On 2030-12-16');
    expect(await statusOf(staying)).toBe(200);
    await passTo(49, 1);
    expect(await statusOf(staying)).toBe(404);
  });

  it.each([
    ['that the chat did not accept', 503, [0, 2]],
    ['for a device that the chat did not know on one day', 404, [0]],
  ])(
    'a panelist with a notice %s keeps profile and money, and gets another a month before',
    async (_, answer, days) => {
      const did = await registered(kit());
      await earnAvailable(kit(), did);
      for (const day of days) await passTo(24, day, answer);
      await passTo(24, 30);
      expect([await statusOf(did), texts]).toEqual([200, [expect.stringContaining('On 2029-01-14 we will delete')]]);
      expect((await wallet(kit(), did)).available).toBe(ENOUGH);
      await passTo(24, 59);
      expect(await statusOf(did)).toBe(200);
      await passTo(24, 60);
      expect(await statusOf(did)).toBe(404);
    },
  );

  it('the notice is not sent at night, and names the day a month after it is sent', async () => {
    kit().clock.set(new Date(NOW.getTime() + 12 * HOUR_MS));
    const did = await registered(kit());
    await passTo(24, 0.5);
    expect(texts).toEqual([]);
    await passTo(24, 1);
    expect(texts).toEqual([expect.stringContaining('On 2028-12-16 we will delete')]);
    await passTo(24, 30.5);
    expect(await statusOf(did)).toBe(200);
  });

  it('a panelist whose device the chat no longer knows is deleted after two undeliverable notices in a row', async () => {
    const did = await registered(kit());
    for (const days of [0, 29, 30, 59]) {
      await passTo(24, days, 404);
      expect(await statusOf(did)).toBe(200);
    }
    await passTo(24, 60, 404);
    expect(await statusOf(did)).toBe(404);
  });

  it('a panelist whose data key is lost can’t be notified, and is deleted like one with an unknown device', async () => {
    const did = await registered(kit());
    await kit().vault.panelistKeys.destroy([(await identify(kit().deps.database, kit().vault, did)).id]);
    for (const [days, status] of [0, 30, 59, 60].map((days) => [days, days < 60 ? 200 : 404] as const)) {
      await passTo(24, days);
      expect(await statusOf(did)).toBe(status);
    }
  });

  it('a notice that was a month late, or from before a panelist returned, does not count as undeliverable', async () => {
    const did = await registered(kit());
    await passTo(24, 0, 503);
    // The first notice is tried again on the day of the second one.
    await passTo(24, 30, 404);
    await passTo(24, 60);
    expect(await statusOf(did)).toBe(200);

    for (const months of [24, 48]) {
      await send(kit(), 'PUT', api.profiling('quarterly'), goldenFor('quarterly', did));
      await passTo(months, 90);
      await passTo(months + 24, 60, 404);
    }
    await passTo(72, 90, 404);
    expect(await statusOf(did)).toBe(200);
    await passTo(72, 120, 404);
    expect(await statusOf(did)).toBe(404);
  });

  it('a panelist who can’t be deleted because a data key is missing delays no other', async () => {
    const [broken, leaving] = [await registered(kit()), await registered(kit())];
    await passTo(24, 1);
    const key = [kit().vault.digest('did', broken)];
    const { rows } = await kit().db.query('select did_sealed from panelists where did_index = $1', key);
    const setSealed = (sealed: Buffer) =>
      kit().db.query('update panelists set did_sealed = $2 where did_index = $1', [...key, sealed]);
    await setSealed(Buffer.from('sealed with a key that is not there'));
    await expect(passTo(25, 1)).rejects.toThrow(ItemsFailed);
    expect([await statusOf(broken), await statusOf(leaving)]).toEqual([200, 404]);
    // Not again at once; once it can be read, it is deleted like any other.
    await passTo(25, 1);
    await setSealed(rows[0].did_sealed);
    await passTo(25, 2);
    expect(await statusOf(broken)).toBe(404);
  });

  it('partners’ events are kept 13 months, rewards forever: a later reversal still takes one back', async () => {
    const did = await registered(kit());
    const session = await complete(kit(), did, 900);
    await passTo(12, 28);
    const events = async () =>
      (await kit().db.query('select from partner_events where session_id = $1', [session])).rowCount;
    expect(await events()).toBe(1);
    await passTo(13, 1);
    expect(await events()).toBe(0);
    expect(
      await reportEvent(kit(), session, { outcome: 'complete', key: `${session}:again`, usdMicros: 1_000_000n }),
    ).toBe('unknown-session');
    expect(await reportEvent(kit(), session, { outcome: 'reversed', key: `${session}:r` })).toBe('reversed');
    expect((await wallet(kit(), did)).pending).toBe(0);
  });

  it('sessions without a reward are kept 13 months; paid or reported ones longer', async () => {
    const did = await registered(kit());
    const [left, screenedOut, disputed] = [
      await mintSession(kit(), did),
      await mintSession(kit(), did),
      await mintSession(kit(), did),
    ];
    await reportEvent(kit(), screenedOut, { outcome: 'screenout', key: screenedOut });
    const paid = await complete(kit(), did, 900);
    kit().clock.set(new Date(NOW.getTime() + 2 * DAY_MS));
    await sweepSessions(kit().deps.database, kit().clock.now());
    expect((await report(kit(), did, disputed, 'stopped-early')).statusCode).toBe(200);
    const remaining = async () => {
      const all = { left, screenedOut, disputed, paid };
      const { rows } = await kit().db.query('select id from survey_sessions where id = any($1)', [Object.values(all)]);
      return Object.keys(all).filter((name) => rows.some(({ id }) => id === all[name as keyof typeof all]));
    };
    await passTo(13, -1);
    expect(await remaining()).toEqual(['left', 'screenedOut', 'disputed', 'paid']);
    await passTo(13, 1);
    expect(await remaining()).toEqual(['disputed', 'paid']);
    expect(await rowsOf(`partner_events where session_id = '${screenedOut}'`)).toBe(0);
  });

  it('T6: a reversed completion is not paid when it is sent again after its events were erased', async () => {
    const did = await registered(kit());
    const session = await complete(kit(), did, 900);
    await reportEvent(kit(), session, { outcome: 'reversed', key: `${session}:r` });
    await passTo(13, 1);
    const replayed = { outcome: 'complete', key: `${session}:again`, usdMicros: 1_000_000n } as const;
    expect(await reportEvent(kit(), session, replayed)).toBe('unknown-session');
    expect((await wallet(kit(), did)).pending).toBe(0);
  });

  it('tombstones are kept three years, rate-limit counts until their period is over, the audit forever', async () => {
    const did = await registered(kit());
    const { rows } = await kit().db.query('select id from panelists where did_index = $1', [
      kit().vault.digest('did', did),
    ]);
    await kit().deps.database.transaction((tx) => setStatus(tx, rows[0].id, 'blocked'));
    await send(kit(), 'DELETE', api.deleteProfile(did));
    await kit().db.query("insert into call_counts values ('x', $1, 1)", [new Date(NOW.getTime() + DAY_MS)]);
    await kit().db.query(
      "insert into audit (at, actor, operation, step) values ($1, 'thandi', 'open-card', 'viewed')",
      [NOW],
    );
    await passTo(0, 2);
    expect(await rowsOf('call_counts')).toBe(0);
    await passTo(36, -1);
    expect(await rowsOf("tombstones where status = 'blocked'")).toBe(1);
    await passTo(36, 1);
    expect(await rowsOf('tombstones where deleted_at < now()')).toBe(0);
    await registered(kit(), did);
    expect(await check(kit(), did)).toMatchObject({ status: 'approved' });
    expect(await rowsOf('audit')).toBe(1);
  });

  it('R17: a deletion erases at once, changes no total of the books, and open withdrawals still finish', async () => {
    const did = await registered(kit());
    await earnAvailable(kit(), did);
    await send(kit(), 'GET', api.withdraw(did));
    await complete(kit(), did, 900);
    const partnerTotal = async () =>
      (await kit().db.query("select sum(amount)::int as sum from postings where account like 'partner:%'")).rows[0].sum;
    const before = await partnerTotal();
    await send(kit(), 'DELETE', api.deleteProfile(did));
    expect(await statusOf(did)).toBe(404);
    expect(await partnerTotal()).toBe(before);
    await runPayouts(kit().deps);
    expect(await rowsOf("withdrawals where state = 'paid'")).toBe(1);
  });
});

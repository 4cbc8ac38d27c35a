/** Retention periods outside the profile, with a moving clock: callbacks, books, cards, and all rows about a panelist. */
import { addMonths } from '@panel/domain/calendar';
import { DAY_MS, MINUTE_MS } from '@panel/domain/durations';
import { api } from '@panel/domain/paths';
import { describe, expect, it } from 'vitest';
import { NOW, registered, send } from '../../test/kit.ts';
import { useOperator } from '../console/operator.testing.ts';
import { destroyKeys } from '../identity/keys.ts';
import { liveWholeLife, PERSON } from '../panelists/whole-life.testing.ts';
import { deliver, insertSessions } from '../partners/partners.testing.ts';
import { spectrumComplete } from '../partners/purespectrum/contract.testing.ts';
import { sweepSessions } from '../partners/sessions.ts';
import { deepMoneyCheck } from '../rewards/money-check.ts';
import { applyRetention } from './retention.ts';
import { eraseConsoleLeftovers } from './worker.ts';

const operator = useOperator();
const { kit, operate } = operator;
const passMs = (ms: number) => kit().clock.set(new Date(NOW.getTime() + ms));
const rowsOf = async (table: string) => (await kit().db.query(`select from ${table}`)).rowCount;

describe('T29: retention', () => {
  it('rejected callbacks are kept 90 days, valid ones longer', async () => {
    const did = await registered(kit());
    const [session] = await insertSessions(kit(), 'purespectrum', did, 1);
    if (!session) throw new Error('no session');
    expect((await deliver(kit(), spectrumComplete(session, { key: 'forged' }))).statusCode).toBe(403);
    expect((await deliver(kit(), spectrumComplete(session))).statusCode).toBe(200);
    const kept = async () =>
      (await kit().db.query('select trust from partner_events order by id')).rows.map(({ trust }) => trust);
    expect(await kept()).toEqual(['failed', 'verified']);
    passMs(90 * DAY_MS);
    await sweepSessions(kit().deps.database, kit().clock.now());
    expect(await kept()).toEqual(['failed', 'verified']);
    passMs(90 * DAY_MS + 1);
    await sweepSessions(kit().deps.database, kit().clock.now());
    expect(await kept()).toEqual(['verified']);
  });

  it('goes on with the other kinds of data if one can’t be erased, and then fails', async () => {
    await kit().db.query("insert into page_views values ('2020-01-01', 'chrome', 66, 1, 1)");
    const { database } = kit().deps;
    const failures = [new Error('one kind can’t be erased')];
    const run: typeof database.run = async (...statements) => {
      const failure = failures.pop();
      if (failure) throw failure;
      return database.run(...statements);
    };
    const failing = { ...kit().deps, database: { ...database, run } };
    await expect(applyRetention(failing)).rejects.toThrow('Parts of a job failed.');
    expect(await rowsOf('page_views')).toBe(0);
  });

  it('the panelist of an open card is forgotten after ten minutes', async () => {
    const did = await registered(kit());
    await operate('open-card', { did, reason: 'asked by chat' });
    const work = () => eraseConsoleLeftovers(kit().deps.database, kit().clock.now());
    passMs(10 * MINUTE_MS - 1);
    await work();
    expect(await rowsOf('card_openings')).toBe(1);
    passMs(10 * MINUTE_MS);
    await work();
    expect(await rowsOf('card_openings')).toBe(0);
  });

  it('R17: books, paid sessions, proposals and the audit are kept for seven years, without the panelist who left', async () => {
    const id = await liveWholeLife(operator, PERSON);
    const { rows: tables } = await kit().db.query(
      `select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'panelist_id' order by 1`,
    );
    const withRows = async () => {
      const found: string[] = [];
      for (const { name } of tables)
        if (await rowsOf(`${name} where panelist_id = '${id}'`)) found.push(name as string);
      return found;
    };
    // Only a deletion fills the list of keys to destroy.
    expect(await withRows()).toEqual(tables.map(({ name }) => name).filter((name) => name !== 'keys_to_destroy'));
    await send(kit(), 'DELETE', api.deleteProfile(PERSON.did));
    expect(await withRows()).toEqual(['keys_to_destroy']);
    await destroyKeys(kit().deps);
    expect(await withRows()).toEqual([]);

    const BOOKS = ['transfers', 'postings', 'rewards', 'withdrawals', 'vouchers', 'settlements', 'proposals', 'audit'];
    const books = async () => [
      ...(await Promise.all(BOOKS.map(rowsOf))),
      await rowsOf("survey_sessions where outcome in ('complete', 'reversed')"),
    ];
    const before = await books();
    expect(before.every(Number)).toBe(true);
    for (const months of [14, 37, 7 * 12 + 1]) {
      kit().clock.set(addMonths(NOW, months));
      while ((await applyRetention(kit().deps)) > 0);
      await eraseConsoleLeftovers(kit().deps.database, kit().clock.now());
      await sweepSessions(kit().deps.database, kit().clock.now());
    }
    expect(await books()).toEqual(before);
    expect(await rowsOf('partner_events')).toBe(0);
    expect(await deepMoneyCheck(kit().deps.database)).toEqual({ ok: true, faults: [] });
  });
});

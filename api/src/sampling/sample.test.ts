import { createHash } from 'node:crypto';
import { ageOn } from '@panel/domain/calendar';
import { GOLDEN } from '@panel/domain/golden';
import { dateOfBirth } from '@panel/domain/panelists/questions';
import { api } from '@panel/domain/paths';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goldenFor, LONG_LIMITS, NOW, registered, send, useKit } from '../../test/kit.ts';
import { holdTransaction } from '../../test/locks.ts';
import { activeSince } from '../identity/contactable.ts';
import { maxInUse } from '../platform/database/connections.ts';
import { createDatabaseClient, sql } from '../platform/database/database.ts';
import { birthMonthsOf } from '../profiling/birth-months.ts';
import { countSample, type Selection, shuffleSample } from './sample.ts';

const kit = useKit();
const TODAY = '2026-11-15';
const selectionOf = (ages: Selection['ages']): Selection => ({
  rules: [],
  ages,
  qualityFrom: null,
  activeSince: activeSince(NOW),
  today: TODAY,
  askedSince: null,
  contacts: { since: NOW, below: 1 },
  notInTask: null,
  cellsBy: [],
});
/** Checks that everyone who is counted is also drawn. */
async function draw(ages: Selection['ages']): Promise<unknown[]> {
  const { deps, vault } = kit();
  const drawn = await shuffleSample(deps.database, vault, selectionOf(ages), 7);
  const counts = await countSample(deps.database, vault, selectionOf(ages));
  expect([counts.matching.at(-1), counts.notInTask]).toEqual([drawn.length, drawn.length]);
  return drawn;
}

const bornOn = async (date: string) => {
  const did = await registered(kit());
  await send(kit(), 'PUT', api.dateOfBirth, { account: { user_id: did, dob: date } });
};

describe('a sample by age', () => {
  it('counts ages to the day, including the first and the last month', async () => {
    // 35 tomorrow, 35 today, 25 today, 25 tomorrow.
    for (const date of ['1991-11-16', '1991-11-15', '2001-11-15', '2001-11-16']) await bornOn(date);
    expect(await draw([25, 34])).toHaveLength(2);
    expect(await draw([24, 35])).toHaveLength(4);
    expect(await draw([25, 25])).toHaveLength(1);
    expect(await draw([60, 99])).toHaveLength(0);
  });

  it('stores no readable month of birth', async () => {
    const { rows } = await kit().db.query('select * from profiles');
    expect(rows.every((row) => !(dateOfBirth.id in row.answers) && row.birth_month.length === 32)).toBe(true);
  });

  it('omits panelists whose key is lost if the day of birth decides, and counts all others', async () => {
    const readable = await draw([25, 34]);
    const [lost] = readable as { panelistId: string }[];
    await kit().vault.panelistKeys.destroy([lost?.panelistId as string]);
    expect(await draw([25, 34])).toEqual(readable.slice(1));
  });

  it('uses exactly the months in which people of these ages were born', () => {
    const day = fc.date({ min: new Date('1920-01-01'), max: new Date('2010-12-31'), noInvalidDate: true });
    const ages = fc.tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 0, max: 20 }));
    fc.assert(
      fc.property(day, ages, (date, [min, more]) => {
        const born = date.toISOString().slice(0, 10);
        const months = birthMonthsOf([min, min + more], TODAY);
        const isOfAge = ageOn(born, TODAY) >= min && ageOn(born, TODAY) <= min + more;
        const at = months.indexOf(born.slice(0, 7));
        if (isOfAge) expect(at).toBeGreaterThanOrEqual(0);
        if (at > 0 && at < months.length - 1) expect(isOfAge).toBe(true);
      }),
    );
  });
});

it('R7: the counts and the draw of a sample take the place of one read, and of no write', async () => {
  const { vault, url } = kit();
  const database = createDatabaseClient(url, { ...LONG_LIMITS, connections: 8 });
  const writes = maxInUse(8).write;
  const held = await Promise.all(
    Array.from({ length: writes }, () => holdTransaction(database, (tx) => tx.many(sql`select`))),
  );
  const rules = ['a', 'b', 'c', 'd'].map((code) => ({ question: 'province', codes: [code] }));
  const { matching } = await countSample(database, vault, { ...selectionOf([25, 34]), rules });
  expect(matching).toEqual([0, 0, 0, 0, 0]);
  expect(await shuffleSample(database, vault, selectionOf(null), 7)).not.toEqual([]);
  expect(database.connections().total).toBe(writes + 1);
  await Promise.all(held.map(({ commit }) => commit()));
  await database.close();
});

describe('the codes that samples are counted by', () => {
  const answer = fc.oneof(
    fc.constantFrom('a', 'b', 'c'),
    fc.uniqueArray(fc.constantFrom('a', 'b', 'c')),
    fc.constant(true),
  );
  const answers = fc.dictionary(fc.constantFrom('q1', 'q2', 'q3', 'q4'), answer);

  it('are those of the current answers, of the month of birth and of the LSM group, each once', async () => {
    const month = kit().vault.digest('birth-month', '1990-01');
    const codeOf = (question: string, code: string) =>
      createHash('md5').update(`${question}:${code}`).digest().readBigInt64BE();
    await fc.assert(
      fc.asyncProperty(answers, async (given) => {
        const { rows } = await kit().db.query('select profile_codes_of($1, $2, 7::smallint) as codes', [
          JSON.stringify(given),
          month,
        ]);
        const codes = Object.entries(given).flatMap(([question, value]) =>
          [value].flat().flatMap((code) => (typeof code === 'string' ? [codeOf(question, code)] : [])),
        );
        const expected = [...codes, month.readBigInt64BE(), codeOf('lsm', '7')].map(String).sort();
        expect((rows[0].codes as string[]).sort()).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });

  it('follow an answer that is changed, and keep those of other surveys', async () => {
    const did = await registered(kit());
    const codesOf = async () => {
      const { rows } = await kit().db.query(
        'select codes, answers from profiles where panelist_id = (select id from panelists where did_index = $1)',
        [kit().vault.digest('did', did)],
      );
      return rows[0] as { codes: string[]; answers: Record<string, unknown> };
    };
    const before = await codesOf();
    await send(kit(), 'PUT', api.profiling('quarterly'), goldenFor('quarterly', did));
    const after = await codesOf();
    const changed = Object.keys(GOLDEN.quarterly.answers).filter((question) => question in before.answers);
    expect(changed).not.toEqual([]);
    expect(after.answers).toEqual({ ...before.answers, ...GOLDEN.quarterly.answers });
    const { rows } = await kit().db.query(
      `select profile_codes_of($1, birth_month, lsm_group) as codes from profiles
       where panelist_id = (select id from panelists where did_index = $2)`,
      [JSON.stringify(after.answers), kit().vault.digest('did', did)],
    );
    expect(after.codes.length).toBe(rows[0].codes.length);
    expect(new Set(after.codes).size).toBe(after.codes.length);
  });
});

import { ageOn } from '@panel/domain/calendar';
import { dateOfBirth } from '@panel/domain/panelists/questions';
import { api } from '@panel/domain/paths';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NOW, registered, send, useKit } from '../../test/kit.ts';
import { activeSince } from '../identity/panelists.ts';
import { birthMonthsOf } from './birth-months.ts';
import { countSample, type Selection, shuffleSample } from './sample.ts';

const kit = useKit();
const TODAY = '2026-11-15';
const selectionOf = (ages: Selection['ages']): Selection => ({
  rules: [],
  ages,
  activeSince: activeSince(NOW),
  today: TODAY,
  askedSince: null,
  contacts: { since: NOW, below: 1 },
  notInTask: null,
  cellsBy: [],
});
/** Whoever is counted is also drawn. */
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
  it('counts ages to the day, also in the first and the last month', async () => {
    // 35 tomorrow, 35 today, 25 today, 25 tomorrow.
    for (const date of ['1991-11-16', '1991-11-15', '2001-11-15', '2001-11-16']) await bornOn(date);
    expect(await draw([25, 34])).toHaveLength(2);
    expect(await draw([24, 35])).toHaveLength(4);
    expect(await draw([25, 25])).toHaveLength(1);
    expect(await draw([60, 99])).toHaveLength(0);
  });

  it('stores no month of birth that can be read, and finds those of dates stored before there were months', async () => {
    const { rows } = await kit().db.query('select * from profile_answers where question = $1', [dateOfBirth.id]);
    expect(rows.every((row) => row.answer === null && row.birth_month.length === 32)).toBe(true);
    await kit().db.query('update profile_answers set birth_month = null');
    expect(await draw([25, 34])).toHaveLength(2);
  });

  it('takes the months in which people of these ages were born, and no other', () => {
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

describe('the codes that samples are counted by', () => {
  const answer = fc.oneof(
    fc.constantFrom('a', 'b', 'c'),
    fc.uniqueArray(fc.constantFrom('a', 'b', 'c')),
    fc.constant(3),
  );
  const answers = fc.dictionary(fc.constantFrom('q1', 'q2', 'q3', 'q4'), answer, { minKeys: 1 });
  const changes = fc.array(fc.record({ answers, isErased: fc.boolean() }), { minLength: 1, maxLength: 6 });

  it('are those of the current answers, each once, however these were given, changed and erased', async () => {
    const { db, vault } = kit();
    const did = await registered(kit());
    const { rows } = await db.query('select id from panelists where did_index = $1', [vault.digest('did', did)]);
    const panelist = [rows[0].id];
    await fc.assert(
      fc.asyncProperty(changes, async (history) => {
        for (const change of history) {
          const given = Object.entries(change.answers);
          await db.query(
            `insert into profile_answers (panelist_id, question, answer, answered_at)
             select $1, question, answer, now() from unnest($2::text[], $3::jsonb[]) as a (question, answer)
             on conflict (panelist_id, question) do update set answer = excluded.answer`,
            [...panelist, given.map(([question]) => question), given.map(([, value]) => JSON.stringify(value))],
          );
          if (change.isErased)
            await db.query('delete from profile_answers where panelist_id = $1 and question = $2', [
              ...panelist,
              given[0]?.[0],
            ]);
          const sorted = (codes: string) => `(select array_agg(code order by code) from unnest(${codes}) as c (code))`;
          const { rows: compared } = await db.query(
            `select coalesce(${sorted('p.codes')}, '{}') as stored, coalesce(${sorted('a.codes')}, '{}') as current
             from profile_codes p left join codes_of_answers(array[$1::uuid]) a on true where p.panelist_id = $1`,
            panelist,
          );
          expect(compared[0].stored).toEqual(compared[0].current);
        }
      }),
      { numRuns: 40 },
    );
  });
});

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

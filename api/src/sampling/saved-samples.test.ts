import { describe, expect, it } from 'vitest';
import { auditOf } from '../console/console.testing.ts';
import { useTasks } from '../invitations/invitations.testing.ts';
import { countMatching } from './selection.ts';

const { kit, fieldwork, page, panelists } = useTasks();
const RULES = 'answer=gender%3Afemale&ageFrom=25&ageTo=49';
const save = (name: string, sample = `${RULES}&seed=4&task=bread&tab=tasks`) =>
  fieldwork().operate('save-sample', { name, sample });
const names = async () => (await page('')).saved.map(({ name }) => name);

describe('a saved sample', () => {
  it('keeps the rules under a name, and can be opened, renamed and deleted', async () => {
    expect((await save('Women, 25–49')).json().message).toBe('Saved as “Women, 25–49”.');
    expect((await page('')).saved).toEqual([
      {
        name: 'Women, 25–49',
        query: RULES,
        rules: [
          { label: 'Gender', value: 'Female' },
          { label: 'Age', value: '25 to 49' },
        ],
        savedBy: 'fieldwork-1',
        savedAt: '2026-11-15T10:00:00.000Z',
      },
    ]);
    await save('a first one');
    expect(await names()).toEqual(['a first one', 'Women, 25–49']);
    const rename = (name: string, to: string) => fieldwork().operate('rename-sample', { name, to });
    expect((await rename('Women, 25–49', 'a first one')).json().errors).toEqual([
      { field: 'to', message: 'Another saved sample has this name.' },
    ]);
    expect((await rename('Women, 25–49', 'Mothers')).statusCode).toBe(200);
    expect((await rename('Women, 25–49', 'Others')).json().detail).toBe('This saved sample doesn’t exist.');
    expect(await names()).toEqual(['a first one', 'Mothers']);
    const remove = () => fieldwork().operate('delete-sample', { name: 'Mothers' });
    expect((await remove()).statusCode).toBe(200);
    expect((await remove()).json().detail).toBe('This saved sample doesn’t exist.');
    expect(await names()).toEqual(['a first one']);
    expect((await auditOf(kit())).slice(-4).map(({ operation, subject }) => [operation, subject])).toEqual([
      ['save-sample', 'Women, 25–49'],
      ['save-sample', 'a first one'],
      ['rename-sample', 'Mothers'],
      ['delete-sample', 'Mothers'],
    ]);
  });

  it('is counted on demand, as the page counts its rules, and not without a rule on a large panel', async () => {
    await panelists(3);
    const countOf = async (query: string) => fieldwork().get(`/api/console/sample-count?${query}`);
    for (const query of [
      'answer=gender%3Afemale',
      'ageFrom=90',
      'notAskedInDays=3',
      'answer=gender%3Afemale&quotaRow=gender',
    ])
      expect((await countOf(query)).json(), query).toEqual({
        people: (await page(query)).narrowing.at(-1)?.people,
        at: kit().clock.now().toISOString(),
      });
    expect([
      (await countOf('answer=gender%3Afemale')).json().people,
      (await countOf('ageFrom=90')).json().people,
    ]).toEqual([3, 0]);
    expect((await countOf('answer=province:atlantis')).json().detail).toBe('Unknown answer: province:atlantis.');
    const { database } = kit().deps;
    const large = { ...database, readOnly: async () => 50_001 as never };
    const ofLarge = (query: string) =>
      countMatching({ ...kit().deps, database: large }, new URLSearchParams(query), kit().clock.now());
    expect(await ofLarge('notAskedInDays=3')).toBeNull();
  });

  it('needs rules that can be counted and a name that is free, and is listed if an answer no longer exists', async () => {
    await save('taken');
    expect((await save('taken')).json().errors).toEqual([
      { field: 'name', message: 'Another saved sample has this name.' },
    ]);
    expect((await save('wrong', 'answer=province:atlantis')).json().detail).toBe('Unknown answer: province:atlantis.');
    expect((await save('empty', 'seed=3')).json().detail).toBe('Add a rule before you save the sample.');
    await kit().db.query(`update saved_samples set rules = 'answer=province:atlantis' where name = 'taken'`);
    expect((await page('')).saved.find(({ name }) => name === 'taken')).toMatchObject({ rules: null });
  });
});

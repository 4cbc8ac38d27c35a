import { describe, expect, it } from 'vitest';
import { useTasks } from '../invitations/invitations.testing.ts';

const { kit, fieldwork, panelists, idOf, page, draw } = useTasks();

/** Panelists of these groups, and no others. */
async function panelistsOf(groups: readonly (number | null)[]): Promise<void> {
  for (const [index, did] of (await panelists(groups.length)).entries())
    await kit().db.query('update profiles set lsm_group = $2 where panelist_id = $1', [await idOf(did), groups[index]]);
}

describe('a sample by LSM', () => {
  it('is narrowed, filled cell by cell, drawn and saved like one by a question', async () => {
    await panelistsOf([4, 5, 5, 5, 6, 7, 10, null]);
    const rules = 'answer=lsm:5&answer=lsm:6&answer=lsm:7';
    const { narrowing, quota } = await page(
      `${rules}&quotaRow=lsm&quotaColumn=gender&finishedWanted=3&cell=5:female:2`,
    );
    expect(narrowing.map(({ label, people }) => [label, people]).slice(0, 3)).toEqual([
      ['On the panel', 8],
      ['LSM: 5, 6 or 7', 5],
      ['Opted in and active in 12 months', 5],
    ]);
    expect(quota?.row).toEqual({ id: 'lsm', label: 'LSM' });
    expect(quota?.rows.map(({ label, cells }) => [label, ...cells])).toEqual([
      ['5', { wanted: 2, needed: 2, available: 3 }],
      ['6', { wanted: 1, needed: 1, available: 1 }],
      ['7', { wanted: 0, needed: 0, available: 1 }],
    ]);
    expect((await page('quotaRow=gender&quotaColumn=lsm')).quota?.columns.map(({ label }) => label)).toEqual([
      '4',
      '5',
      '6',
      '7',
      '10',
    ]);
    await draw('by-lsm', `${rules}&quotaRow=lsm&finishedWanted=4&cell=5:3&cell=7:1`);
    const { rows } = await kit().db.query(
      `select p.lsm_group as group, count(*)::int as people from task_invitations i
       join profiles p on p.panelist_id = i.panelist_id where i.task = 'by-lsm' group by 1 order by 1`,
    );
    expect(rows).toEqual([
      { group: 5, people: 3 },
      { group: 7, people: 1 },
    ]);
    await fieldwork().operate('save-sample', { name: 'Middle', sample: rules });
    expect((await page('task=by-lsm')).task?.rules?.[0]).toEqual({ label: 'LSM', value: '5, 6 or 7' });
    expect((await page('')).saved).toMatchObject([{ name: 'Middle', rules: [{ label: 'LSM', value: '5, 6 or 7' }] }]);
  });

  it('knows ten groups', async () => {
    for (const group of ['0', '11', 'x'])
      expect((await fieldwork().get(`/api/console/pages/sample?answer=lsm:${group}`)).statusCode).toBe(409);
    const { questions } = await page('');
    expect(questions.find(({ id }) => id === 'lsm')).toMatchObject({ label: 'LSM', hasOneAnswer: true });
    expect(questions.find(({ id }) => id === 'lsm')?.options).toHaveLength(10);
  });
});

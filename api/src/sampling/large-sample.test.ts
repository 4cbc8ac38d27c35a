/** PostgreSQL plans a sample of much of the panel in another way than a small one. Both count the same people. */
import { beforeAll, describe, expect, it } from 'vitest';
import { NOW, useKit } from '../../test/kit.ts';
import { activeSince } from '../identity/contactable.ts';
import { countSample, type Selection, shuffleSample } from './sample.ts';

const kit = useKit();
const PEOPLE = 42_000;
const WEEK_MS = 7 * 86_400_000;

beforeAll(async () => {
  await kit().db.query(`
    begin;
    set local session_replication_role = replica;
    create temporary table people on commit drop as
      select n, md5('sampled' || n)::uuid as id from generate_series(1, ${PEOPLE}) n;
    insert into panelists (id, did_index, did_sealed, number_index, status, registration_digest, registered_at, last_active_at, inactivity_check_at)
      select id, sha256(('did' || n)::bytea), 'x', sha256(('number' || n)::bytea), case when n % 20 = 0 then 'blocked' else 'approved' end, 'x',
        '${NOW.toISOString()}', '${NOW.toISOString()}'::timestamptz - n % 7 * interval '100 days', now() from people;
    insert into preferences select id, 'research', n % 10 <> 3, now() from people;
    insert into profiles (panelist_id, answers, lsm_group)
      select id, jsonb_build_object('gender', case when n % 3 = 0 then 'male' else 'female' end, 'province', 'p' || n % 1000),
        nullif(n % 11, 0) from people;
    insert into quality_scores (panelist_id, score, due_at) select id, case when n % 13 = 5 then 40 end, now() from people where n % 3 > 0;
    insert into messages (id, kind, subject, panelist_id, state, created_at, next_attempt_at)
      select gen_random_uuid(), 'task', n || ' ' || k, case when n % 9 <> 0 then id end, case when n % 8 = 0 then 'dropped' else 'sent' end,
        '${NOW.toISOString()}'::timestamptz - (k * 30 + case when n % 16 = 12 then 72 else 0 end) * interval '1 hour', now()
      from people, generate_series(1, 1 + n % 5) k where n % 4 = 0;
    insert into task_invitations (id, task, panelist_id, position, token_digest, pseudonym, opened_at)
      select gen_random_uuid(), 'bread', id, n, ('t' || n)::bytea, 't' || n, case when n % 2 = 0 then now() end from people where n % 6 < 3;
    commit`);
  await kit().db.query('analyze');
});

const selectionOf = (rules: Selection['rules'], cellsBy: readonly string[]): Selection => ({
  rules,
  ages: null,
  qualityFrom: 60,
  activeSince: activeSince(NOW),
  today: '2026-11-15',
  askedSince: new Date(NOW.getTime() - 3 * 86_400_000),
  contacts: { since: new Date(NOW.getTime() - WEEK_MS), below: 3 },
  notInTask: 'bread',
  cellsBy,
});
const LSM_RULE = { question: 'lsm', codes: ['3', '4', '5', '6', '7', '8', '9'] };

describe('a sample', () => {
  it.each([
    ['many', [LSM_RULE], ['lsm'], 'true'],
    ['many', [LSM_RULE, { question: 'gender', codes: ['female'] }], ['lsm', 'gender'], 'n % 3 > 0'],
    [
      'few',
      [LSM_RULE, { question: 'province', codes: ['p1', 'p4', 'p8', 'p16', 'p332'] }],
      ['lsm', 'gender'],
      `n % 1000 in (1, 4, 8, 16, 332)`,
    ],
  ] as const)('of %s people has everyone whom the rules select', async (size, rules, cellsBy, condition) => {
    const { matching, cells, ...counts } = await countSample(
      kit().deps.database,
      kit().vault,
      selectionOf(rules, cellsBy),
    );
    // The rules in the words of the numbers that made the panel.
    const { rows } = await kit().db.query(`
      select count(*)::int as matching, count(*) filter (where q)::int as "goodQuality",
        count(*) filter (where q and c)::int as contactable, count(*) filter (where q and c and not a)::int as "notAsked",
        count(*) filter (where q and c and not a and not o)::int as "underCap", count(*) filter (where q and c and not a and not o and not t)::int as "notInTask"
      from (
        select n % 13 <> 5 or n % 3 = 0 as q, n % 10 <> 3 and n % 7 < 4 as c, n % 16 = 4 and n % 9 <> 0 as a,
          n % 8 = 4 and n % 9 <> 0 and n % 5 >= 2 as o, n % 6 < 3 and n % 2 = 0 as t
        from generate_series(1, ${PEOPLE}) n where n % 20 <> 0 and n % 11 between 3 and 9 and ${condition}
      ) p`);
    expect({ matching: matching.at(-1), ...counts }).toEqual(rows[0]);
    // Each step leaves people out, at least of the many.
    expect(rows[0].notInTask).toBeGreaterThan(0);
    if (size === 'many') expect(new Set(Object.values(rows[0])).size).toBe(6);
    const drawn = await shuffleSample(kit().deps.database, kit().vault, selectionOf(rules, cellsBy), 7);
    expect(drawn).toHaveLength(rows[0].notInTask);
    const drawnIn = new Map<string, number>();
    for (const { cell } of drawn) drawnIn.set(cell, (drawnIn.get(cell) ?? 0) + 1);
    expect(drawnIn).toEqual(cells);
  });
});

/** For each kind of item that a job works through: three that are due, of which one is broken. */
import { addMonths, southAfricanDate } from '@panel/domain/calendar';
import type { JobName } from '@panel/domain/console/jobs';
import { addMs, DAY_MS, HOUR_MS } from '@panel/domain/durations';
import { idOf, NOW, registered } from '../../test/kit.ts';
import { insertSessions } from '../partners/partners.testing.ts';
import { runPayouts } from '../rewards/payouts.testing.ts';
import {
  complete,
  mintSession,
  reportEvent,
  walletIdOfDid,
  withdrawalOf,
  withdrawing,
} from '../rewards/rewards.testing.ts';
import type { useBadRows } from './one-bad-row.testing.ts';

/** Items that are due, of which one is broken. */
type Prepared = {
  /** The broken one, as operators know it. */
  readonly item: string;
  readonly reason?: string;
  readonly mend: () => Promise<unknown>;
  /** One value for each item: what it is before its turn, or after it. The broken one is in the middle. */
  readonly states: () => Promise<readonly unknown[]>;
  readonly done: unknown;
};
type Case = { readonly job: string; readonly prepare: () => Promise<Prepared> };

/** What breaks rows: see useBadRows. */
type Rows = Pick<ReturnType<typeof useBadRows>, 'kit' | 'addCents' | 'breakRow'>;

/** By kind of item. A text is the test that breaks one instead. */
export function brokenItems({ kit, addCents, breakRow }: Rows): Readonly<Record<JobName, Case | string>> {
  const query = async (text: string, values: readonly unknown[] = []) => (await kit().db.query(text, [...values])).rows;
  const three = async <T>(make: () => Promise<T>): Promise<[T, T, T]> => [await make(), await make(), await make()];
  /** A value of each of these rows, in the order of the ids. */
  const valuesOf = (text: string, ids: readonly string[]) => async () => {
    const rows = await query(text, [ids]);
    return ids.map((id) => rows.find((row) => row.id === id)?.value);
  };
  const startOf = (at: Date) => southAfricanDate(at);

  async function openSessions(): Promise<[string, string, string]> {
    const did = await registered(kit());
    return three(async () => (await insertSessions(kit(), 'purespectrum', did, 1))[0]?.sessionId ?? '');
  }

  /** An open proposal with a secret. Returns its number. */
  async function proposal(endsAt: Date, webhookDueAt: Date | null): Promise<string> {
    const [{ id }] = await query(
      `insert into proposals (operation, proposal_key, inputs, secrets, facts, reason, proposed_by, proposed_account, proposed_role,
         proposed_at, ends_at, state, webhook_due_at)
       values ('resolve-payout', gen_random_uuid(), '{}', 'x', '{"subject": null, "amount": null, "facts": []}', 'x', 'x', 'x', 'finance', $1, $2, 'open', $3) returning id`,
      [NOW, endsAt, webhookDueAt],
    );
    return id;
  }

  /** A task whose three invitations are due. Returns their ids. */
  async function taskOfThree(name: string): Promise<string[]> {
    await query(
      `insert into tasks (name, text, study_url, selection, seed, created_at, send_at, next_position)
     values ($1, 'x', 'https://study.example', '', 1, $2, $2, 0)`,
      [name, NOW],
    );
    const ids: string[] = [];
    for (const position of [0, 1, 2]) {
      const [invitation] = await query(
        `insert into task_invitations (id, task, panelist_id, position, token_digest, pseudonym)
       values (gen_random_uuid(), $1, $2, $3, sha256($4), $4) returning id`,
        [name, await idOf(kit(), await registered(kit())), position, `${name} ${position}`],
      );
      ids.push(invitation.id);
    }
    return ids;
  }

  return {
    statements: 'one-bad-row.test.ts',
    settlement: 'one-bad-row.test.ts',
    callbacks: 'one-bad-row.test.ts',
    lsm: 'lsm-groups.test.ts',
    release: {
      job: 'release',
      async prepare() {
        const dids = await three(() => registered(kit()));
        for (const did of dids) await complete(kit(), did, 900);
        await addCents(dids[1], -1);
        const ids = await Promise.all(
          dids.map(
            async (did) =>
              (await query('select id from rewards where wallet_id = $1', [await walletIdOfDid(kit(), did)]))[0].id,
          ),
        );
        kit().clock.set(addMs(NOW, 14 * DAY_MS));
        return {
          item: ids[1],
          reason: '23514 cents_held_check',
          mend: () => addCents(dids[1], 1),
          states: valuesOf('select id, state as value from rewards where id = any($1)', ids),
          done: 'available',
        };
      },
    },
    payouts: {
      job: 'payouts',
      async prepare() {
        const ids = await three(async () => (await withdrawalOf(kit(), await withdrawing(kit()))).id as string);
        return {
          item: ids[1],
          mend: await breakRow('withdrawals', `new.id = '${ids[1]}' and new.state = 'sending'`),
          states: valuesOf('select id, state as value from withdrawals where id = any($1)', ids),
          done: 'paid',
        };
      },
    },
    messages: {
      job: 'messages',
      async prepare() {
        const subjects = await three(async () => (await withdrawalOf(kit(), await withdrawing(kit()))).id as string);
        const rows = await query("select id, subject from messages where kind = 'withdrawal-requested'");
        const ids = subjects.map((subject) => rows.find((row) => row.subject === subject).id as string);
        return {
          item: ids[1] ?? '',
          mend: await breakRow('messages', `new.id = '${ids[1]}' and new.state = 'sent'`),
          states: valuesOf('select id, state as value from messages where id = any($1)', ids),
          done: 'sent',
        };
      },
    },
    invitations: {
      job: 'invitations',
      async prepare() {
        const ids = await three(async () => idOf(kit(), await registered(kit())));
        return {
          item: ids[1],
          mend: await breakRow('messages', `new.panelist_id = '${ids[1]}' and new.kind = 'invitation'`),
          states: valuesOf(
            "select panelist_id as id, kind as value from messages where panelist_id = any($1) and kind = 'invitation'",
            ids,
          ),
          done: 'invitation',
        };
      },
    },
    'task-invitations': {
      job: 'tasks',
      async prepare() {
        const ids = await taskOfThree('bread');
        return {
          item: `task ${ids[1]}`,
          mend: await breakRow('messages', `new.subject = '${ids[1]}'`),
          states: valuesOf(
            "select subject as id, kind as value from messages where subject = any($1) and kind = 'task'",
            ids,
          ),
          done: 'task',
        };
      },
    },
    tasks: {
      job: 'tasks',
      async prepare() {
        const names = ['first', 'second', 'third'];
        for (const name of names) await taskOfThree(name);
        return {
          item: 'second',
          mend: await breakRow('tasks', `new.name = 'second' and new.next_position is null`),
          states: valuesOf('select name as id, next_position as value from tasks where name = any($1)', names),
          done: null,
        };
      },
    },
    sessions: {
      job: 'sessions',
      async prepare() {
        const ids = await openSessions();
        kit().clock.set(addMs(NOW, 31 * DAY_MS));
        return {
          item: ids[1],
          mend: await breakRow('survey_sessions', `new.id = '${ids[1]}'`),
          states: valuesOf('select id, outcome as value from survey_sessions where id = any($1)', ids),
          done: 'drop',
        };
      },
    },
    'old-sessions': {
      job: 'retention',
      async prepare() {
        const ids = await openSessions();
        kit().clock.set(addMonths(NOW, 14));
        return {
          item: ids[1],
          mend: await breakRow('survey_sessions', `old.id = '${ids[1]}'`, 'delete'),
          states: valuesOf('select id, true as value from survey_sessions where id = any($1)', ids),
          done: undefined,
        };
      },
    },
    inactivity: {
      job: 'retention',
      async prepare() {
        const ids = await three(async () => idOf(kit(), await registered(kit())));
        kit().clock.set(addMs(addMonths(NOW, 24), HOUR_MS));
        return {
          item: ids[1],
          mend: await breakRow('messages', `new.panelist_id = '${ids[1]}'`),
          states: valuesOf(
            "select panelist_id as id, kind as value from messages where panelist_id = any($1) and kind = 'inactivity'",
            ids,
          ),
          done: 'inactivity',
        };
      },
    },
    'survey-counts': {
      job: 'survey-counts',
      async prepare() {
        await complete(kit(), await registered(kit()), 900, { surveyId: 'survey-7' });
        kit().clock.set(addMs(NOW, HOUR_MS));
        const counted = async (table: string) =>
          (await query(`select count(*)::int as many from ${table}`))[0].many > 0;
        const estimated = async () =>
          (await query('select sum(completions)::int as many from survey_estimates'))[0].many > 0;
        return {
          item: 'estimates',
          mend: await breakRow('survey_estimates', 'new.completions > 0'),
          states: async () => [await counted('survey_ends'), await estimated(), await counted('survey_lengths')],
          done: true,
        };
      },
    },
    quality: {
      job: 'quality',
      async prepare() {
        const ids = await three(async () => idOf(kit(), await registered(kit())));
        return {
          item: ids[1],
          mend: await breakRow('quality_scores', `new.panelist_id = '${ids[1]}' and new.scored_at is not null`),
          states: valuesOf(
            'select panelist_id as id, scored_at is not null as value from quality_scores where panelist_id = any($1)',
            ids,
          ),
          done: true,
        };
      },
    },
    disputes: {
      job: 'disputes',
      async prepare() {
        const ids = await three(async () => {
          const did = await registered(kit());
          const session = await mintSession(kit(), did);
          const [dispute] = await query(
            "insert into disputes (session_id, panelist_id, kind, reported_at) values ($1, $2, 'no-reward', $3) returning 'D-' || id as name",
            [session, await idOf(kit(), did), kit().clock.now()],
          );
          await reportEvent(kit(), session, { outcome: 'complete', key: session, usdMicros: 1_000_000n });
          return dispute.name as string;
        });
        return {
          item: ids[1],
          mend: await breakRow('disputes', `'D-' || new.id = '${ids[1]}'`),
          states: valuesOf("select 'D-' || id as id, outcome as value from disputes where 'D-' || id = any($1)", ids),
          done: 'credited',
        };
      },
    },
    keys: {
      job: 'keys',
      async prepare() {
        const ids = await three(async () => idOf(kit(), await registered(kit())));
        await query('insert into keys_to_destroy (panelist_id) select unnest($1::uuid[])', [ids]);
        return {
          item: ids[1],
          mend: await breakRow('keys_to_destroy', `old.panelist_id = '${ids[1]}'`, 'delete'),
          states: valuesOf(
            'select panelist_id as id, true as value from keys_to_destroy where panelist_id = any($1)',
            ids,
          ),
          done: undefined,
        };
      },
    },
    rollups: {
      job: 'rollups',
      async prepare() {
        await complete(kit(), await registered(kit()), 900);
        await query('delete from daily_figures');
        kit().clock.set(addMs(NOW, 3 * DAY_MS));
        const day = startOf(NOW);
        const has = async (figure: string, on: string) =>
          (await query('select from daily_figures where figure = $1 and day = $2', [figure, on])).length > 0;
        return {
          item: `${day} partners`,
          mend: await breakRow('daily_figures', `new.figure = 'completes' and new.day = '${day}'`),
          states: async () => [
            await has('balance', day),
            await has('completes', day),
            await has('sign-ups', startOf(addMs(NOW, DAY_MS))),
          ],
          done: true,
        };
      },
    },
    snapshot: {
      job: 'rollups',
      async prepare() {
        await registered(kit());
        kit().clock.set(addMs(NOW, 10 * DAY_MS));
        const counted = async (name: string) =>
          (await query('select from panel_counts where name = $1', [name])).length > 0;
        await query('delete from panel_counts');
        return {
          item: `${startOf(addMs(NOW, 9 * DAY_MS))} cohorts`,
          mend: await breakRow('panel_counts', "new.name = 'cohorts'"),
          states: async () => [await counted('panel'), await counted('cohorts'), await counted('quality-months')],
          done: true,
        };
      },
    },
    webhook: {
      job: 'webhook',
      async prepare() {
        const ids = await three(() => proposal(addMs(NOW, DAY_MS), NOW));
        return {
          item: `P-${ids[1]}`,
          mend: await breakRow('proposals', `new.id = ${ids[1]} and new.webhook_due_at is null`),
          states: valuesOf('select id, webhook_due_at as value from proposals where id = any($1::bigint[])', ids),
          done: null,
        };
      },
    },
    proposals: {
      job: 'console',
      async prepare() {
        const ids = await three(() => proposal(NOW, null));
        return {
          item: ids[1],
          mend: await breakRow('proposals', `new.id = ${ids[1]}`),
          states: valuesOf('select id, secrets as value from proposals where id = any($1::bigint[])', ids),
          done: null,
        };
      },
    },
    pins: {
      job: 'pins',
      async prepare() {
        const ids = await three(async () => (await withdrawalOf(kit(), await withdrawing(kit()))).id as string);
        await runPayouts(kit().deps);
        await query("update messages set state = 'sent', sent_at = $2 where kind = 'voucher' and subject = any($1)", [
          ids,
          NOW,
        ]);
        kit().clock.set(addMs(NOW, 2 * DAY_MS));
        return {
          item: ids[1],
          mend: await breakRow('withdrawals', `new.id = '${ids[1]}'`),
          states: valuesOf('select id, did_sealed as value from withdrawals where id = any($1)', ids),
          done: null,
        };
      },
    },
  };
}

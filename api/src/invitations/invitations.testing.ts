/** Research tasks in tests: fieldwork's console, panelists, and a chat that records its messages. */
import type { SamplePageData, SendOperation } from '@panel/domain/console/sample-page';
import { DAY_MS } from '@panel/domain/durations';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { NOW, registered } from '../../test/kit.ts';
import { type Browser, useConsole } from '../console/console.testing.ts';
import { chatThatKeeps, deliverMessages } from '../messages/messages.testing.ts';
import { composersOf } from '../worker/worker.ts';
import { queueTaskMessages } from './task-queue.ts';

export function useTasks() {
  const { kit, signIn } = useConsole();
  let fieldwork: Browser;
  let texts: string[] = [];

  /** A session does not outlive a day. */
  async function moveClock(to: Date | string): Promise<void> {
    kit().clock.set(to);
    fieldwork = await signIn('fieldwork-1', 'fieldwork');
  }
  beforeEach(() => {
    texts = [];
    return moveClock(NOW);
  });
  beforeAll(() => {
    const numberOf = (did: string) => `27${did.replace(/\D/g, '')}000000000`;
    kit().superApp.answers(chatThatKeeps(({ text }) => texts.push(text.body), { numberOf }));
  });
  afterAll(() => kit().superApp.reset());

  const study = () => `${kit().config.studies.origins[0]}/study/bread`;
  return {
    kit,
    moveClock,
    study,
    fieldwork: () => fieldwork,
    pass: (days: number) => moveClock(new Date(kit().clock.now().getTime() + days * DAY_MS)),
    page: (query: string): Promise<SamplePageData> => fieldwork.page(`sample?${query}`),
    draw: (task: string, sample: string) => fieldwork.operate('draw-sample', { task, sample, study: study() }),
    /** Confirms the number that the page shows. */
    async sendTask(operation: SendOperation, task: string, text: string, more: { at?: string; people?: string } = {}) {
      const { nextSend } = (await fieldwork.page(`sample?task=${task}`)).task;
      return fieldwork.operate(operation, { task, text, people: String(nextSend?.people ?? 0), ...more });
    },
    open: (link: string, headers = {}) => kit().app.inject({ url: link, headers }),

    /** Creates this many panelists, and deletes all others. */
    async panelists(count: number): Promise<string[]> {
      await kit().db.query('delete from panelists');
      const dids: string[] = [];
      for (let n = 0; n < count; n += 1) dids.push(await registered(kit(), `task-device-${100 + n}`));
      return dids;
    },
    idOf: async (did: string): Promise<string> =>
      (await kit().db.query('select id from panelists where did_index = $1', [kit().vault.digest('did', did)])).rows[0]
        .id,

    /** Everything that the chat got since the worker ran. */
    texts: () => texts,
    /** The task messages that the worker sends to the chat now. */
    async work(): Promise<string[]> {
      texts = [];
      while ((await queueTaskMessages(kit().deps)) > 0);
      await deliverMessages(kit().deps, composersOf(kit().deps));
      return texts.filter((text) => text.includes('/t/'));
    },
  };
}

export const linksIn = (texts: readonly string[]): string[] => texts.flatMap((text) => /\/t\/\S+/.exec(text) ?? []);

type WaitingTask = Readonly<Record<'name' | 'study' | 'panelist' | 'pseudonym', string>>;

/** A research task whose message to one panelist is waiting. */
export const insertWaitingTask = (db: pg.Pool, { name, study, panelist, pseudonym }: WaitingTask) =>
  db.query(
    `with task as (
         insert into tasks (name, text, study_url, selection, seed, created_at, send_at)
         values ($1, 'Tap: {link}', $2, '', 1, now(), now())),
       invitation as (
         insert into task_invitations (id, task, panelist_id, position, token_digest, pseudonym)
         values (gen_random_uuid(), $1, $3, 0, $1::text::bytea, $4) returning id, panelist_id)
     insert into messages (id, kind, subject, panelist_id, state, created_at, next_attempt_at)
     select gen_random_uuid(), 'task', id::text, panelist_id, 'waiting', now(), now() from invitation`,
    [name, study, panelist, pseudonym],
  );

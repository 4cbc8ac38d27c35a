/** The demo's research tasks, drawn and invited by the operations themselves. The chat and the study are simulated. */
import { DAY_MS } from '@panel/domain/durations';
import type pg from 'pg';
import type { AppDependencies } from '../../api/src/dependencies.ts';
import { queueTaskMessages } from '../../api/src/invitations/task-queue.ts';
import { readTask } from '../../api/src/sampling/sample-page.ts';
import { FIELDWORK, operate } from './operate.ts';
import { randomOf } from './random.ts';

type DemoTask = {
  readonly name: string;
  readonly text: string | null;
  readonly sample: string;
  readonly daysAgo: number;
  /** Only the soft launch is sent; the others wait. */
  readonly isSoft?: true;
  /** Days after which panelists who haven't opened the link are reminded. */
  readonly remindAfter: number | null;
};

const TASKS: readonly DemoTask[] = [
  {
    name: 'breakfast-table',
    text: 'What is on your table in the morning? It takes five minutes: {link}',
    sample: 'ageFrom=18&ageTo=49&quotaRow=gender&finishedWanted=300&finishPercent=40',
    daysAgo: 21,
    remindAfter: 3,
  },
  {
    name: 'airtime-and-data',
    text: 'How do you buy airtime and data? Tell us in six minutes: {link}',
    sample: 'answer=province:gauteng&answer=province:western_cape&finishedWanted=120',
    daysAgo: 2,
    isSoft: true,
    remindAfter: null,
  },
  {
    name: 'school-shopping',
    text: null,
    sample: 'answer=shopping:mainly&quotaRow=province&finishedWanted=200',
    daysAgo: 0,
    remindAfter: null,
  },
];

const SAVED = [
  ['Young women', 'answer=gender:female&ageFrom=18&ageTo=24'],
  ['Main shoppers', 'answer=shopping:mainly&ageFrom=25&ageTo=64&quotaRow=age&quotaColumn=province'],
] as const;

export async function addTasks(client: pg.Client, deps: AppDependencies, now: Date): Promise<void> {
  const random = randomOf(27);
  const study = `${deps.config.studies.origins[0]}/study`;
  for (const [name, sample] of SAVED) await operate(deps, FIELDWORK, 'save-sample', { name, sample });
  for (const [index, { name, text, sample, daysAgo, isSoft, remindAfter }] of TASKS.entries()) {
    const daysLater = (days: number): AppDependencies => ({
      ...deps,
      // The demo may be started at night.
      config: { ...deps.config, sendingHours: { from: '00:00', to: '24:00' } },
      clock: { now: () => new Date(now.getTime() - (daysAgo - days) * DAY_MS) },
    });
    const onTheDay = daysLater(0);
    const seed = `&seed=${index + 1}`;
    await operate(onTheDay, FIELDWORK, 'draw-sample', {
      task: name,
      study: `${study}/${name}`,
      sample: sample + seed,
      launch: isSoft ? 'soft' : 'everyone',
    });
    if (text === null) continue;
    await operate(onTheDay, FIELDWORK, 'invite-task', { task: name, text, people: await peopleOf(onTheDay, name) });
    await sendMessages(client, onTheDay);
    await visitLinks(client, random, name, 'task', now);
    if (remindAfter === null) continue;
    await operate(daysLater(remindAfter), FIELDWORK, 'remind-task', {
      task: name,
      text: `Still open: ${text}`,
      people: await peopleOf(daysLater(remindAfter), name),
    });
    await sendMessages(client, daysLater(remindAfter));
    await visitLinks(client, random, name, 'task-reminder', now);
  }
}

/** The number that an operator would confirm. */
const peopleOf = async (deps: AppDependencies, task: string): Promise<string> =>
  String((await readTask(deps, task, deps.clock.now()))?.nextSend?.people ?? 0);

/** Empties the worker's queue as if the chat had accepted every message, which would fill the sandbox's chat. */
async function sendMessages(client: pg.Client, deps: AppDependencies): Promise<void> {
  while ((await queueTaskMessages(deps)) > 0);
  await client.query(
    `update messages set state = 'sent', attempts = 1, sent_at = next_attempt_at
     where kind in ('task', 'task-reminder') and state = 'waiting'`,
  );
}

/** Some who got a message open their link in the following days, and most of them finish. */
async function visitLinks(
  client: pg.Client,
  random: ReturnType<typeof randomOf>,
  task: string,
  kind: 'task' | 'task-reminder',
  now: Date,
): Promise<void> {
  const { rows } = await client.query<{ id: string; sentAt: Date }>(
    `select i.id, m.sent_at as "sentAt" from task_invitations i join messages m on m.kind = $2 and m.subject = i.id::text
     where i.task = $1 and i.opened_at is null order by i.position`,
    [task, kind],
  );
  const opened = rows.flatMap(({ id, sentAt }) => {
    const openedAt = new Date(sentAt.getTime() + random.exponential() * 0.7 * DAY_MS);
    const finishedAt = new Date(openedAt.getTime() + random.between(4, 16) * 60_000);
    const [opens, finishes] = [random.chance(kind === 'task' ? 0.46 : 0.25), random.chance(0.82)];
    return opens && openedAt < now
      ? [{ id, openedAt, finishedAt: finishes && finishedAt < now ? finishedAt : null }]
      : [];
  });
  await client.query(
    `update task_invitations i set opened_at = o.opened_at, finished_at = o.finished_at
     from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) as o (id, opened_at, finished_at) where i.id = o.id`,
    [opened.map(({ id }) => id), opened.map(({ openedAt }) => openedAt), opened.map(({ finishedAt }) => finishedAt)],
  );
}

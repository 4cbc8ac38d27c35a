import { addMonths, ageOn, southAfricanDate } from '@panel/domain/calendar';
import { ACTIVE_MONTHS } from '@panel/domain/panelists/rules';
import { asksOf } from '@panel/domain/questionnaire/definition';
import { QUESTIONNAIRES } from '@panel/domain/questionnaires';
import { enqueueMessage } from '../messages/outbox.ts';
import { sql } from '../platform/database.ts';
import { audit, type Command, type Context, OperatorError, SIGNED, wanted } from './command.ts';

/** What a sample can be drawn by: every question with options whose answers aren't sealed. */
const QUESTIONS = new Map(
  QUESTIONNAIRES.flatMap((definition) => asksOf(definition))
    .map(({ question }) => question)
    .flatMap((question) =>
      'options' in question && !('personal' in question) ? [[question.id, question] as const] : [],
    ),
);
const BATCH = 500;

type Candidate = { id: string; dobSealed: Buffer | null };

export const sample: Command = {
  usage:
    'sample [--province gauteng] [--gender female] [--age 25-34] [--QUESTION CODE …] [--invite TASK --text TEXT] --as NAME',
  about: `Counts the approved, opted-in, active panelists of a profile and, with --invite, asks them in the chat, nobody twice for one task. Questions: ${[...QUESTIONS.keys()].join(', ')}.`,
  options: {
    ...SIGNED,
    age: { type: 'string' },
    invite: { type: 'string' },
    text: { type: 'string' },
    ...Object.fromEntries([...QUESTIONS.keys()].map((id) => [id, { type: 'string' as const }])),
  },
  run: async (context) => {
    const { deps, values } = context;
    const wantedAnswers = [...QUESTIONS].flatMap(([id, question]) => {
      const code = values[id];
      if (typeof code !== 'string') return [];
      if (!question.options.some((option) => option.code === code))
        throw new OperatorError(`--${id} must be one of ${question.options.map((option) => option.code).join(', ')}.`);
      return [{ id, answer: JSON.stringify(question.kind === 'many' ? [code] : code) }];
    });
    const [youngest, oldest] = ages(values.age);
    const at = deps.clock.now();
    const today = southAfricanDate(at);
    const candidates = await deps.database.many<Candidate>(sql`
      select p.id, d.sealed as "dobSealed"
      from panelists p
      join preferences r on r.panelist_id = p.id and r.preference = 'research' and r.receive
      left join profile_answers d on d.panelist_id = p.id and d.question = 'dob'
      where p.status = 'approved' and p.last_active_at > ${addMonths(at, -ACTIVE_MONTHS)}
        and not exists (
          select from unnest(${wantedAnswers.map(({ id }) => id)}::text[], ${wantedAnswers.map(({ answer }) => answer)}::jsonb[]) as w (question, answer)
          where not exists (
            select from profile_answers a where a.panelist_id = p.id and a.question = w.question and a.answer @> w.answer
          )
        )`);

    const chosen: string[] = [];
    for (const [index, { id, dobSealed }] of candidates.entries()) {
      const age = dobSealed ? ageOn(JSON.parse(deps.vault.open(`profile_answers:${id}:dob`, dobSealed)), today) : -1;
      if (age >= youngest && age <= oldest) chosen.push(id);
      if (index % BATCH === 0) context.progress(index, candidates.length);
    }
    context.progress(candidates.length, candidates.length);
    await deps.database.transaction((tx) =>
      audit(tx, context, { command: 'sample', reason: `${chosen.length} panelists` }),
    );
    context.say(`${chosen.length} panelists`);
    if (values.invite !== undefined) await invite(context, wanted(context, 'invite'), wanted(context, 'text'), chosen);
  },
};

function ages(range: unknown): [number, number] {
  if (range === undefined) return [0, 200];
  const match = /^(\d{1,3})-(\d{1,3})$/.exec(String(range));
  if (!match || Number(match[1]) > Number(match[2])) throw new OperatorError('--age is a range such as 25-34.');
  return [Number(match[1]), Number(match[2])];
}

async function invite(context: Context, task: string, text: string, panelistIds: readonly string[]): Promise<void> {
  if (!/^[a-z0-9-]{1,40}$/.test(task))
    throw new OperatorError('A task’s name is lower-case letters, digits and dashes.');
  const { database, clock } = context.deps;
  const at = clock.now();
  await database.transaction(async (tx) => {
    await tx.many(
      sql`insert into tasks (name, text, created_at) values (${task}, ${text}, ${at}) on conflict (name) do nothing`,
    );
    const kept = await tx.one<{ text: string }>(sql`select text from tasks where name = ${task}`);
    if (kept?.text !== text) throw new OperatorError('This task was announced with another text. Choose another name.');
    await audit(tx, context, { command: 'sample --invite', subject: task, reason: `${panelistIds.length} panelists` });
  });
  let invited = 0;
  for (let from = 0; from < panelistIds.length; from += BATCH) {
    await database.transaction(async (tx) => {
      for (const panelistId of panelistIds.slice(from, from + BATCH)) {
        const rows = await enqueueMessage(tx, { kind: 'task', subject: `${task}:${panelistId}`, panelistId }, at);
        invited += rows.length;
      }
    });
    context.progress(Math.min(from + BATCH, panelistIds.length), panelistIds.length);
  }
  context.say(`${invited} invited now; the others were invited before.`);
}

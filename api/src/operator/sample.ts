import { southAfricanDate } from '@panel/domain/calendar';
import { asksOf } from '@panel/domain/questionnaire/definition';
import { QUESTIONNAIRES } from '@panel/domain/questionnaires';
import { activeSince } from '../identity/panelists.ts';
import { insertTask, inviteToTask } from '../invitations/tasks.ts';
import { drawSample, type Profile } from '../profiling/sample.ts';
import { insertAudit } from './audit.ts';
import { AS, type Context, OperatorError, type Option, requireOption, type Subcommand } from './command.ts';

/** The questions a sample can be chosen by: those with options whose answers aren't encrypted. */
const QUESTIONS = new Map(
  QUESTIONNAIRES.flatMap((definition) => asksOf(definition))
    .map(({ question }) => question)
    .flatMap((question) =>
      'options' in question && !('personal' in question) ? [[question.id, question] as const] : [],
    ),
);
const BATCH = 500;

function parseAnswers(options: Context['options']): Profile['answers'] {
  return [...QUESTIONS].flatMap(([id, question]) => {
    const code = options[id];
    if (typeof code !== 'string') return [];
    if (!question.options.some((option) => option.code === code))
      throw new OperatorError(`--${id} must be one of ${question.options.map((option) => option.code).join(', ')}.`);
    return [{ question: id, code, isOneOfMany: question.kind === 'many' }];
  });
}

function parseAges(range: unknown): Profile['ages'] {
  if (range === undefined) return null;
  const match = /^(\d{1,3})-(\d{1,3})$/.exec(String(range));
  if (!match || Number(match[1]) > Number(match[2])) throw new OperatorError('--age is a range such as 25-34.');
  return [Number(match[1]), Number(match[2])];
}

async function countSample(context: Context): Promise<void> {
  const { deps, options } = context;
  const profile = { answers: parseAnswers(options), ages: parseAges(options.age) };
  const at = deps.clock.now();
  const times = { activeSince: activeSince(at), today: southAfricanDate(at) };
  const chosen = await drawSample(deps.database, deps.vault, profile, times);
  await deps.database.transaction((tx) =>
    insertAudit(tx, context, { command: 'sample', reason: `${chosen.length} panelists` }),
  );
  context.print(`${chosen.length} panelists`);
  if (options.invite !== undefined) await inviteSample(context, chosen);
}

async function inviteSample(context: Context, panelistIds: readonly string[]): Promise<void> {
  const task = requireOption(context, 'invite');
  const text = requireOption(context, 'text');
  if (!/^[a-z0-9-]{1,40}$/.test(task))
    throw new OperatorError('A task’s name is lower-case letters, digits and dashes.');
  const { database, clock } = context.deps;
  const at = clock.now();
  await database.transaction(async (tx) => {
    if (!(await insertTask(tx, task, text, at)))
      throw new OperatorError('This task was announced with another text. Choose another name.');
    const reason = `${panelistIds.length} panelists`;
    await insertAudit(tx, context, { command: 'sample --invite', subject: task, reason });
  });
  let invited = 0;
  for (let from = 0; from < panelistIds.length; from += BATCH) {
    const batch = panelistIds.slice(from, from + BATCH);
    invited += await database.transaction((tx) => inviteToTask(tx, task, batch, at));
    context.progress(Math.min(from + BATCH, panelistIds.length), panelistIds.length);
  }
  context.print(`${invited} invited now; the others were invited before.`);
}

export const sampleCommands: readonly Subcommand[] = [
  {
    name: 'sample',
    description:
      'Counts the approved, opted-in, active panelists of a profile and, with --invite, invites them in the chat, nobody twice for one task.',
    options: [
      AS,
      ['--age <range>', 'such as 25-34'],
      ['--invite <task>', 'the name of the research task to invite them to'],
      ['--text <text>', 'what the invitation says'],
      ...[...QUESTIONS.values()].map(({ id, label }): Option => [`--${id} <code>`, label]),
    ],
    run: countSample,
  },
];

import { southAfricanDate } from '@panel/domain/calendar';
import { readInputs } from '@panel/domain/console/operation';
import { OPERATIONS } from '@panel/domain/console/operations';
import type { AppDependencies } from '../dependencies.ts';
import { activeSince } from '../identity/panelists.ts';
import { insertTask, inviteToTask } from '../invitations/tasks.ts';
import type { Tx } from '../platform/database.ts';
import { drawSample, type Profile } from '../profiling/sample.ts';
import { recordAudit } from './audit.ts';
import type { Context, Option, Subcommand } from './command.ts';
import { type Implementation, inputOf, OperatorError, type Rest } from './operation.ts';
import { QUESTIONS } from './questions.ts';
import { parseFilters, selectSample } from './selection.ts';

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

const draw = ({ database, vault }: AppDependencies, profile: Profile, at: Date): Promise<string[]> =>
  drawSample(database, vault, profile, { activeSince: activeSince(at), today: southAfricanDate(at) });

async function countSample(context: Context): Promise<void> {
  const { deps, options, print } = context;
  const profile = { answers: parseAnswers(options), ages: parseAges(options.age) };
  const at = deps.clock.now();
  const chosen = await draw(deps, profile, at);
  await deps.database.transaction((tx) =>
    recordAudit(tx, { at, actor: context.operator.account, command: 'sample', reason: `${chosen.length} panelists` }),
  );
  print(`${chosen.length} panelists`);
  if (options.invite === undefined) return;
  const operation = OPERATIONS['invite-sample'];
  const read = readInputs(operation, { task: options.invite, text: options.text, sample: '-' });
  if ('errors' in read) throw new OperatorError(read.errors.map(({ field, message }) => `--${field}: ${message}`)[0]);
  const { task = '', text = '' } = read.values;
  await deps.database.transaction((tx) => announce(tx, { task, text, actor: context.operator.account, chosen, at }));
  const { lines } = await inviteBatches(deps, task, chosen, at, context.progress);
  for (const line of lines) print(line);
}

type Announcement = { task: string; text: string; actor: string; chosen: readonly string[]; at: Date };

async function announce(tx: Tx, { task, text, actor, chosen, at }: Announcement): Promise<void> {
  await requireTask(tx, task, text, at);
  const reason = `${chosen.length} panelists`;
  await recordAudit(tx, { at, actor, command: OPERATIONS['invite-sample'].audit, subject: task, reason });
}

async function requireTask(tx: Tx, task: string, text: string, at: Date): Promise<void> {
  if (!(await insertTask(tx, task, text, at)))
    throw new OperatorError('This task was announced with another text. Choose another name.');
}

async function inviteBatches(
  { database }: AppDependencies,
  task: string,
  panelistIds: readonly string[],
  at: Date,
  progress: (done: number, total: number) => void,
): Promise<Rest> {
  let invited = 0;
  for (let from = 0; from < panelistIds.length; from += BATCH) {
    const batch = panelistIds.slice(from, from + BATCH);
    invited += await database.transaction((tx) => inviteToTask(tx, task, batch, at));
    progress(Math.min(from + BATCH, panelistIds.length), panelistIds.length);
  }
  return { lines: [`${invited} invited now; the others were invited before.`] };
}

export const inviteSample: Implementation = {
  async perform(run) {
    const { tx, deps, at } = run;
    const task = inputOf(run, 'task');
    await requireTask(tx, task, inputOf(run, 'text'), at);
    const filters = parseFilters(new URLSearchParams(inputOf(run, 'sample')));
    const { panelistIds: chosen } = await selectSample(deps, filters, at);
    return {
      message: `${chosen.length} panelists are invited.`,
      subject: task,
      reason: `${chosen.length} panelists`,
      rest: (progress) => inviteBatches(deps, task, chosen, at, progress),
    };
  },
};

export const sampleCommands: readonly Subcommand[] = [
  {
    name: 'sample',
    description:
      'Counts the approved, opted-in, active panelists of a profile and, with --invite, invites them in the chat, nobody twice for one task.',
    options: [
      ['--age <range>', 'such as 25-34'],
      ['--invite <task>', 'the name of the research task to invite them to'],
      ['--text <text>', 'what the invitation says'],
      ...[...QUESTIONS.values()].map(({ id, label }): Option => [`--${id} <code>`, label]),
    ],
    run: countSample,
  },
];

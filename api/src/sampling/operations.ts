/** Samples: count one, and draw one for a task. */
import { randomInt } from 'node:crypto';
import { countText } from '@panel/domain/console/count-text';
import { PAGE_DEFINITIONS } from '@panel/domain/console/pages';
import { softLaunchOrder } from '@panel/domain/console/quotas';
import { type CommandContext, type CommandOption, recordCommand, type Subcommand } from '../console/command.ts';
import { type Implementation, inputOf, OperatorError } from '../console/operation.ts';
import { insertInvitations, insertTask, recentFinishShare } from '../invitations/tasks.ts';
import { shuffleSample } from '../profiling/sample.ts';
import { QUESTIONS } from './questions.ts';
import { cellsOf, fillCells } from './quota.ts';
import { rulesOfLink } from './saved-samples.ts';
import { countByStep, parseSample, type SamplingDependencies } from './selection.ts';

const MAX_DRAWN = 100_000;

/** Turns the command's options into a query of the Sample page. */
function queryOf(options: CommandContext['options']): URLSearchParams {
  const query = new URLSearchParams(typeof options.sample === 'string' ? options.sample : '');
  for (const [id, question] of QUESTIONS) {
    const codes = options[id];
    if (typeof codes !== 'string') continue;
    for (const code of codes.split(',')) {
      if (!question.options.some((option) => option.code === code))
        throw new OperatorError(`--${id} must be one of ${question.options.map((option) => option.code).join(', ')}.`);
      query.append('answer', `${id}:${code}`);
    }
  }
  if (options.age === undefined) return query;
  const [, from, to] = /^(\d{1,3})-(\d{1,3})$/.exec(String(options.age)) ?? [];
  if (from === undefined || to === undefined || Number(from) > Number(to))
    throw new OperatorError('--age must be a range such as 25-34.');
  query.set('ageFrom', from);
  query.set('ageTo', to);
  return query;
}

async function countPeople(context: CommandContext<SamplingDependencies>): Promise<void> {
  const { deps, options, print } = context;
  const at = deps.clock.now();
  const { narrowing } = await countByStep(deps, await parseSample(deps, queryOf(options), at));
  const people = countText(narrowing.at(-1)?.people ?? 0, 'panelist');
  await deps.database.transaction((tx) => recordCommand(tx, context, { command: 'sample', reason: people }));
  for (const step of narrowing) print(`${String(step.people).padStart(9)}  ${step.label}`);
  print(people);
}

export const sampleCommands: readonly Subcommand<SamplingDependencies>[] = [
  {
    name: 'sample',
    description:
      'Counts approved, opted-in, active panelists who match a profile. `tasks draw` draws a sample of them.',
    roles: PAGE_DEFINITIONS.sample.roles,
    options: [
      ['--age <range>', 'such as 25-34'],
      ['--sample <query>', 'rules as in the link of the Sample page'],
      ...[...QUESTIONS.values()].map(
        ({ id, label }): CommandOption => [`--${id} <codes>`, `${label}: one or more codes, separated by commas`],
      ),
    ],
    run: countPeople,
  },
];

function requireStudyUrl({ config }: SamplingDependencies, text: string): string {
  const { origins } = config.studies;
  if (!URL.canParse(text) || !origins.includes(new URL(text).origin))
    throw new OperatorError(
      origins.length === 0
        ? 'No study can be linked: STUDY_ORIGINS is empty.'
        : `The study’s address must begin with one of ${origins.join(', ')}.`,
    );
  return new URL(text).href;
}

const drawSample: Implementation<SamplingDependencies> = {
  async perform(run) {
    const { tx, deps, at } = run;
    const [task, query] = [inputOf(run, 'task'), new URLSearchParams(inputOf(run, 'sample'))];
    const studyUrl = requireStudyUrl(deps, inputOf(run, 'study'));
    const sample = await parseSample(deps, query, at);
    const { quota, selection } = sample;
    const seed = sample.seed ?? randomInt(2_147_483_647);
    const finishShare = sample.finishShare ?? (await recentFinishShare(deps.database, at)) ?? 1;
    const people = await shuffleSample(deps.database, deps.vault, selection, seed);
    const available = new Map<string, number>();
    for (const { cell } of people) available.set(cell, (available.get(cell) ?? 0) + 1);
    const cells = cellsOf(quota, sample.finishedWanted ?? 0, finishShare, available);
    const isSoft = inputOf(run, 'launch') === 'soft';
    const filled = fillCells(people, cells);
    const { ordered, first } = isSoft ? softLaunchOrder(filled) : { ordered: filled, first: null };
    const drawn = ordered.map(({ panelistId }) => panelistId);
    if (drawn.length === 0)
      throw new OperatorError('Nobody would be drawn. Enter how many you want, or use fewer rules.');
    if (drawn.length > MAX_DRAWN) throw new OperatorError(`A task can have at most ${MAX_DRAWN} people.`);
    const rules = rulesOfLink(query.toString()).toString();
    const added = { name: task, studyUrl, selection: rules, seed, softPeople: first };
    if (!(await insertTask(tx, added, at)))
      throw new OperatorError('A task with this name already exists. Choose another name.');
    await insertInvitations(tx, deps.vault, deps.config.partners.pseudonymKey, task, drawn);
    const message = `${countText(drawn.length, 'person is', 'people are')} drawn for ${task}, with seed ${seed}.`;
    return { message, subject: task, reason: `${countText(drawn.length, 'person', 'people')}, seed ${seed}` };
  },
};

export const drawOperations = {
  'draw-sample': drawSample,
};

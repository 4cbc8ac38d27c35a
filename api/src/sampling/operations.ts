import { randomInt } from 'node:crypto';
import { countText } from '@panel/domain/console/count-text';
import { softLaunchOrder } from '@panel/domain/console/quotas';
import { type Implementation, inputOf, OperatorError } from '../console/operation.ts';
import { insertInvitations, insertTask, recentFinishShare } from '../invitations/tasks.ts';
import { cellsOf, fillCells } from './quota.ts';
import { shuffleSample } from './sample.ts';
import { rulesOfLink } from './saved-samples.ts';
import { parseSample, type SamplingDependencies } from './selection.ts';

const MAX_DRAWN = 100_000;

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

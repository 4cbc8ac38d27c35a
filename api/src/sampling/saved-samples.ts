/** Samples that operators keep by name: their rules, never their people. */
import type { SavedSample } from '@panel/domain/console/sample-page';
import { type Implementation, inputOf, OperatorError } from '../console/operation.ts';
import { InvalidInputs } from '../console/run-operation.ts';
import { type Queries, sql } from '../platform/database/database.ts';
import { readRules } from './rules.ts';
import { parseSample, type SamplingDependencies } from './selection.ts';

/** What the page's link has in addition to the rules; a seed would repeat one draw. */
const NOT_RULES = ['task', 'tab', 'view', 'seed'];

/** The rules of the Sample page's link. */
export function rulesOfLink(link: string): URLSearchParams {
  const query = new URLSearchParams(link);
  for (const name of NOT_RULES) query.delete(name);
  return query;
}

export async function savedSamples(deps: SamplingDependencies, at: Date): Promise<SavedSample[]> {
  const rows = await deps.database.many<{ name: string; rules: string; savedBy: string; savedAt: Date }>(sql`
    select name, rules, saved_by as "savedBy", saved_at as "savedAt" from saved_samples order by lower(name), name`);
  return Promise.all(
    rows.map(async ({ name, rules, savedBy, savedAt }) => ({
      name,
      query: rules,
      rules: await readRules(deps, rules, at),
      savedBy,
      savedAt: savedAt.toISOString(),
    })),
  );
}

const isSaved = async (db: Queries, name: string): Promise<boolean> =>
  (await db.one(sql`select from saved_samples where name = ${name}`)) !== undefined;

const taken = (field: string) => new InvalidInputs([{ field, message: 'Another saved sample has this name.' }]);

const saveSample: Implementation<SamplingDependencies> = {
  async perform(run) {
    const { tx, deps, at, operator } = run;
    const [name, query] = [inputOf(run, 'name'), rulesOfLink(inputOf(run, 'sample'))];
    await parseSample(deps, query, at);
    if (query.toString() === '') throw new OperatorError('Add a rule before you save the sample.');
    const saved = await tx.run(sql`
      insert into saved_samples (name, rules, saved_by, saved_at) values (${name}, ${query.toString()}, ${operator.account}, ${at})
      on conflict (name) do nothing`);
    if (saved === 0) throw taken('name');
    return { message: `Saved as “${name}”.`, subject: name };
  },
};

const MISSING = 'This saved sample doesn’t exist.';

const renameSample: Implementation = {
  async perform(run) {
    const [name, to] = [inputOf(run, 'name'), inputOf(run, 'to')];
    if (name !== to && (await isSaved(run.tx, to))) throw taken('to');
    const renamed = await run.tx.run(sql`update saved_samples set name = ${to} where name = ${name}`);
    if (renamed === 0) throw new OperatorError(MISSING);
    return { message: `Renamed to “${to}”.`, subject: to, reason: `was ${name}` };
  },
};

const deleteSample: Implementation = {
  async perform(run) {
    const name = inputOf(run, 'name');
    const deleted = await run.tx.run(sql`delete from saved_samples where name = ${name}`);
    if (deleted === 0) throw new OperatorError(MISSING);
    return { message: `“${name}” is deleted.`, subject: name };
  },
};

export const savedSampleOperations = {
  'save-sample': saveSample,
  'rename-sample': renameSample,
  'delete-sample': deleteSample,
};

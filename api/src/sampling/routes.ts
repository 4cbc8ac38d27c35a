/** The console's calls about a task, and the count of a sample. */
import { PAGE_DEFINITIONS } from '@panel/domain/console/pages';
import type { SampleCount } from '@panel/domain/console/sample-page';
import { CONSOLE_API } from '@panel/domain/paths';
import type { FastifyInstance } from 'fastify';
import { OperatorError } from '../console/operation.ts';
import { readTask } from './sample-page.ts';
import { countMatching, type SamplingDependencies } from './selection.ts';

export function sampleRoutes(app: FastifyInstance, deps: SamplingDependencies): void {
  // While a task is being sent its page asks every few seconds, which must not count a sample each time.
  app.get(`${CONSOLE_API}/tasks/:task`, { config: { access: PAGE_DEFINITIONS.sample.roles } }, async (request) => {
    const { task } = request.params as { task: string };
    const found = await readTask(deps, task, deps.clock.now());
    if (!found) throw new OperatorError(`Unknown task: ${task}.`);
    return found;
  });

  // Counting takes seconds on a large panel, so the list of saved samples asks for one after another.
  app.get(`${CONSOLE_API}/sample-count`, { config: { access: PAGE_DEFINITIONS.sample.roles } }, async (request) => {
    const at = deps.clock.now();
    const { searchParams } = new URL(request.url, 'http://console');
    const people = await countMatching(deps, searchParams, at);
    return { people, at: at.toISOString() } satisfies SampleCount;
  });
}

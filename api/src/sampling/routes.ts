/** The console's calls about a task. */
import { PAGE_DEFINITIONS } from '@panel/domain/console/pages';
import { CONSOLE_API } from '@panel/domain/paths';
import type { FastifyInstance } from 'fastify';
import { OperatorError } from '../console/operation.ts';
import type { TaskDependencies } from '../invitations/tasks.ts';
import { readTask } from './sample-page.ts';

export function taskRoutes(app: FastifyInstance, deps: TaskDependencies): void {
  // While a task is being sent its page asks every few seconds, which must not count a sample each time.
  app.get(`${CONSOLE_API}/tasks/:task`, { config: { access: PAGE_DEFINITIONS.sample.roles } }, async (request) => {
    const { task } = request.params as { task: string };
    const found = await readTask(deps, task, deps.clock.now());
    if (!found) throw new OperatorError(`Unknown task: ${task}.`);
    return found;
  });
}

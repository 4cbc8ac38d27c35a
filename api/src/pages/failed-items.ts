/** What operators do about items that could not be processed. */
import { JOB_NAMES } from '@panel/domain/console/jobs';
import { type Implementation, inputOf, type OperationRun, OperatorError } from '../console/operation.ts';
import { forgetItems, retryItem } from '../platform/failed-items.ts';

const requireListed = (isListed: boolean): void => {
  if (!isListed) throw new OperatorError('This item isn’t listed any more.');
};
const jobOf = (run: OperationRun) => JOB_NAMES.find((job) => job === inputOf(run, 'job'));

const retry: Implementation = {
  async perform(run) {
    const item = inputOf(run, 'item');
    requireListed(await retryItem(run.tx, inputOf(run, 'job'), item, run.at));
    return { message: 'It will be tried within a minute.', subject: item };
  },
};

const close: Implementation = {
  async perform(run) {
    const [job, item] = [jobOf(run), inputOf(run, 'item')];
    requireListed(job !== undefined && (await forgetItems(run.tx, job, [item])) > 0);
    return { message: 'The item is closed.', subject: item };
  },
};

export const failedItemOperations = { 'retry-item': retry, 'close-item': close };

/** The rules of a sample in words. */
import { countText } from '@panel/domain/console/count-text';
import type { SampleRule } from '@panel/domain/console/sample-page';
import { nullIfRefused } from '../console/operation.ts';
import type { TaskDependencies } from '../invitations/tasks.ts';
import { answersOf, labelOf } from './questions.ts';
import { parseSample, qualityInWords } from './selection.ts';

/** Null if a rule names a question, an answer or a task that no longer exists. */
export async function readRules(deps: TaskDependencies, link: string, at: Date): Promise<SampleRule[] | null> {
  const query = new URLSearchParams(link);
  const sample = await parseSample(deps, query, at).catch(nullIfRefused);
  if (!sample) return null;
  const { selection, quota, notAskedInDays, finishedWanted, finishShare } = sample;
  const { rules, ages, qualityFrom, contacts, notInTask } = selection;
  const rule = (label: string, value: string | null | false): SampleRule[] => (value ? [{ label, value }] : []);
  return [
    ...rules.map(({ question, codes }) => ({ label: labelOf(question), value: answersOf(question, codes) })),
    ...rule('Age', ages && `${ages[0]} to ${ages[1]}`),
    ...rule('Quality', qualityFrom !== null && qualityInWords(qualityFrom)),
    ...rule('Contacted', notAskedInDays !== null && `not in the last ${countText(notAskedInDays, 'day')}`),
    ...rule('Weekly contact limit', query.has('contactsBelow') && String(contacts.below)),
    ...rule('Excluded', notInTask && `took part in ${notInTask}`),
    ...rule('Quotas', quota && `by ${quota.questions.map(labelOf).join(' and ')}`),
    ...rule('Completes wanted', finishedWanted !== null && String(finishedWanted)),
    ...rule('Expected completion', finishShare !== null && `${Math.round(100 * finishShare)}%`),
  ];
}

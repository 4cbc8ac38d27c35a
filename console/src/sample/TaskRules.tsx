import type { TaskProgress } from '@panel/domain/console/sample-page';
import { buttonClass } from '@panel/ui/Button';
import { count } from '../format.ts';
import { Link } from '../Link.tsx';
import { OperationButton } from '../operations/OperationButton.tsx';
import { Card } from '../parts/Card.tsx';
import { Facts } from '../parts/Facts.tsx';
import layout from '../parts/layout.module.css';
import textStyles from '../parts/text.module.css';

/** The rules that a task was drawn by. */
export function TaskRules({ task: { task, state, rules, query, drawn, softPeople } }: { task: TaskProgress }) {
  const launch = softPeople === null ? 'Everyone' : `Soft launch: ${count(softPeople)} of ${count(drawn)} people first`;
  return (
    <Card
      title="Rules of this task"
      sub="As they were when the sample was drawn"
      tools={
        <Link className={buttonClass('plain', true)} href={`/sample?${query}`}>
          Copy to new sample
        </Link>
      }
    >
      {rules ? (
        <Facts isText rows={[...rules, { label: 'Launch', value: launch }]} />
      ) : (
        <p className={textStyles.soft}>A rule names a question, an answer or a task that no longer exists.</p>
      )}
      {state === 'drawn' && (
        <div className={layout.row}>
          <OperationButton name="discard-task" known={{ task }} subject={task} isDanger>
            Discard task…
          </OperationButton>
        </div>
      )}
    </Card>
  );
}

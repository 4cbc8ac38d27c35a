import { southAfricanMinute } from '@panel/domain/calendar';
import { OPERATIONS } from '@panel/domain/console/all-operations';
import type { SamplePageData, TaskProgress } from '@panel/domain/console/sample-page';
import { isSendingTime, LINK_FIELD, outsideHours, TYPED_ABOVE, withLink } from '@panel/domain/console/sends';
import { Button } from '@panel/ui/Button';
import { type FormEvent, useEffect, useState } from 'react';
import { reload, serverNow } from '../api.ts';
import { count, plural } from '../format.ts';
import { OperationButton } from '../operations/OperationButton.tsx';
import { OperationFields } from '../operations/OperationFields.tsx';
import { useMayRun } from '../operations/use-may-run.ts';
import { useOperation } from '../operations/use-operation.ts';
import { Card } from '../parts/Card.tsx';
import fieldStyles from '../parts/fields.module.css';
import layout from '../parts/layout.module.css';
import { Note } from '../parts/Note.tsx';
import textStyles from '../parts/text.module.css';
import { useSession } from '../session.ts';
import { SendDialog } from './SendDialog.tsx';
import styles from './TaskSend.module.css';

const SENDS = {
  'invite-task': { operation: OPERATIONS['invite-task'], title: 'Invite to', preview: 'Preview of the invitation.' },
  'continue-task': { operation: OPERATIONS['continue-task'], title: 'Continue with', preview: '' },
  'remind-task': { operation: OPERATIONS['remind-task'], title: 'Remind of', preview: 'Preview of the reminder.' },
} as const;

export type TaskSendProps = {
  task: TaskProgress;
  sample: Pick<SamplePageData, 'at' | 'sendingHours' | 'canTest' | 'contactsPerWeek'>;
};

/** What is sent for a task next, as the chat will show it. Nothing is sent before the number of people is confirmed. */
export function TaskSend({ task, sample }: TaskSendProps) {
  const mayRun = useMayRun(['invite-task']);
  return task.nextSend && mayRun ? <SendCard task={task} next={task.nextSend} sample={sample} /> : null;
}

type SendCardProps = TaskSendProps & { next: NonNullable<TaskProgress['nextSend']> };

function SendCard({
  task: { task, text: sentText, figures },
  next: { operation: name, people },
  sample,
}: SendCardProps) {
  const { operation, title, preview } = SENDS[name];
  const session = useSession();
  const [isConfirming, setConfirming] = useState(false);
  const known = people > TYPED_ABOVE ? { task } : { task, people: String(people) };
  const form = useOperation(operation, known, () => setConfirming(false), { subjectKey: task });
  const { values, faults } = form;
  useEffect(() => {
    // Their fields are on the page, behind the dialog.
    if (faults.text || faults.at) setConfirming(false);
    // The number has changed since the page was loaded.
    if (faults.people) reload();
  }, [faults]);
  const { text = sentText ?? '', at = '' } = values;
  const review = (event: FormEvent<HTMLFormElement>) => {
    const time = at === '' ? new Date(serverNow()) : southAfricanMinute(at);
    // Half of a time is refused with the other inputs.
    const isNight = !Number.isNaN(time.getTime()) && !isSendingTime(sample.sendingHours, time);
    const fault = isNight ? [{ field: 'at', message: outsideHours(sample.sendingHours) }] : [];
    if (!form.check(event, ['people'], fault)) return;
    // The number is typed again for each review.
    form.setValue('people', '');
    setConfirming(true);
  };
  return (
    <Card
      title={`${title} ${task}`}
      sub={
        name === 'continue-task'
          ? `${count(figures.finished)} of ${count(figures.sent)} in the soft launch finished. ${plural(people, 'person is', 'people are')} left.`
          : `To ${plural(people, 'person', 'people')}, each with a personal link`
      }
    >
      <div className={styles.invite}>
        <form className={fieldStyles.stacked} noValidate onSubmit={review}>
          {form.message && !isConfirming && <Note tone="bad">{form.message}</Note>}
          <OperationFields form={form} inputs={form.asked.filter((input) => input.name !== 'people')} />
          <p className={textStyles.hint}>
            Sent between {sample.sendingHours.from} and {sample.sendingHours.to}. What is left then goes out the next
            morning.
          </p>
          <div className={layout.row}>
            <Button type="submit" disabled={people === 0} aria-disabled={form.isBusy}>
              Review and send
            </Button>
          </div>
        </form>
        <div className={fieldStyles.stacked}>
          <div className={styles.chat} aria-hidden="true">
            <p className={styles.bubble}>{text ? withLink(text, `…/t/${task}/k7Qm…`) : preview}</p>
            <p className={styles.time}>
              {session?.product}
              {at && ` · ${at.slice(11)}`}
            </p>
          </div>
          <TestButton task={task} text={text} canTest={sample.canTest} />
        </div>
      </div>
      {isConfirming && (
        <SendDialog task={task} people={people} form={form} sample={sample} onClose={() => setConfirming(false)} />
      )}
    </Card>
  );
}

function TestButton({ task, text, canTest }: { task: string; text: string; canTest: boolean }) {
  if (!canTest)
    return <p className={textStyles.hint}>No test can be sent because the setting TEST_DEVICES is empty.</p>;
  return text.includes(LINK_FIELD) ? (
    <div className={layout.row}>
      <OperationButton name="test-task" known={{ task, text }}>
        Send a test…
      </OperationButton>
    </div>
  ) : (
    <p className={textStyles.hint}>Write the text with {LINK_FIELD} to send a test of it to a test device.</p>
  );
}

import { OPERATIONS } from '@panel/domain/console/operations';
import type { TaskProgress } from '@panel/domain/console/sample-page';
import { count, plural } from '../format.ts';
import { OperationFields } from '../operations/OperationFields.tsx';
import { useMayRun } from '../operations/use-may-run.ts';
import { useOperation } from '../operations/use-operation.ts';
import { Card } from '../parts/Card.tsx';
import fieldStyles from '../parts/fields.module.css';
import layout from '../parts/layout.module.css';
import { Note } from '../parts/Note.tsx';
import textStyles from '../parts/text.module.css';
import { useSession } from '../session.ts';
import styles from './TaskInvite.module.css';

/** The invitation to a task as the chat will show it, for the people who were drawn. */
export function TaskInvite({ task: { task, drawn } }: { task: TaskProgress }) {
  const operation = OPERATIONS['invite-task'];
  const session = useSession();
  const form = useOperation(operation, { task }, () => {});
  const mayInvite = useMayRun([operation.name]);
  if (!session || !mayInvite) return null;
  const { text = '', at = '' } = form.values;
  return (
    <Card title={`Invite to ${task}`} sub="Preview as shown in the chat. Each person gets a personal link.">
      <form className={styles.invite} noValidate onSubmit={form.submit}>
        <div className={fieldStyles.stacked}>
          {form.message && <Note tone="bad">{form.message}</Note>}
          <OperationFields form={form} />
          <div className={layout.row}>
            <button className="button" type="submit" disabled={drawn === 0 || form.isBusy}>
              Invite {plural(drawn, 'person', 'people')}
            </button>
            <span className={textStyles.hint}>No second approval needed · {count(text.length)} of 300 characters</span>
          </div>
        </div>
        <div className={styles.chat} aria-hidden="true">
          <p className={styles.bubble}>
            {text || 'Preview of the invitation.'} <span className={textStyles.faint}>…/t/{task}/k7Qm…</span>
          </p>
          <p className={styles.time}>
            {session.product}
            {at && ` · ${at.slice(11)}`}
          </p>
        </div>
      </form>
    </Card>
  );
}

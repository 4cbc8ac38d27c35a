import { OPERATIONS } from '@panel/domain/console/operations';
import type { TaskProgress } from '@panel/domain/console/sample-page';
import { useMemo } from 'react';
import { count, plural } from '../format.ts';
import { OperationFields } from '../operations/OperationFields.tsx';
import { useMayRun } from '../operations/use-may-run.ts';
import { useOperation } from '../operations/use-operation.ts';
import { Card } from '../parts/Card.tsx';
import { Note } from '../parts/Note.tsx';
import { useSession } from '../session.ts';

/** The invitation to a task as the chat will show it, for the people who were drawn. */
export function TaskInvite({ task: { task, drawn } }: { task: TaskProgress }) {
  const operation = OPERATIONS['invite-task'];
  const session = useSession();
  const known = useMemo(() => ({ task }), [task]);
  const form = useOperation(operation, known, () => {});
  const mayInvite = useMayRun([operation.name]);
  if (!session || !mayInvite) return null;
  const { text = '', at = '' } = form.values;
  return (
    <Card title={`Invite to ${task}`} sub="As the chat shows it. Each person gets a link of their own." span={12}>
      <form
        className="invite"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          form.submit(event.currentTarget);
        }}
      >
        <div className="fields--stacked">
          {form.message && <Note tone="bad">{form.message}</Note>}
          <OperationFields form={form} />
          <div className="row">
            <button className="button button--primary" type="submit" disabled={drawn === 0 || form.isBusy}>
              Invite {plural(drawn, 'person', 'people')}
            </button>
            <span className="faint small">One person is enough · {count(text.length)} of 300 characters</span>
          </div>
        </div>
        <div className="chat" aria-hidden="true">
          <p className="chat__bubble">
            {text || 'What the invitation says stands here.'} <span className="faint">…/t/{task}/k7Qm…</span>
          </p>
          <p className="chat__time">
            {session.product}
            {at && ` · ${at.slice(11)}`}
          </p>
        </div>
      </form>
    </Card>
  );
}

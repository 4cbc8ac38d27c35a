import { OPERATIONS } from '@panel/domain/console/operations';
import { useMemo } from 'react';
import { useAddress } from '../address.ts';
import { count, plural } from '../format.ts';
import { InputField } from '../operations/InputField.tsx';
import { useMayRun } from '../operations/use-may-run.ts';
import { useOperation } from '../operations/use-operation.ts';
import { Card } from '../parts/Card.tsx';
import { Note } from '../parts/Note.tsx';
import { useSession } from '../session.ts';

/** The invitation as the chat will show it, for the people of the rules in the address. */
export function Invite({ people }: { people: number }) {
  const operation = OPERATIONS['invite-sample'];
  const session = useSession();
  const { query } = useAddress();
  const known = useMemo(() => ({ sample: query.toString() }), [query]);
  const form = useOperation(operation, known, () => {});
  const mayInvite = useMayRun([operation.name]);
  if (!session || !mayInvite) return null;
  const text = form.values.text ?? '';
  return (
    <Card title="Invite" sub="As the chat shows it. Each person gets a link of their own." span={12}>
      <form
        className="invite"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          form.submit();
        }}
      >
        <div className="fields--stacked">
          {form.message && <Note tone="bad">{form.message}</Note>}
          {form.asked.map((input) => (
            <InputField
              key={input.name}
              input={input}
              value={form.values[input.name] ?? ''}
              fault={form.faults[input.name]}
              onChange={(value) => form.setValue(input.name, value)}
            />
          ))}
          <div className="row">
            <button className="button button--primary" type="submit" disabled={people === 0 || form.isBusy}>
              Invite {plural(people, 'person', 'people')}
            </button>
            <span className="faint small">One person is enough · {count(text.length)} characters</span>
          </div>
        </div>
        <div className="chat" aria-hidden="true">
          <p className="chat__bubble">{text || 'What the invitation says stands here.'}</p>
          <p className="chat__time">{session.product}</p>
        </div>
      </form>
    </Card>
  );
}

import { southAfricanMinute } from '@panel/domain/calendar';
import type { SamplePageData } from '@panel/domain/console/sample-page';
import { parsePeople, placeTime, TYPED_ABOVE } from '@panel/domain/console/sends';
import { Button } from '@panel/ui/Button';
import { checkIcon } from '@panel/ui/Icon';
import { serverNow } from '../api.ts';
import { count, dayAndTime, plural } from '../format.ts';
import { OperationFields } from '../operations/OperationFields.tsx';
import type { OperationForm } from '../operations/use-operation.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { IconList } from '../parts/IconList.tsx';
import { Note } from '../parts/Note.tsx';
import textStyles from '../parts/text.module.css';

type SendDialogProps = {
  task: string;
  people: number;
  form: OperationForm;
  sample: Pick<SamplePageData, 'sendingHours' | 'contactsPerWeek'>;
  onClose: () => void;
};

/** Repeats how many people get the message and when, before it is sent. */
export function SendDialog({ task, people, form, sample, onClose }: SendDialogProps) {
  const { at, people: typed = '' } = form.values;
  const start = at ? southAfricanMinute(at) : new Date(serverNow());
  const end = placeTime(sample.sendingHours, start, people - 1);
  const who = plural(people, 'person', 'people');
  // Asked only if the operator types the number.
  const input = form.asked.find(({ name }) => name === 'people');
  const isConfirmed = !input || parsePeople(typed) === people;
  return (
    <Dialog
      title={at ? `Send to ${who} on ${dayAndTime(start.toISOString())}?` : `Send to ${who} now?`}
      sub={task}
      onClose={onClose}
      onSubmit={(event) => (isConfirmed ? form.submit(event) : event.preventDefault())}
      isBusy={form.isBusy}
      foot={
        <>
          <span className={textStyles.hint}>No second approval needed</span>
          <Button tone="plain" data-first-focus aria-disabled={form.isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button tone="brand" type="submit" disabled={!isConfirmed} busy={form.isBusy}>
            Send to {who}
          </Button>
        </>
      }
    >
      {form.message && <Note tone="bad">{form.message}</Note>}
      {input && <Note tone="wait">This is a large send. Check the rules and the text again.</Note>}
      <IconList
        points={[
          'Every message has the person’s own link.',
          `Nobody gets more than ${plural(sample.contactsPerWeek, 'request')} in seven days.`,
          `The last message is sent at about ${dayAndTime(end.toISOString())}.`,
        ].map((text) => ({ icon: checkIcon, text }))}
      />
      <p className={textStyles.soft}>Messages can’t be taken back. You can stop the ones that haven’t been sent.</p>
      {input && (
        <OperationFields
          form={form}
          inputs={[
            {
              ...input,
              label: `Type ${count(people)} to confirm`,
              hint: `Required above ${count(TYPED_ABOVE)} people. Spaces and commas are ignored.`,
            },
          ]}
        />
      )}
    </Dialog>
  );
}

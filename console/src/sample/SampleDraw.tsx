import { OPERATIONS } from '@panel/domain/console/all-operations';
import type { Input } from '@panel/domain/console/operation';
import type { SamplePageData } from '@panel/domain/console/sample-page';
import { Button } from '@panel/ui/Button';
import { navigate, useAddress, withQuery } from '../address.ts';
import { listed, percent, plural } from '../format.ts';
import { OperationFields } from '../operations/OperationFields.tsx';
import { useMayRun } from '../operations/use-may-run.ts';
import { useOperation } from '../operations/use-operation.ts';
import { Card } from '../parts/Card.tsx';
import fieldStyles from '../parts/fields.module.css';
import layout from '../parts/layout.module.css';
import { Note } from '../parts/Note.tsx';
import textStyles from '../parts/text.module.css';
import styles from './SampleDraw.module.css';
import { NumberRule } from './SampleRules.tsx';

type DrawProps = { sample: SamplePageData; isCounted: boolean };

/** How many are wanted, and the draw of a sample for a new task by the rules of the address. */
export function SampleDraw({ sample, isCounted }: DrawProps) {
  const { finishShare } = sample;
  const mayDraw = useMayRun(['draw-sample']);
  return (
    <Card title="Size and launch" sub="People are chosen at random. Reuse the seed to repeat the draw.">
      <div className={fieldStyles.fields}>
        <NumberRule name="finishedWanted" label="Completed answers wanted" min={1} max={100_000} />
        <NumberRule
          name="finishPercent"
          label="Expected completion (%)"
          placeholder={finishShare === null ? '100' : String(Math.round(100 * finishShare))}
          min={1}
          max={100}
        />
        <NumberRule name="seed" label="Seed" placeholder="empty = random" min={0} max={2_147_483_647} />
      </div>
      {finishShare !== null && (
        <p className={textStyles.hint}>
          {percent(finishShare, 0)} of people who were sent the link finished in recent tasks.
        </p>
      )}
      {mayDraw && <DrawForm sample={sample} isCounted={isCounted} />}
    </Card>
  );
}

/** Each way to launch says how many people it invites, once they are counted. */
const withPeople = (input: Input, draw: SamplePageData['draw'] | null): Input =>
  input.kind === 'choice' && draw
    ? {
        ...input,
        options: input.options.map(({ code, label }) => ({
          code,
          label: `${label} (${plural(code === 'soft' ? draw.soft : draw.everyone, 'person', 'people')})`,
        })),
      }
    : input;

function DrawForm({ sample: { draw, studyOrigins }, isCounted }: DrawProps) {
  const operation = OPERATIONS['draw-sample'];
  const address = useAddress();
  const { query } = address;
  const known = { sample: query.toString() || 'finishedWanted=' };
  const open = () => navigate(withQuery(address, { task: form.values.task?.trim() ?? null }));
  const form = useOperation(operation, known, open, { subjectKey: 'new task', initial: { launch: 'everyone' } });
  const people = draw.everyone;
  // The draw uses the rules of the address, so wait for their count.
  const canDraw = isCounted && people > 0;
  return (
    <form
      className={styles.draw}
      noValidate
      onSubmit={(event) => (canDraw ? form.submit(event) : event.preventDefault())}
    >
      {form.message && <Note tone="bad">{form.message}</Note>}
      <div className={styles.inputs}>
        <OperationFields form={form} inputs={form.asked.map((input) => withPeople(input, isCounted ? draw : null))} />
      </div>
      {studyOrigins.length === 0 ? (
        <Note tone="bad">No study can be linked because the setting STUDY_ORIGINS is empty.</Note>
      ) : (
        <p className={textStyles.hint}>The study’s link begins with {listed(studyOrigins, 'or')}.</p>
      )}
      <div className={layout.row}>
        <Button type="submit" disabled={!canDraw} busy={form.isBusy}>
          {isCounted ? `Draw ${plural(people, 'person', 'people')}` : 'Counting …'}
        </Button>
        <span className={textStyles.hint}>Nothing is sent yet</span>
      </div>
    </form>
  );
}

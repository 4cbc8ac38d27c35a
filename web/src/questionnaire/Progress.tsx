import { FORM } from '@panel/domain/wording';
import { useForm } from './form-state.ts';
import css from './Progress.module.css';

/** How far the panelist is, in sight all the way down. */
export function Progress({ name }: { name: string }) {
  const done = useForm((form) => form.done());
  const due = useForm((form) => form.due);
  return (
    <div className={css.progress}>
      <div className={css.row}>
        <span>{FORM.answered(done, due)}</span>
        <span>{name}</span>
      </div>
      <progress value={done} max={due} aria-label={FORM.progress} />
    </div>
  );
}

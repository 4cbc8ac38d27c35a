import { FORM } from '@panel/domain/wording';
import { useScripted } from '../without-script/forms.tsx';
import { useForm } from './form-state.ts';
import css from './Progress.module.css';

/** Stays at the top of the window while the form is scrolled. */
export function Progress({ name }: { name: string }) {
  const answered = useForm((form) => form.answeredCount());
  const required = useForm((form) => form.requiredCount);
  return (
    <div className={css.progress}>
      <div className={css.row}>
        <span>{useScripted() ? FORM.answered(answered, required) : FORM.questions(required)}</span>
        <span>{name}</span>
      </div>
      <progress value={answered} max={required} aria-label={FORM.progress} />
    </div>
  );
}

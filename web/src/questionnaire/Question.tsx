import type { Ask, Question } from '@panel/domain/questionnaire/definition';
import type { FormFaultCode } from '@panel/domain/questionnaire/validate';
import { FORM_FAULTS } from '@panel/domain/wording';
import { alertIcon, Icon } from '@panel/ui/Icon';
import type { ReactNode } from 'react';
import { useForm } from './form-state.ts';
import css from './Question.module.css';

export type QuestionOf<Kind extends Question['kind']> = Extract<Question, { kind: Kind }>;

/** The element id of a question; the lists of faults link to it. */
export const anchorId = (question: Question) => `q-${question.id}`;

const hintId = (question: Question) => `${question.id}-hint`;
const faultId = (question: Question) => `${question.id}-fault`;

const classOf = (fault: FormFaultCode | null) => (fault ? `${css.question} ${css.faulty}` : css.question);

/** Ids of the hint and the fault while they are shown: screen readers read them after the label. */
const descriptionOf = (question: Question, fault: FormFaultCode | null) =>
  [question.hint && hintId(question), fault && faultId(question)].filter(Boolean).join(' ') || undefined;

function HintAndFault({ question, fault }: { question: Question; fault: FormFaultCode | null }) {
  // From the first submit attempt on, the lists of faults are announced instead.
  const attempted = useForm((form) => form.attempted());
  return (
    <>
      {question.hint && (
        <p className={css.hint} id={hintId(question)}>
          {question.hint}
        </p>
      )}
      {fault && (
        <p className={css.error} id={faultId(question)} role={attempted ? undefined : 'alert'}>
          <Icon icon={alertIcon} />
          {FORM_FAULTS[fault]}
        </p>
      )}
    </>
  );
}

/** A question with several controls. A fault re-renders the fieldset, but not its options. */
export function ChoiceQuestion({ ask: { question }, children }: { ask: Ask; children: ReactNode }) {
  const fault = useForm((form) => form.faultShown(question.id));
  return (
    <fieldset className={classOf(fault)} id={anchorId(question)} aria-describedby={descriptionOf(question, fault)}>
      <legend className={css.label}>{question.label}</legend>
      <HintAndFault question={question} fault={fault} />
      {children}
    </fieldset>
  );
}

/** The attributes that connect a control to its question, hint and fault. */
type Control = {
  readonly id: string;
  readonly name: string;
  readonly required: boolean;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
};

/** A question with one control. */
export function ControlQuestion({ ask, children }: { ask: Ask; children: (control: Control) => ReactNode }) {
  const { question, required } = ask;
  const fault = useForm((form) => form.faultShown(question.id));
  const id = `${question.id}-field`;
  return (
    <div className={classOf(fault)} id={anchorId(question)}>
      <label className={css.label} htmlFor={id}>
        {question.label}
      </label>
      <HintAndFault question={question} fault={fault} />
      {children({
        id,
        name: question.id,
        required,
        'aria-invalid': fault !== null,
        'aria-describedby': descriptionOf(question, fault),
      })}
    </div>
  );
}

/** Questions under one heading. */
export function QuestionGroup({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the questions inside are fieldsets with their own legends
    <div className={css.pairs} role="group" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{label}</h3>
      {children}
    </div>
  );
}

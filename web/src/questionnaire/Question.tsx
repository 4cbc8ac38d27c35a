import type { Ask, Question } from '@panel/domain/questionnaire/definition';
import type { FormFaultCode } from '@panel/domain/questionnaire/validate';
import { FORM_FAULTS } from '@panel/domain/wording';
import { alertIcon, Icon } from '@panel/ui/Icon';
import type { ReactNode } from 'react';
import { useForm } from './form-state.ts';
import css from './Question.module.css';

export type QuestionOf<Kind extends Question['kind']> = Extract<Question, { kind: Kind }>;

/** Where a question stands on the page; what is missing links to it. */
export const anchorOf = (question: Question) => `q-${question.id}`;

const hintIdOf = (question: Question) => `${question.id}-hint`;
const faultIdOf = (question: Question) => `${question.id}-fault`;

const classOf = (fault: FormFaultCode | null) => (fault ? `${css.question} ${css.faulty}` : css.question);

/** The hint and the fault are read out after the question's own words, each only while it is there. */
const descriptionOf = (question: Question, fault: FormFaultCode | null) =>
  [question.hint && hintIdOf(question), fault && faultIdOf(question)].filter(Boolean).join(' ') || undefined;

function Beside({ question, fault }: { question: Question; fault: FormFaultCode | null }) {
  // From the first attempt on the foot of the form announces what is wrong.
  const attempted = useForm((form) => form.attempted());
  return (
    <>
      {question.hint && (
        <p className={css.hint} id={hintIdOf(question)}>
          {question.hint}
        </p>
      )}
      {fault && (
        <p className={css.error} id={faultIdOf(question)} role={attempted ? undefined : 'alert'}>
          <Icon icon={alertIcon} />
          {FORM_FAULTS[fault]}
        </p>
      )}
    </>
  );
}

/** A question answered by choosing among rows. A fault re-renders the frame, not the rows. */
export function ChoiceQuestion({ ask: { question }, children }: { ask: Ask; children: ReactNode }) {
  const fault = useForm((form) => form.faultShown(question.id));
  return (
    <fieldset className={classOf(fault)} id={anchorOf(question)} aria-describedby={descriptionOf(question, fault)}>
      <legend className={css.label}>{question.label}</legend>
      <Beside question={question} fault={fault} />
      {children}
    </fieldset>
  );
}

/** What the one control of a question needs to be found, named and described. */
export type Control = {
  readonly id: string;
  readonly name: string;
  readonly required: boolean;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
};

/** A question answered in one control. */
export function ControlQuestion({ ask, children }: { ask: Ask; children: (control: Control) => ReactNode }) {
  const { question, required } = ask;
  const fault = useForm((form) => form.faultShown(question.id));
  const id = `${question.id}-field`;
  return (
    <div className={classOf(fault)} id={anchorOf(question)}>
      <label className={css.label} htmlFor={id}>
        {question.label}
      </label>
      <Beside question={question} fault={fault} />
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

/** Questions under one legend. */
export function QuestionGroup({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't be a heading beside its own questions' legends
    <div className={css.pairs} role="group" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{label}</h3>
      {children}
    </div>
  );
}

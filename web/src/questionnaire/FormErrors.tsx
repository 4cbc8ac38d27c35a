import { COMMON, FORM, FORM_FAULTS } from '@panel/domain/wording';
import { Button } from '@panel/ui/Button';
import { alertIcon, Icon } from '@panel/ui/Icon';
import type { ReactNode } from 'react';
import css from './FormErrors.module.css';
import type { Failure, FormFault } from './form-state.ts';
import { anchorId } from './Question.tsx';

/** `announced` unless a toast says the same, so that screen readers read a message once. */
function ErrorBox({ text, announced, children }: { text: string; announced: boolean; children: ReactNode }) {
  return (
    <div className={css.box}>
      <p className={css.text} role={announced ? 'alert' : undefined}>
        <Icon icon={alertIcon} />
        <span>{text}</span>
      </p>
      {children}
    </div>
  );
}

type AnswerFaultsProps = { readonly faults: readonly FormFault[]; readonly onGoTo: (questionId: string) => void };

/** A link to each question that has a fault. */
function FaultList({ name, faults, onGoTo }: AnswerFaultsProps & { name: string }) {
  return (
    <ul aria-label={name}>
      {faults.map(({ ask: { question }, code }) => (
        <li key={question.id}>
          <a
            className={css.link}
            href={`#${anchorId(question)}`}
            onClick={(event) => {
              event.preventDefault();
              onGoTo(question.id);
            }}
          >
            {code === 'required' ? question.label : `${question.label}: ${FORM_FAULTS[code]}`}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The answers that are missing and, apart from them, the answers that are wrong. */
export function AnswerFaults({ faults, onGoTo }: AnswerFaultsProps) {
  const missing = faults.filter(({ code }) => code === 'required');
  const wrong = faults.filter(({ code }) => code !== 'required');
  return (
    <>
      {missing.length > 0 && (
        <ErrorBox text={FORM.incomplete} announced>
          <p className={css.note}>{FORM.missing(missing.length)}</p>
          <FaultList name={FORM.missingList} faults={missing} onGoTo={onGoTo} />
        </ErrorBox>
      )}
      {wrong.length > 0 && (
        <ErrorBox text={FORM.wrong(wrong.length)} announced>
          <FaultList name={FORM.wrongList} faults={wrong} onGoTo={onGoTo} />
        </ErrorBox>
      )}
    </>
  );
}

type SubmitFailureProps = {
  readonly failure: Failure;
  /** Given where the form is blocked until the panelist presses the button. */
  readonly onTryAgain?: (() => void) | undefined;
};

/** The message of a failed submission; a toast shows the same. */
export function SubmitFailure({ failure, onTryAgain }: SubmitFailureProps) {
  return (
    <ErrorBox text={failure.message} announced={false}>
      {failure.detail && <p className={css.note}>{failure.detail}</p>}
      <p className={css.note}>{failure.isOffline ? COMMON.offlineText : FORM.kept}</p>
      {onTryAgain && (
        <Button small className={css.again} onClick={onTryAgain}>
          {COMMON.tryAgain}
        </Button>
      )}
    </ErrorBox>
  );
}

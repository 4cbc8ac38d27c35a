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

type MissingAnswersProps = { readonly faults: readonly FormFault[]; readonly onGoTo: (questionId: string) => void };

/** The faults of the form, each with a link to its question. */
export function MissingAnswers({ faults, onGoTo }: MissingAnswersProps) {
  return (
    <ErrorBox text={FORM.incomplete} announced>
      <p className={css.note}>{FORM.missing(faults.length)}</p>
      <ul aria-label={FORM.missingList}>
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
    </ErrorBox>
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

import { COMMON, FORM, FORM_FAULTS } from '@panel/domain/wording';
import { Button } from '@panel/ui/Button';
import { alertIcon, Icon } from '@panel/ui/Icon';
import type { ReactNode } from 'react';
import css from './FormErrors.module.css';
import type { FormFailure, FormFault } from './form-state.ts';
import { anchorId } from './Question.tsx';

/** Announced unless a toast says the same, so that screen readers read a message only once. */
function ErrorBox({ text, announced, children }: { text: string; announced?: boolean; children: ReactNode }) {
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

type FaultBoxProps = {
  readonly faults: readonly FormFault[];
  readonly of: 'missing' | 'wrong';
  readonly onGoTo: (questionId: string) => void;
};

/** The missing or the wrong answers: how many, and a link to each question. */
export function FaultBox({ faults, of, onGoTo }: FaultBoxProps) {
  const isMissing = of === 'missing';
  const listed = faults.filter(({ code }) => (code === 'required') === isMissing);
  if (listed.length === 0) return null;
  const count = (isMissing ? FORM.missing : FORM.wrong)(listed.length);
  return (
    <ErrorBox text={isMissing ? FORM.incomplete : count} announced>
      {isMissing && <p className={css.note}>{count}</p>}
      <ul aria-label={isMissing ? FORM.missingList : count}>
        {listed.map(({ ask: { question }, code }) => (
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
  readonly failure: FormFailure;
  /** Set if the form is blocked until the panelist presses the button. */
  readonly onTryAgain?: (() => void) | undefined;
};

/** The toast leaves it out: screen readers read it with the focused button. */
const DETAIL = 'detail';

/** The message of a failed submission; a toast shows the same. */
export function SubmitFailure({ failure, onTryAgain }: SubmitFailureProps) {
  return (
    <ErrorBox text={failure.message}>
      {failure.detail && (
        <p className={css.note} id={onTryAgain && DETAIL}>
          {failure.detail}
        </p>
      )}
      <p className={css.note}>{failure.isOffline ? COMMON.offlineText : FORM.kept}</p>
      {onTryAgain && (
        <Button small className={css.again} aria-describedby={failure.detail && DETAIL} onClick={onTryAgain}>
          {COMMON.tryAgain}
        </Button>
      )}
    </ErrorBox>
  );
}

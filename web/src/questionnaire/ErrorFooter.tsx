import { COMMON, FORM, FORM_FAULTS } from '@panel/domain/wording';
import { Button } from '@panel/ui/Button';
import { alertIcon, Icon } from '@panel/ui/Icon';
import type { ReactNode } from 'react';
import css from './ErrorFooter.module.css';
import type { Failure, FormFault } from './form-state.ts';
import { anchorOf } from './Question.tsx';

/** `announced` where no toast says the same: a message is read out once. */
function Footer({ text, announced, children }: { text: string; announced: boolean; children: ReactNode }) {
  return (
    <div className={css.footer}>
      <p className={css.text} role={announced ? 'alert' : undefined}>
        <Icon icon={alertIcon} />
        <span>{text}</span>
      </p>
      {children}
    </div>
  );
}

type MissingProps = { readonly faults: readonly FormFault[]; readonly onGoTo: (questionId: string) => void };

/** What keeps the form from being sent, each with the way to it. */
export function MissingFooter({ faults, onGoTo }: MissingProps) {
  return (
    <Footer text={FORM.incomplete} announced>
      <p className={css.note}>{FORM.missing(faults.length)}</p>
      <ul aria-label={FORM.missingList}>
        {faults.map(({ ask: { question }, code }) => (
          <li key={question.id}>
            <a
              className={css.link}
              href={`#${anchorOf(question)}`}
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
    </Footer>
  );
}

type FailureProps = {
  readonly failure: Failure;
  /** Given where nothing can be sent until the panelist asks for it. */
  readonly onTryAgain?: (() => void) | undefined;
};

/** What the server said, as the toast says it too. */
export function FailureFooter({ failure, onTryAgain }: FailureProps) {
  return (
    <Footer text={failure.message} announced={false}>
      {failure.detail && <p className={css.note}>{failure.detail}</p>}
      <p className={css.note}>{failure.isOffline ? COMMON.offlineText : FORM.kept}</p>
      {onTryAgain && (
        <Button small className={css.again} onClick={onTryAgain}>
          {COMMON.tryAgain}
        </Button>
      )}
    </Footer>
  );
}

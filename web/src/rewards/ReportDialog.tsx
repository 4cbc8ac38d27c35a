import { type DisputeKind, MAX_REPORT_LENGTH } from '@panel/domain/disputes/disputes';
import { encodeReport } from '@panel/domain/disputes/report';
import { api } from '@panel/domain/paths';
import { BALANCE } from '@panel/domain/wording';
import { REPORT } from '@panel/domain/wording/report';
import { Button } from '@panel/ui/Button';
import { Notice } from '@panel/ui/Notice';
import { QuestionDialog } from '@panel/ui/QuestionDialog';
import { showToast } from '@panel/ui/toasts';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Option, Options } from '../questionnaire/Options.tsx';
import input from '../questionnaire/TextInput.module.css';
import { useActiveScreen } from '../shell/active-screen.ts';
import { CallFailed, call, NOT_FOUND, statusOf } from '../shell/api.ts';
import { useAction } from '../shell/use-action.ts';
import { dayOf, type Entry, shortDay } from './history.ts';
import styles from './ReportDialog.module.css';

const OF_SURVEY: readonly DisputeKind[] = ['no-reward', 'reward-too-small', 'stopped-early', 'other'];
const OF_REVERSAL: readonly DisputeKind[] = ['reward-reversed', 'other'];

type Unsent = { readonly kind: DisputeKind; readonly words: string };
/** Unsent reports, by session: a tap outside the dialog must not lose them. */
const unsent = new Map<string, Unsent>();

const NOT_REPORTABLE = 409;
const TOO_MANY_REQUESTS = 429;
/** Sending these again doesn't help, and the server says why. */
const EXPLAINED = [NOT_FOUND, NOT_REPORTABLE, TOO_MANY_REQUESTS];
const messageOf = (thrown: unknown): string =>
  (thrown instanceof CallFailed && EXPLAINED.includes(thrown.status) && thrown.detail) || REPORT.failed;

/** The form to report a problem with an entry of the history. */
export function ReportDialog({
  did,
  entry,
  onClose,
}: {
  did: string;
  entry: Entry;
  onClose: (reported: boolean) => void;
}) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const kinds = entry.kind === 'reversal' ? OF_REVERSAL : OF_SURVEY;
  const { session = '' } = entry;
  const [{ kind, words }, setReport] = useState<Unsent>(
    unsent.get(session) ?? { kind: entry.kind === 'started' ? 'stopped-early' : (kinds[0] ?? 'other'), words: '' },
  );
  const change = (part: Partial<Unsent>) => {
    const changed = { kind, words, ...part };
    setReport(changed);
    unsent.set(session, changed);
  };
  /** Shown in the dialog: a toast would be behind it, where the panelist can't read or dismiss it. */
  const [failure, setFailure] = useState('');
  const watchScreen = useActiveScreen();
  const sending = useAction(
    async () => {
      const isActive = watchScreen();
      try {
        await call<unknown>('POST', api.report(did), encodeReport({ session, kind, words }));
      } catch (thrown) {
        if (!isActive()) showToast({ tone: 'error', text: messageOf(thrown) });
        throw thrown;
      }
      unsent.delete(session);
      showToast({ tone: 'success', text: REPORT.sent });
    },
    {
      onSuccess: () => onClose(true),
      onFailure(thrown) {
        if (statusOf(thrown) !== NOT_REPORTABLE) return setFailure(messageOf(thrown));
        showToast({ tone: 'error', text: messageOf(thrown) });
        return onClose(true);
      },
    },
  );
  // The message has moved Send down.
  useEffect(() => {
    if (failure) form.current?.querySelector('[type=submit]')?.scrollIntoView({ block: 'center' });
  }, [failure]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setFailure('');
    sending.run();
  };
  return (
    <QuestionDialog
      title={REPORT.title}
      text={`${BALANCE.kinds[entry.kind]}, ${shortDay(dayOf(entry))}`}
      busy={sending.busy}
      onCancel={() => onClose(false)}
    >
      <form className={styles.form} ref={form} onSubmit={send}>
        <fieldset>
          <legend>{REPORT.question}</legend>
          <Options labels={kinds.map((each) => REPORT.reasons[each])}>
            {kinds.map((each) => (
              <Option
                key={each}
                type="radio"
                name="reason"
                value={each}
                label={REPORT.reasons[each]}
                checked={each === kind}
                onChange={() => change({ kind: each })}
              />
            ))}
          </Options>
        </fieldset>
        <label className={styles.add} htmlFor={id}>
          {REPORT.add}
        </label>
        <p id={`${id}hint`}>{REPORT.addHint}</p>
        <textarea
          id={id}
          className={input.input}
          aria-describedby={`${id}hint`}
          rows={3}
          maxLength={MAX_REPORT_LENGTH}
          value={words}
          onChange={({ currentTarget: { value } }) => change({ words: value })}
        />
        <div role="alert" className={styles.failure}>
          {failure && (
            <Notice tone="error">
              <p>{failure}</p>
            </Notice>
          )}
        </div>
        <div className={styles.buttons}>
          <Button type="submit" busy={sending.busy}>
            {REPORT.send}
          </Button>
          <Button tone="plain" disabled={sending.busy} onClick={() => onClose(false)}>
            {REPORT.cancel}
          </Button>
        </div>
        <p className="small">{REPORT.promise}</p>
      </form>
    </QuestionDialog>
  );
}

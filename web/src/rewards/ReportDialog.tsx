import { encodeReport } from '@panel/domain/disputes/report';
import { api } from '@panel/domain/paths';
import { REPORT } from '@panel/domain/wording/report';
import { Button } from '@panel/ui/Button';
import { showToast } from '@panel/ui/toasts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { call, statusOf } from '../calls/api.ts';
import { useAction } from '../calls/use-action.ts';
import { Notice } from '../parts/Notice.tsx';
import { QuestionDialog } from '../parts/QuestionDialog.tsx';
import { useActiveScreen } from '../routing/active-screen.ts';
import type { Entry } from './history-entries.ts';
import styles from './ReportDialog.module.css';
import { emptyReport, type Report, ReportFields, reportSubject } from './ReportFields.tsx';
import { messageOf, NOT_REPORTABLE } from './report-failures.ts';

/** Unsent reports, by session: a tap outside the dialog must not lose them. */
const unsent = new Map<string, Report>();

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
  const form = useRef<HTMLFormElement>(null);
  const { session = '' } = entry;
  const [report, setReport] = useState<Report>(unsent.get(session) ?? emptyReport(entry));
  const change = (part: Partial<Report>) => {
    const changed = { ...report, ...part };
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
        await call<unknown>('POST', api.report(did), encodeReport({ session, ...report }));
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
      text={reportSubject(entry)}
      busy={sending.busy}
      onCancel={() => onClose(false)}
    >
      <form className={styles.form} ref={form} onSubmit={send}>
        <ReportFields entry={entry} report={report} onChange={change} />
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
          <Button tone="plain" aria-disabled={sending.busy} onClick={() => onClose(false)}>
            {REPORT.cancel}
          </Button>
        </div>
        <p className="small">{REPORT.promise}</p>
      </form>
    </QuestionDialog>
  );
}

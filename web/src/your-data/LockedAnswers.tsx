import { shownMinute, southAfricanClock } from '@panel/domain/calendar';
import type { DataLock } from '@panel/domain/panelists/your-data';
import { YOUR_DATA } from '@panel/domain/wording/your-data';
import { Button } from '@panel/ui/Button';
import { Icon, type IconShape } from '@panel/ui/Icon';
import { type FormEvent, useEffect, useRef } from 'react';
import { productName } from '../calls/config.ts';
import input from '../questionnaire/TextInput.module.css';
import { ActionForm, FormToken } from '../without-script/forms.tsx';
import { ACT_FIELD, CODE_FIELD, SEND_CODE } from './fields.ts';
import type { YourDataPage } from './use-your-data.ts';
import styles from './YourData.module.css';

const lockIcon: IconShape = 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3';
/** Six digits, and spaces between them. */
const MAX_TYPED = 12;

type Props = { lock: DataLock } & Pick<YourDataPage, 'send' | 'enter' | 'fault'>;

/** Where the code from the chat is entered. */
function CodeForm({ lock, send, enter, fault, until }: Props & { until: string }) {
  const field = useRef<HTMLInputElement>(null);
  const isFirst = useRef(true);
  // A wrong code is corrected at once.
  useEffect(() => {
    if (!isFirst.current && !enter.busy && fault) {
      field.current?.focus();
      field.current?.select();
    }
    isFirst.current = false;
  }, [fault, enter.busy]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    enter.run(field.current?.value ?? '');
  };
  const tries = lock.triesLeft < 5 ? ` ${YOUR_DATA.triesLeft(lock.triesLeft)}` : '';
  return (
    <>
      <form className="stack" method="post" onSubmit={submit} noValidate>
        <div>
          <label className={styles.label} htmlFor="code">
            {YOUR_DATA.codeLabel}
          </label>
          <p className="small" id="code-hint">
            {YOUR_DATA.codeHint(southAfricanClock(new Date(until)))}
            {tries}
          </p>
          <p className={styles.fault} id="code-fault" role="alert">
            {fault}
          </p>
          <input
            ref={field}
            className={`${input.input} ${styles.code}`}
            id="code"
            name={CODE_FIELD}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={MAX_TYPED}
            aria-invalid={fault !== ''}
            aria-describedby="code-hint code-fault"
          />
        </div>
        <Button type="submit" busy={enter.busy}>
          {YOUR_DATA.show}
        </Button>
        <FormToken />
      </form>
      {lock.nextCodeAt === null && (
        <ActionForm name={ACT_FIELD} value={SEND_CODE} onAct={() => send.run()}>
          <Button type="submit" tone="plain" busy={send.busy}>
            {YOUR_DATA.sendNewCode}
          </Button>
        </ActionForm>
      )}
    </>
  );
}

/** In place of the answers: how to unlock them. */
export function LockedAnswers(props: Props) {
  const { lock, send } = props;
  return (
    <div className="card stack">
      <p className={styles.lockedTitle}>
        <Icon icon={lockIcon} />
        {YOUR_DATA.lockedTitle}
      </p>
      <p>{YOUR_DATA.lockedText(productName())}</p>
      {lock.codeUntil !== null ? (
        <CodeForm {...props} until={lock.codeUntil} />
      ) : lock.nextCodeAt !== null ? (
        <p>
          <b>{YOUR_DATA.tooMany}</b> {YOUR_DATA.wait(shownMinute(new Date(lock.nextCodeAt)))}
        </p>
      ) : (
        <ActionForm name={ACT_FIELD} value={SEND_CODE} onAct={() => send.run()}>
          <Button type="submit" busy={send.busy}>
            {YOUR_DATA.sendCode}
          </Button>
        </ActionForm>
      )}
    </div>
  );
}

import { SESSION_IDLE_MS } from '@panel/domain/console/pages';
import { MINUTE_MS } from '@panel/domain/durations';
import { Button } from '@panel/ui/Button';
import { useState } from 'react';
import { copyIcon } from '../icons.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { Note } from '../parts/Note.tsx';
import textStyles from '../parts/text.module.css';
import styles from './TokenDialog.module.css';

type TokenDialogProps = { title: string; token: string; onClose: () => void };

/** A token for the command line, shown once: nothing of it is in the page after the dialog is closed. */
export function TokenDialog({ title, token, onClose }: TokenDialogProps) {
  const [copied, setCopied] = useState<'yes' | 'refused' | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(token).then(
      () => setCopied('yes'),
      () => setCopied('refused'),
    );
  return (
    <Dialog
      title={title}
      sub="This token is shown only once. Copy it now."
      onClose={onClose}
      foot={
        <>
          <Button tone="plain" icon={copyIcon} data-first-focus onClick={() => void copy()}>
            {copied === 'yes' ? 'Copied' : 'Copy'}
          </Button>
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <p className={`${textStyles.box} ${textStyles.mono}`}>{token}</p>
      {copied === 'refused' && <Note tone="bad">Your browser blocked copying. Select the token and copy it.</Note>}
      <ol className={styles.steps}>
        <li>
          In a terminal: <code className={textStyles.mono}>(umask 077; cat &gt; panel-token)</code>
        </li>
        <li>Paste the token, press Enter and then Ctrl+D. This keeps it out of command lines.</li>
        <li>
          <code className={textStyles.mono}>export PANEL_TOKEN_FILE=panel-token</code>
        </li>
        <li>
          <code className={textStyles.mono}>node panel.js --help</code> (in the sources{' '}
          <code className={textStyles.mono}>npm run panel -- --help</code>) lists the commands. They now act as you.
        </li>
      </ol>
      <p className={textStyles.soft}>
        The token ends when you sign out or sign in again here, and after {SESSION_IDLE_MS / MINUTE_MS} minutes without
        use.
      </p>
    </Dialog>
  );
}

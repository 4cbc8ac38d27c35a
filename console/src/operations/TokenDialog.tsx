import { Icon } from '@panel/ui/Icon';
import { useState } from 'react';
import { copyIcon } from '../icons.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { Note } from '../parts/Note.tsx';

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
      sub="It is shown once. Copy it now."
      onClose={onClose}
      foot={
        <>
          <button className="button" type="button" data-first-focus onClick={() => void copy()}>
            <Icon icon={copyIcon} />
            {copied === 'yes' ? 'Copied' : 'Copy'}
          </button>
          <button className="button button--primary" type="button" onClick={onClose}>
            Close
          </button>
        </>
      }
    >
      <p className="box mono mono--wrap">{token}</p>
      {copied === 'refused' && <Note tone="bad">The browser does not let us copy. Select the token and copy it.</Note>}
      <ol className="steps">
        <li>
          In a terminal: <code className="mono mono--wrap">(umask 077; cat &gt; panel-token)</code>
        </li>
        <li>
          Paste the token, press Enter and then Ctrl+D: it stays out of command lines, which others on the machine can
          read.
        </li>
        <li>
          <code className="mono mono--wrap">export PANEL_TOKEN_FILE=panel-token</code>
        </li>
        <li>
          <code className="mono mono--wrap">node panel.js --help</code> (in the sources{' '}
          <code className="mono mono--wrap">npm run panel -- --help</code>) lists the commands, which act as you from
          now on.
        </li>
      </ol>
      <p className="soft">
        It ends when you sign out or sign in again here, as an approval may ask for, and after 30 minutes without use.
      </p>
    </Dialog>
  );
}

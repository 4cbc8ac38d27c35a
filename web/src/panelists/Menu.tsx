import { screens } from '@panel/domain/paths';
import { PROFILING_SURVEYS } from '@panel/domain/profiling/surveys';
import { COMMON, MENU } from '@panel/domain/wording';
import { closeIcon, Icon, type IconShape, menuIcon } from '@panel/ui/Icon';
import { bellIcon, bulbIcon, clipboardIcon, trashIcon, walletIcon } from '@panel/ui/icons';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Link, useDid } from '../routing/router.tsx';
import { useScripted } from '../without-script/forms.tsx';
import styles from './Menu.module.css';
import { useMembership } from './membership.ts';

export { setRenderedMembership } from './membership.ts';

const Row = ({ icon, text }: { icon: IconShape; text: string }) => (
  <>
    <Icon icon={icon} />
    {text}
  </>
);

/** In the masthead, only for approved panelists. The masthead grows when it opens, so it covers nothing. */
export function Menu() {
  const membership = useMembership(useDid());
  const [open, setOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const details = useRef<HTMLDetailsElement>(null);
  const isScripted = useScripted();
  // It may have been opened before the script loaded.
  useLayoutEffect(() => setOpen(details.current?.open ?? false), []);

  // Escape and a tap outside close it; Escape returns the focus to the button.
  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    // On click and not on pointerdown: closing moves the page, and the tap must still hit its target.
    const onTap = (event: MouseEvent) => {
      const masthead = button.current?.closest('header');
      if (!masthead?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('click', onTap);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('click', onTap);
    };
  }, [open]);

  if (!membership?.approved) return null;

  const close = () => setOpen(false);
  const row = (to: string, icon: IconShape, text: string) => (
    <Link to={to} onClick={close}>
      <Row icon={icon} text={text} />
    </Link>
  );
  const list = (
    <ul>
      <li>{row(screens.optOut, bellIcon, MENU.optOut)}</li>
      {PROFILING_SURVEYS.map(
        (survey) =>
          membership.surveyLinks[survey] && (
            <li key={survey}>
              <a href={`${membership.surveyLinks[survey]}/${encodeURIComponent(membership.did)}`}>
                <Row icon={clipboardIcon} text={MENU.surveys[survey]} />
              </a>
            </li>
          ),
      )}
      <li>{row(screens.howItWorks, bulbIcon, MENU.howItWorks)}</li>
      <li>{row(screens.balance, walletIcon, MENU.balance)}</li>
      <li className={styles.danger}>{row(screens.deleteProfile, trashIcon, MENU.deleteProfile)}</li>
    </ul>
  );
  if (!isScripted)
    return (
      <details className={styles.plain} ref={details}>
        <summary className={styles.button}>
          {COMMON.menu}
          <Icon icon={menuIcon} />
        </summary>
        <nav className={styles.menu} aria-label={COMMON.menu}>
          {list}
        </nav>
      </details>
    );
  return (
    <>
      <button
        className={styles.button}
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {COMMON.menu}
        <Icon icon={open ? closeIcon : menuIcon} />
      </button>
      <nav className={styles.menu} id={id} aria-label={COMMON.menu} hidden={!open}>
        {list}
      </nav>
    </>
  );
}

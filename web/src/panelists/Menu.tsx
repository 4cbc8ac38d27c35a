import { screens } from '@panel/domain/paths';
import { PROFILING_SURVEYS } from '@panel/domain/profiling/surveys';
import { COMMON, MENU } from '@panel/domain/wording';
import { closeIcon, Icon, type IconShape, menuIcon } from '@panel/ui/Icon';
import { bellIcon, bulbIcon, clipboardIcon, trashIcon, walletIcon } from '@panel/ui/icons';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
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
  const details = useRef<HTMLDetailsElement>(null);
  const isScripted = useScripted();
  const close = useCallback(() => details.current?.removeAttribute('open'), []);
  // It may have been opened before the script loaded.
  useLayoutEffect(() => setOpen(details.current?.open ?? false), []);

  // Escape and a tap outside close it; Escape returns the focus to its button.
  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      close();
      details.current?.querySelector('summary')?.focus();
    };
    // On click and not on pointerdown: closing moves the page, and the tap must still hit its target.
    const onTap = (event: MouseEvent) => {
      const masthead = details.current?.closest('header');
      if (!masthead?.contains(event.target as Node)) close();
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('click', onTap);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('click', onTap);
    };
  }, [open, close]);

  if (!membership?.approved) return null;

  const row = (to: string, icon: IconShape, text: string) => (
    <Link to={to} onClick={close}>
      <Row icon={icon} text={text} />
    </Link>
  );
  return (
    <details className={styles.details} ref={details} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      {/* biome-ignore lint/a11y/useSemanticElements: every screen reader knows a button, and not all a summary. */}
      <summary className={styles.button} role="button" aria-expanded={isScripted ? open : undefined}>
        {COMMON.menu}
        <Icon icon={open ? closeIcon : menuIcon} />
      </summary>
      <nav className={styles.menu} aria-label={COMMON.menu}>
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
      </nav>
    </details>
  );
}

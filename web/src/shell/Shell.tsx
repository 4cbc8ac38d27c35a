import { screens } from '@panel/domain/paths';
import { COMMON } from '@panel/domain/wording';
import { Logo } from '@panel/ui/Icon';
import { Toasts } from '@panel/ui/toasts';
import { type ReactNode, useEffect, useRef } from 'react';
import { offlineNotice } from '../calls/api.ts';
import { productName } from '../calls/config.ts';
import { postedToPage } from '../calls/page-content.ts';
import { Notice } from '../parts/Notice.tsx';
import { Link, navigating, useLocation } from '../routing/router.tsx';
import styles from './Shell.module.css';

/** The result of a form that was posted without script; with script a toast says it. */
function PostedNotice() {
  const { notice } = postedToPage();
  return notice ? (
    <div className={styles.notice} role="status">
      <Notice tone={notice.tone === 'error' ? 'error' : 'info'}>
        <p>{notice.text}</p>
      </Notice>
    </div>
  ) : null;
}

/** The frame of every screen: masthead and toasts. */
export function Shell({ menu, children }: { menu: ReactNode; children: ReactNode }) {
  const brand = productName();
  const { visit } = useLocation();
  const isNavigating = navigating.use() > 0;
  const notice = offlineNotice.use();
  const screen = useRef<HTMLDivElement>(null);
  const shownVisit = useRef(visit);

  useEffect(() => {
    if (shownVisit.current === visit) return;
    shownVisit.current = visit;
    // Screen readers continue at the focus: the new screen gets it, unless it has focused something itself.
    if (!screen.current?.contains(document.activeElement)) screen.current?.focus({ preventScroll: true });
  }, [visit]);

  return (
    <>
      <header className="masthead">
        <div className="masthead__row">
          <Link className="brand" to={screens.home}>
            <Logo />
            {brand}
          </Link>
          {menu}
        </div>
        {isNavigating && <div className={styles.progress} />}
      </header>
      {notice && (
        <p className={`masthead ${styles.offline}`} role="status">
          {notice}
        </p>
      )}
      <PostedNotice />
      <div className="screen" ref={screen} tabIndex={-1}>
        {children}
      </div>
      <Toasts dismissLabel={COMMON.dismiss} />
    </>
  );
}

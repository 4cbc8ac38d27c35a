import {
  type ConsoleSession,
  isMenuPage,
  type MenuPage,
  PAGE_DEFINITIONS,
  type PageName,
} from '@panel/domain/console/pages';
import { MINUTE_MS } from '@panel/domain/durations';
import { buttonClass } from '@panel/ui/Button';
import { Icon, Logo, menuIcon } from '@panel/ui/Icon';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { reload, SESSION_KEY, serverNow } from '../api.ts';
import { count } from '../format.ts';
import { keyIcon, moonIcon, PAGE_ICONS, signOutIcon } from '../icons.ts';
import { Link } from '../Link.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import layout from '../parts/layout.module.css';
import { checkSession, signOut } from '../session.ts';
import { pageHref, ROLE_NAMES, titleOfPage } from '../words.ts';
import styles from './Shell.module.css';
import { theme, toggleTheme } from './theme.ts';

/** `page` is null if the address isn't a page. */
type ShellProps = {
  session: ConsoleSession;
  page: PageName | null;
  children: ReactNode;
};

/** How many pages a phone's bottom bar shows next to More. */
const BOTTOM_PAGES = 4;

export function Shell({ session, page, children }: ShellProps) {
  const [isMoreOpen, setMoreOpen] = useState(false);
  const minutesLeft = useMinutesLeft(session);
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another screen, whose reader begins at its top.
  useEffect(() => {
    if (!isFirst.current) {
      main.current?.focus({ preventScroll: true });
      // What waits on the pages has changed meanwhile.
      reload(SESSION_KEY);
    }
    isFirst.current = false;
    setMoreOpen(false);
  }, [page]);
  const closeMore = () => setMoreOpen(false);
  const account = `${ROLE_NAMES[session.role]} · ${minutesLeft} min left`;
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <div className={styles.shell}>
        <header className={styles.rail}>
          <Link className={styles.brand} href="/">
            <Logo />
            <span>
              {session.product}
              <small>Console</small>
            </span>
          </Link>
          <nav aria-label="Pages">
            <PageList session={session} page={page} className={styles.list} />
          </nav>
          <p className={styles.account}>
            <b>{session.account}</b>
            {account}
          </p>
          <div className={styles.tools}>
            <Tools />
          </div>
        </header>
        <main className={styles.main} id="main" ref={main} tabIndex={-1}>
          {children}
        </main>
      </div>
      <nav className={styles.bottom} aria-label="Main pages">
        {menuOf(session)
          .slice(0, BOTTOM_PAGES)
          .map((entry) => (
            <PageLink key={entry.page} {...entry} current={page} />
          ))}
        <button type="button" onClick={() => setMoreOpen(true)}>
          <Icon icon={menuIcon} />
          <span>More</span>
        </button>
      </nav>
      {isMoreOpen && (
        <Dialog title="All pages" sub={`${session.account} · ${account}`} onClose={closeMore}>
          <nav aria-label="All pages">
            <PageList session={session} page={page} className={styles.sheet} onLeave={closeMore} />
          </nav>
          <div className={layout.row}>
            <Tools className={buttonClass('plain')} onLeave={closeMore} />
          </div>
        </Dialog>
      )}
    </>
  );
}

const menuOf = ({ pages }: ConsoleSession) =>
  pages.flatMap(({ page, waiting }) => (isMenuPage(page) ? [{ page, waiting }] : []));

/** In the phone's sheet of pages: it closes, also if the page is open already or a toast follows. */
type InSheet = { onLeave?: (() => void) | undefined };
type PageListProps = Pick<ShellProps, 'session' | 'page'> & InSheet & { className: string | undefined };

/** A page that isn't in the menu may belong to one that is. */
const isCurrent = (page: PageName, current: PageName | null): boolean =>
  current !== null && (PAGE_DEFINITIONS[current].parent ?? current) === page;

const PageList = ({ session, page, className, onLeave }: PageListProps) => (
  <ul className={className}>
    {menuOf(session).map((entry) => (
      <li key={entry.page}>
        <PageLink {...entry} current={page} onLeave={onLeave} />
      </li>
    ))}
  </ul>
);

type PageLinkProps = InSheet & { page: MenuPage; waiting: number; current: PageName | null };

const PageLink = ({ page, waiting, current, onLeave }: PageLinkProps) => (
  <Link href={pageHref(page)} aria-current={isCurrent(page, current) ? 'page' : undefined} onClick={onLeave}>
    <Icon icon={PAGE_ICONS[page]} />
    <span>{titleOfPage(page)}</span>
    {waiting > 0 && (
      <span className={styles.badge}>
        <span className="visually-hidden">, </span>
        {count(waiting)}
        <span className="visually-hidden"> waiting</span>
      </span>
    )}
  </Link>
);

const Tools = ({ className, onLeave }: InSheet & { className?: string }) => (
  <>
    <button className={className} type="button" onClick={toggleTheme}>
      <Icon icon={moonIcon} />
      <span>{theme.use() === 'dark' ? 'Light' : 'Dark'}</span>
    </button>
    <Link className={className} href={pageHref('sessions')} onClick={onLeave}>
      <Icon icon={keyIcon} />
      <span>{titleOfPage('sessions')}</span>
    </Link>
    <button
      className={className}
      type="button"
      onClick={() => {
        onLeave?.();
        void signOut();
      }}
    >
      <Icon icon={signOutIcon} />
      <span>Sign out</span>
    </button>
  </>
);

/** Minutes until the session ends. Then it asks the server, since another tab may have extended the session. */
function useMinutesLeft({ idleEndsAt, endsAt }: ConsoleSession): number {
  const end = Math.min(Date.parse(idleEndsAt), Date.parse(endsAt));
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const check = () => {
      setNow(serverNow());
      if (serverNow() >= end) void checkSession();
    };
    check();
    const timer = setInterval(check, MINUTE_MS / 4);
    return () => clearInterval(timer);
  }, [end]);
  return Math.max(0, Math.round((end - now) / MINUTE_MS));
}

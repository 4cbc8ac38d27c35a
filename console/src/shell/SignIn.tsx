import { MAX_SESSION_MS, SESSION_IDLE_MS } from '@panel/domain/console/pages';
import { HOUR_MS, MINUTE_MS } from '@panel/domain/durations';
import { Logo } from '@panel/ui/Icon';
import type { SessionEnd } from '../api.ts';
import { clockIcon, eyeIcon, keyIcon } from '../icons.ts';
import { IconList } from '../parts/IconList.tsx';
import { Note } from '../parts/Note.tsx';
import textStyles from '../parts/text.module.css';
import styles from './SignIn.module.css';

const POINTS = [
  {
    icon: clockIcon,
    text: `You are signed out after ${SESSION_IDLE_MS / MINUTE_MS} minutes without use, or after ${MAX_SESSION_MS / HOUR_MS} hours`,
  },
  { icon: keyIcon, text: 'Your role decides what you can do' },
  { icon: eyeIcon, text: 'Everything you open and do is recorded, with the reason' },
];

/** What the server adds to the address if a sign-in failed. */
const FAILURE = 'sign-in';

/** The server redirects to the identity provider and back to this page. */
export const signInHref = ({ isFresh = false } = {}): string => {
  const { pathname, searchParams } = new URL(window.location.href);
  searchParams.delete(FAILURE);
  const query = new URLSearchParams({ return: searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname });
  if (isFresh) query.set('fresh', '1');
  return `/sign-in?${query}`;
};

const FAILURES: Readonly<Record<string, string>> = {
  unavailable: 'The identity provider can’t be reached. Try again in a minute.',
  failed: 'The sign-in was not completed. Try again.',
  'no-role': 'Your account has no role in the console, or more than one. Ask your administrator for access.',
  'name-taken': 'Another person already uses your account’s name. Ask your administrator for a name of your own.',
};

/** Why a session ended. */
const ENDS: Readonly<Record<SessionEnd, string>> = {
  unused: `You were signed out after ${SESSION_IDLE_MS / MINUTE_MS} minutes without use.`,
  longest: `You were signed out because a session ends after ${MAX_SESSION_MS / HOUR_MS} hours.`,
  ended: 'Your session has ended. Sign in again.',
  'no-connection': 'Your session has expired, and the server can’t be reached.',
};

export const signInFailure = (query: URLSearchParams): string | null => FAILURES[query.get(FAILURE) ?? ''] ?? null;

export function SignIn({ end }: { end: SessionEnd | null }) {
  const failure = signInFailure(new URLSearchParams(window.location.search));
  return (
    <div className={styles.screen}>
      <main>
        <div className={styles.card}>
          <p className={styles.brand}>
            <Logo />
            Console
          </p>
          {failure && <Note tone="bad">{failure}</Note>}
          {end && !failure && <Note tone="wait">{ENDS[end]}</Note>}
          <h1>Sign in</h1>
          <p className={textStyles.soft}>Use your work account. There is no separate password.</p>
          <a className="button" href={signInHref()}>
            Continue with your work account
          </a>
          <IconList points={POINTS} />
        </div>
      </main>
      <footer className={styles.foot}>For panel operators</footer>
    </div>
  );
}

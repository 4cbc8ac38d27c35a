import { Icon, type IconShape } from '@panel/ui/Icon';
import { clockIcon, eyeIcon, keyIcon } from '../icons.ts';
import { Note } from '../parts/Note.tsx';
import { Logo } from './Logo.tsx';

const POINTS: readonly (readonly [IconShape, string])[] = [
  [clockIcon, 'Ends after 30 minutes without use, 8 hours at most'],
  [keyIcon, 'What you may do comes from your role'],
  [eyeIcon, 'What you open and do is recorded, with the reason'],
];

/** Signs in by a navigation: the server sends the browser on to the identity provider, and back to where it was. */
export const signInHref = ({ isFresh = false } = {}): string => {
  const { pathname, search } = window.location;
  const query = new URLSearchParams({ return: pathname + search });
  if (isFresh) query.set('fresh', '1');
  return `/sign-in?${query}`;
};

export const SignIn = ({ isIdle }: { isIdle: boolean }) => (
  <div className="sign-in">
    <main>
      <div className="sign-in__card">
        <p className="sign-in__brand">
          <Logo />
          Console
        </p>
        {isIdle && <Note tone="wait">You were signed out after 30 minutes without use.</Note>}
        <h1>Sign in</h1>
        <p className="soft">With your work account. There is no other password.</p>
        <a className="button button--primary button--wide" href={signInHref()}>
          Continue with the work account
        </a>
        <ul>
          {POINTS.map(([icon, text]) => (
            <li key={text}>
              <Icon icon={icon} />
              {text}
            </li>
          ))}
        </ul>
      </div>
      <p className="sign-in__foot">For the people who run the panel</p>
    </main>
  </div>
);

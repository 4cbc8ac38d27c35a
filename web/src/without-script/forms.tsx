import { FORGERY_FIELD } from '@panel/domain/paths';
import { COMMON } from '@panel/domain/wording';
import { buttonClass } from '@panel/ui/Button';
import { type FormEvent, type ReactNode, useSyncExternalStore } from 'react';
import { forgeryToken } from '../calls/api.ts';
import { Link, useLocation } from '../routing/router.tsx';

let token = '';
/** Set by the server: a browser has its token in a cookie. */
export const setFormToken = (given: string): void => {
  token = given;
};
const formToken = () => (typeof document === 'undefined' ? token : forgeryToken());

const never = () => () => undefined;
/** False on the server and until the page is hydrated: a form that is submitted before that is an ordinary one. */
export const useScripted = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

const TokenField = () => (
  <input type="hidden" name={FORGERY_FIELD} defaultValue={formToken()} suppressHydrationWarning />
);

/** The last element of every form that can be posted without script. A script sends the token in a header. */
export const FormToken = () => (useScripted() ? null : <TokenField />);

type ActionFormProps = {
  /** Posted with the token. */
  name?: string;
  value?: string;
  onAct: () => void;
  children: ReactNode;
};

/** A button that also works without script: its form is then posted to the page's own address. */
export function ActionForm({ name, value, onAct, children }: ActionFormProps) {
  const act = (event: FormEvent) => {
    event.preventDefault();
    onAct();
  };
  return (
    <form method="post" onSubmit={act}>
      {children}
      {name && <input type="hidden" name={name} value={value} />}
      <FormToken />
    </form>
  );
}

/** On a page whose data was late: without script it doesn't load by itself. */
export const RetryLink = () => (
  <Link className={`no-script ${buttonClass('tonal')}`} to={useLocation().path}>
    {COMMON.tryAgain}
  </Link>
);

/** A question that is a dialog with script, as a page without it. The children are the answers. */
export const QuestionPage = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <main className="page">
    <h1>{title}</h1>
    <form className="card stack" method="post">
      <p className="lead">{text}</p>
      {children}
      <TokenField />
    </form>
  </main>
);

/** A page without its data: it is still loading, or without script can be tried again. */
export const LatePage = ({ title }: { title: string }) => (
  <main className="page">
    <h1>{title}</h1>
    <p className="lead">{COMMON.loading}</p>
    <RetryLink />
  </main>
);

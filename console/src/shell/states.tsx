/** What a page shows while its data loads, and where it can't be had. */
import { Icon, refreshIcon } from '@panel/ui/Icon';
import { type ReactNode, useEffect } from 'react';
import { reload } from '../api.ts';
import { Note } from '../parts/Note.tsx';
import { PageHead } from '../parts/PageHead.tsx';
import type { Loaded } from '../use-page.ts';

const SHAPES = ['a', 'b', 'c', 'd', 'e', 'f'];

/** The page's title at once, and the shape of what comes. */
export const LoadingPage = ({ title }: { title: string }) => (
  <div className="page">
    <PageHead title={title} sub="Loading …" />
    <div className="grid" aria-hidden="true">
      <div className="tiles span-12">
        {SHAPES.slice(0, 4).map((key) => (
          <div key={key} className="tile">
            <span className="skeleton skeleton--label" />
            <span className="skeleton skeleton--figure" />
          </div>
        ))}
      </div>
      <div className="card span-12">
        {SHAPES.map((key) => (
          <span key={key} className="skeleton skeleton--row" />
        ))}
      </div>
    </div>
  </div>
);

type FailedPageProps = { title: string; message: string; onRetry?: () => void };

export const FailedPage = ({ title, message, onRetry = () => reload() }: FailedPageProps) => (
  <div className="page">
    <PageHead title={title} />
    <Note tone="bad">
      <p>
        <b>This page can’t be shown.</b> {message}
      </p>
      <button className="button button--small" type="button" onClick={onRetry}>
        <Icon icon={refreshIcon} />
        Try again
      </button>
    </Note>
  </div>
);

type PageStateProps<Data> = { title: string; loaded: Loaded<Data>; children: (data: Data) => ReactNode };

/** The data that is there stays in sight while new data loads or fails to. */
export function PageState<Data>({ title, loaded: { data, error, isLoading }, children }: PageStateProps<Data>) {
  const isThere = data !== null;
  useEffect(() => {
    // A link to a place in the page is followed when the place is there.
    if (isThere && window.location.hash) document.getElementById(window.location.hash.slice(1))?.scrollIntoView?.();
  }, [isThere]);
  if (data === null)
    return error ? <FailedPage title={title} message={error.message} /> : <LoadingPage title={title} />;
  return (
    <div className="page" aria-busy={isLoading}>
      {error && <Note tone="bad">What you see is older: {error.message}</Note>}
      {children(data)}
    </div>
  );
}

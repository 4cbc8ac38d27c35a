/** What a page shows while its data loads, and where it can't be had. */
import { Button } from '@panel/ui/Button';
import { refreshIcon } from '@panel/ui/Icon';
import { Skeleton } from '@panel/ui/Skeleton';
import { type ReactNode, useEffect } from 'react';
import { reload } from '../api.ts';
import layout from '../parts/layout.module.css';
import { Note } from '../parts/Note.tsx';
import { PageHead } from '../parts/PageHead.tsx';
import { StatTile, Tiles } from '../parts/StatTile.tsx';
import type { Loaded } from '../use-page.ts';

const SHAPES = ['a', 'b', 'c', 'd'];

/** The page's title at once, and the shape of its content. */
export const LoadingPage = ({ title }: { title: string }) => (
  <div className={layout.page}>
    <PageHead title={title} sub="Loading …" />
    <div className={layout.stack} aria-hidden="true">
      <Tiles>
        {SHAPES.map((key) => (
          <StatTile key={key} label={<Skeleton height={14} />} value={<Skeleton height={28} />} />
        ))}
      </Tiles>
      <Skeleton height={240} />
    </div>
  </div>
);

type FailedPageProps = { title: string; message: string; onRetry?: () => void };

export const FailedPage = ({ title, message, onRetry = () => reload() }: FailedPageProps) => (
  <div className={layout.page}>
    <PageHead title={title} />
    <Note tone="bad">
      <p>
        <b>This page can’t be shown.</b> {message}
      </p>
      <Button tone="plain" small icon={refreshIcon} onClick={onRetry}>
        Try again
      </Button>
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
    <div className={layout.page} aria-busy={isLoading}>
      {error && <Note tone="bad">What you see is older: {error.message}</Note>}
      {children(data)}
    </div>
  );
}

/** What a page shows while its data loads or if it fails to. */
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
        <b>This page can’t be displayed.</b> {message}
      </p>
      <Button tone="plain" small icon={refreshIcon} onClick={onRetry}>
        Try again
      </Button>
    </Note>
  </div>
);

type PageStateProps<Data> = { title: string; loaded: Loaded<Data>; children: (data: Data) => ReactNode };

/** The old data stays visible while new data loads or fails to load. */
export function PageState<Data>({ title, loaded: { data, error, isLoading }, children }: PageStateProps<Data>) {
  const isThere = data !== null;
  useEffect(() => {
    // Follow a link to a place in the page once the place exists.
    if (isThere && window.location.hash) document.getElementById(window.location.hash.slice(1))?.scrollIntoView?.();
  }, [isThere]);
  if (data === null)
    return error ? <FailedPage title={title} message={error.message} /> : <LoadingPage title={title} />;
  return (
    <div className={layout.page} aria-busy={isLoading}>
      {error && <Note tone="bad">This data is out of date: {error.message}</Note>}
      {children(data)}
    </div>
  );
}

/** What a page shows while its data loads or if it fails to. */
import type { PageData } from '@panel/api/pages';
import type { PageName } from '@panel/domain/console/pages';
import { MINUTE_MS } from '@panel/domain/durations';
import { Button } from '@panel/ui/Button';
import { refreshIcon } from '@panel/ui/Icon';
import { Skeleton } from '@panel/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useEffect, useState } from 'react';
import { restoreScroll, useAddress } from '../address.ts';
import { pagePath, reload } from '../api.ts';
import layout from '../parts/layout.module.css';
import { Note } from '../parts/Note.tsx';
import { PageHead } from '../parts/PageHead.tsx';
import { StatTile, Tiles } from '../parts/StatTile.tsx';
import { titleOfPage } from '../words.ts';
import { SubNav } from './SubNav.tsx';

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

export type PageProps<Name extends PageName> = {
  data: PageData[Name];
  /** Whether the data belongs to the current address, not to the previous one. */
  isOfAddress: boolean;
};

/**
 * A page with its data, which is loaded again every minute. The old data stays visible meanwhile, unless it belongs to other filters: then
 * its figures become a skeleton if the new ones are slow. If they fail to load, it is gone, because its buttons would act on another item,
 * except where `stays` says that the page guards its buttons itself.
 */
export function loadedPage<Name extends PageName>(
  name: Name,
  Content: ComponentType<PageProps<Name>>,
  stays: (query: URLSearchParams) => boolean = () => false,
) {
  return function LoadedPage() {
    const { query } = useAddress();
    const { data, error, isFetching } = useQuery<PageData[Name]>({
      queryKey: [pagePath(name, query)],
      refetchInterval: MINUTE_MS,
    });
    const [shown, setShown] = useState(data);
    if (data !== shown && (data !== undefined || (error && !stays(query)))) setShown(data);
    const isThere = shown !== undefined;
    useEffect(() => {
      // Follow a link to a place in the page once the place exists.
      if (isThere && window.location.hash) document.getElementById(window.location.hash.slice(1))?.scrollIntoView?.();
    }, [isThere]);
    const isOfAddress = data !== undefined;
    // biome-ignore lint/correctness/useExhaustiveDependencies: Back may change only what the browser reads of the address.
    useEffect(() => {
      if (isOfAddress) restoreScroll();
    }, [isOfAddress, query]);
    const title = titleOfPage(name);
    if (!isThere) return error ? <FailedPage title={title} message={error.message} /> : <LoadingPage title={title} />;
    return (
      <div className={isOfAddress || error ? layout.page : `${layout.page} ${layout.stale}`} aria-busy={isFetching}>
        {error && <Note tone="bad">This data is out of date: {error.message}</Note>}
        <SubNav current={name} />
        <Content data={shown} isOfAddress={isOfAddress} />
      </div>
    );
  };
}

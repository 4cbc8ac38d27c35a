import type { PageData, PageName } from '@panel/domain/console/pages';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type CallError, pagePath } from './api.ts';

export type Loaded<Data> = {
  readonly data: Data | null;
  readonly error: CallError | null;
  readonly isLoading: boolean;
  /** Whether the data belongs to the current address, not to the previous one. */
  readonly isOfAddress: boolean;
};

/** A page's data. The old data stays while other filters load, and if they fail to. */
export function usePage<Name extends PageName>(page: Name, query: URLSearchParams): Loaded<PageData[Name]> {
  const { data, error, isFetching } = useQuery<PageData[Name]>({ queryKey: [pagePath(page, query)] });
  const [last, setLast] = useState(data);
  if (data !== undefined && data !== last) setLast(data);
  return { data: data ?? last ?? null, error, isLoading: isFetching, isOfAddress: data !== undefined };
}

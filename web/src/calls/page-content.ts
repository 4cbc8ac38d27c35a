/** What came with the page for its first screen: responses about the panelist, and what a form that was posted without script left. */
import {
  type PageResponse,
  type PageResponses,
  POSTED_ELEMENT,
  type Posted,
  RESPONSES_ELEMENT,
} from '@panel/domain/page';
import { readPageJson } from '../routing/page.ts';
import { CallFailed } from './api.ts';

type PageContent = { readonly responses: PageResponses; readonly posted: Posted };
const NOTHING: PageContent = { responses: {}, posted: {} };

let content = NOTHING;

export const setPageContent = (given = NOTHING): void => {
  content = given;
};

export const readPageContent = (): PageContent => ({
  responses: readPageJson<PageResponses>(RESPONSES_ELEMENT) ?? NOTHING.responses,
  posted: readPageJson<Posted>(POSTED_ELEMENT) ?? NOTHING.posted,
});

export const postedToPage = (): Posted => content.posted;

/** What a screen has loaded, failed to load, or is loading. */
export type LoadState<T> = { readonly loading: boolean; readonly data?: T; readonly failure?: unknown };

/** The state of a load whose response came with the page, so that the screen doesn't fetch it again; or undefined. */
export function loadedWithPage<T>(path: string, read: (body: unknown) => T): LoadState<T> | undefined {
  const response: PageResponse | undefined = content.responses[path];
  if (!response) return undefined;
  try {
    if (response.status >= 300) throw new CallFailed(response.status, response.body);
    return { loading: false, data: read(response.body) };
  } catch (failure) {
    return { loading: false, failure };
  }
}

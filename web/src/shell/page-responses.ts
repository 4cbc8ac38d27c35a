/** The responses that came with the page, so that the first screen doesn't fetch them again. */
import { type PageResponse, type PageResponses, RESPONSES_ELEMENT } from '@panel/domain/page';
import { CallFailed } from './api.ts';
import { readPageJson } from './page.ts';

/** What a screen has loaded, failed to load, or is loading. */
export type LoadState<T> = { readonly loading: boolean; readonly data?: T; readonly failure?: unknown };

let responses: PageResponses = {};

export const setPageResponses = (given: PageResponses): void => {
  responses = given;
};

/** Undefined on a page that is the same for everyone. */
export const readPageResponses = (): PageResponses | undefined => readPageJson<PageResponses>(RESPONSES_ELEMENT);

/** The state of a load whose response came with the page, or undefined. */
export function loadedWithPage<T>(path: string, read: (body: unknown) => T): LoadState<T> | undefined {
  const response: PageResponse | undefined = responses[path];
  if (!response) return undefined;
  try {
    if (response.status >= 300) throw new CallFailed(response.status, response.body);
    return { loading: false, data: read(response.body) };
  } catch (failure) {
    return { loading: false, failure };
  }
}

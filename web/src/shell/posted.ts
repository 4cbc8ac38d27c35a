/** What the form that was posted to get this page, without script, left for it. */
import { POSTED_ELEMENT, type Posted } from '@panel/domain/page';
import { readPageJson } from './page.ts';

let posted: Posted = {};

export const readPosted = (): Posted => readPageJson<Posted>(POSTED_ELEMENT) ?? {};
export const setPosted = (given: Posted): void => {
  posted = given;
};
export const postedToPage = (): Posted => posted;

/** What the posted forms do, without script: each feature says which call a form stands for, and what follows. Only the server's build has it. */
import type { Posted } from '@panel/domain/page';
import { httpStatusMessage } from '@panel/domain/wording';
import { productName } from './calls/config.ts';
import { panelistForms } from './panelists/actions.ts';
import { partnerForms } from './partners/actions.ts';
import { preferenceForms } from './preferences/actions.ts';
import { profilingForms } from './profiling/actions.ts';
import { rewardForms } from './rewards/actions.ts';
import { error, type PostedForms, type ScreenAction } from './without-script/posted-form.ts';
import { yourDataForms } from './your-data/actions.ts';

const FORMS: readonly PostedForms[] = [
  ...profilingForms,
  ...panelistForms,
  partnerForms,
  rewardForms,
  preferenceForms,
  yourDataForms,
];

const ACTIONS = new Map(FORMS.flatMap(({ actions }) => Object.entries(actions)));
const NOTICES = new Map(FORMS.flatMap(({ notices }) => Object.entries(notices)));

/** The action of the form at a route. */
export const actionOf = (route: string): ScreenAction | undefined => ACTIONS.get(route);

/** The sentence that follows a form to the next page. */
export function noticeOf(id: string): Posted | undefined {
  const [, status] = /^status-(\d{3})$/.exec(id) ?? [];
  return status ? error(httpStatusMessage(productName(), Number(status))) : NOTICES.get(id)?.();
}

/** How a survey is opened without script. Only the server's build has it. */
import type { FormAction, FormResult, PageResponse } from '@panel/domain/page';
import { entryLink } from '@panel/domain/partners/entry-link';
import { PARTNERS, type Partner } from '@panel/domain/partners/partners';
import { encodeChoice } from '@panel/domain/partners/survey-list';
import { api, screens } from '@panel/domain/paths';
import type { FieldValues } from '@panel/domain/questionnaire/fields';
import { entryFailure } from '@panel/domain/wording';
import { SURVEY_LIST } from '@panel/domain/wording/survey-list';
import { error, type PostedForms, succeeded } from '../without-script/posted-form.ts';
import { isSurveyAddress } from './open-survey.ts';
import { PARTNER_FIELD } from './SurveyCard.tsx';
import { SURVEY_FIELD } from './SurveyList.tsx';

/** Leaves for the survey in a response, or shows a notice on the page that asked for it. */
const leaveFor =
  (page: string, notices: { readonly empty: string; readonly error: string }) =>
  (response: PageResponse): FormResult => {
    const { url } = Object(response.body) as { url?: unknown };
    if (!succeeded(response)) return { redirect: page, notice: notices.error };
    return isSurveyAddress(url, { protocol: 'http:' }) ? { leave: url } : { redirect: page, notice: notices.empty };
  };

const entryNotice = (partner: Partner, reason: 'empty' | 'error') => `${partner}-${reason}`;

function openSurvey(did: string, fields: FieldValues): FormAction {
  const partner = PARTNERS.find((each) => each === fields[PARTNER_FIELD]?.[0]);
  if (!partner) return { redirect: screens.home };
  const notices = { empty: entryNotice(partner, 'empty'), error: entryNotice(partner, 'error') };
  return { call: { method: 'GET', path: entryLink(partner)(did) }, after: leaveFor(screens.home, notices) };
}

/** A survey of the list. */
function chooseSurvey(did: string, fields: FieldValues): FormAction {
  const [, number, reward] = /^(\d{1,15}):(\d{1,9})$/.exec(fields[SURVEY_FIELD]?.[0] ?? '') ?? [];
  if (number === undefined) return { redirect: screens.surveys };
  const choice = { number: Number(number), reward: Number(reward) };
  return {
    call: { method: 'POST', path: api.surveys(did), body: encodeChoice(choice) },
    after: leaveFor(screens.surveys, { empty: 'survey-filled-up', error: 'survey-failed' }),
  };
}

export const partnerForms: PostedForms = {
  actions: { [screens.home]: openSurvey, [screens.surveys]: chooseSurvey },
  notices: {
    ...Object.fromEntries(
      PARTNERS.flatMap((partner) =>
        (['empty', 'error'] as const).map((reason) => [
          entryNotice(partner, reason),
          () => error(entryFailure(partner, reason)),
        ]),
      ),
    ),
    'survey-filled-up': () => error(SURVEY_LIST.filledUp),
    'survey-failed': () => error(SURVEY_LIST.entryFailed),
  },
};

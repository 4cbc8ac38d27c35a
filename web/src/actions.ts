/** What the posted forms do, without script: which call each stands for, and what follows. Only the server's build has it. */

import { DISPUTE_KINDS } from '@panel/domain/disputes/disputes';
import { encodeReport } from '@panel/domain/disputes/report';
import type { FormAction, FormResult, PageResponse, Posted } from '@panel/domain/page';
import { TERMS } from '@panel/domain/panelists/rules';
import { entryLink } from '@panel/domain/partners/entry-link';
import { PARTNERS, type Partner } from '@panel/domain/partners/partners';
import { encodeChoice } from '@panel/domain/partners/survey-list';
import { api, screens } from '@panel/domain/paths';
import { encodePreference } from '@panel/domain/preferences/preferences';
import { termsAccepted } from '@panel/domain/profiling/questions/agreements';
import { encode } from '@panel/domain/questionnaire/encode';
import { answersOfFields, type FieldValues, readPostedFields } from '@panel/domain/questionnaire/fields';
import { BALANCE, entryFailure, httpStatusMessage, OPT_OUT } from '@panel/domain/wording';
import { REPORT } from '@panel/domain/wording/report';
import { SURVEY_LIST } from '@panel/domain/wording/survey-list';
import { productName } from './calls/config.ts';
import { applyFormConfig } from './panelists/ApplyQuestions.tsx';
import { dateOfBirthFormConfig } from './panelists/DateOfBirthScreen.tsx';
import { firstLanguageFormConfig } from './panelists/FirstLanguageScreen.tsx';
import { isSurveyAddress } from './partners/open-survey.ts';
import { PARTNER_FIELD } from './partners/SurveyCard.tsx';
import { SURVEY_FIELD } from './partners/SurveyList.tsx';
import { RECEIVE_FIELD, SAVE_FIELD } from './preferences/OptOutScreen.tsx';
import { quarterlyFormConfig } from './profiling/QuarterlyScreen.tsx';
import { secondRoundFormConfig } from './profiling/SecondRoundScreen.tsx';
import { yearlyFormConfig } from './profiling/YearlyScreen.tsx';
import type { FormConfig } from './questionnaire/form-config.ts';
import { createFormState } from './questionnaire/form-state.ts';
import { OPEN_FIELD, OPEN_WITHDRAWAL } from './rewards/BalanceCard.tsx';
import { REASON_FIELD, WORDS_FIELD } from './rewards/ReportFields.tsx';
import { sessionInPath } from './routing/location.ts';
import { BAD_REQUEST, error, type ScreenAction, succeeded, success } from './without-script/posted-form.ts';
import { changeYourData, YOUR_DATA_NOTICES } from './your-data/actions.ts';

const FORMS: Readonly<Record<string, FormConfig>> = {
  [screens.profiling('second-round')]: secondRoundFormConfig,
  [screens.profiling('quarterly')]: quarterlyFormConfig,
  [screens.profiling('yearly')]: yearlyFormConfig,
  [screens.dateOfBirth]: dateOfBirthFormConfig,
  [screens.firstLanguage]: firstLanguageFormConfig,
  [screens.apply]: applyFormConfig,
};

/** Sends the answers, or shows the form again with what is wrong. `kept` is posted again with the answers. */
function submit({ definition, send, doneAt }: FormConfig, did: string, fields: FieldValues, kept = {}): FormAction {
  const values = { ...readPostedFields(definition, fields), ...kept };
  const state = createFormState(definition);
  state.setValues(values);
  if (!state.validate()) return { status: BAD_REQUEST, form: { values, isChecked: true } };
  const answers = answersOfFields(definition, values);
  return {
    call: { ...send, body: encode(definition, did, answers) },
    after: (response) =>
      succeeded(response)
        ? { redirect: doneAt, notice: `sent-${definition.id}` }
        : { status: response.status, form: { values, isChecked: false, failure: response } },
  };
}

/** Step 1 posts the box, and step 2 the revision of the terms that was accepted. */
function apply(did: string, fields: FieldValues): FormAction {
  const [accepted] = fields[termsAccepted.id] ?? [];
  if (accepted === undefined) return { status: BAD_REQUEST, form: { values: {}, isChecked: true } };
  const kept = { [termsAccepted.id]: [TERMS.revised] };
  if (accepted !== TERMS.revised) return { status: 200, form: { values: kept, isChecked: false } };
  return submit(applyFormConfig, did, fields, kept);
}

/** Leaves for the survey in a response, or shows a notice on the page that asked for it. */
const leaveFor =
  (page: string, notices: { readonly empty: string; readonly error: string }) =>
  (response: PageResponse): FormResult => {
    const { url } = Object(response.body) as { url?: unknown };
    if (!succeeded(response)) return { redirect: page, notice: notices.error };
    return isSurveyAddress(url, { protocol: 'http:' }) ? { leave: url } : { redirect: page, notice: notices.empty };
  };

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

const entryNotice = (partner: Partner, reason: 'empty' | 'error') => `${partner}-${reason}`;

/** What a session's id can be made of. */
const SESSION = /^\w{1,64}$/;

function openFromBalance(_: string, fields: FieldValues): FormResult {
  const [opened = ''] = fields[OPEN_FIELD] ?? [];
  if (opened === OPEN_WITHDRAWAL) return { redirect: screens.withdraw };
  return { redirect: SESSION.test(opened) ? screens.report(opened) : screens.balance };
}

const withdraw: ScreenAction = (did) => ({
  call: { method: 'GET', path: api.withdraw(did) },
  after: (response) => ({
    redirect: screens.balance,
    notice: succeeded(response) && response.body === true ? 'withdrawn' : 'not-withdrawn',
  }),
});

const report =
  (session: string): ScreenAction =>
  (did, fields) => {
    const kind = DISPUTE_KINDS.find((each) => each === fields[REASON_FIELD]?.[0]) ?? 'other';
    const [words = ''] = fields[WORDS_FIELD] ?? [];
    const values = { [REASON_FIELD]: [kind], [WORDS_FIELD]: [words] };
    return {
      call: { method: 'POST', path: api.report(did), body: encodeReport({ session, kind, words }) },
      after: (response) =>
        succeeded(response)
          ? { redirect: screens.balance, notice: 'reported' }
          : { status: response.status, form: { values, isChecked: false, failure: response } },
    };
  };

const setPreference: ScreenAction = (did, fields) =>
  fields[SAVE_FIELD] === undefined
    ? { redirect: screens.optOut }
    : {
        call: { method: 'PUT', path: api.preference(did), body: encodePreference(fields[RECEIVE_FIELD] !== undefined) },
        after(response) {
          if (!succeeded(response)) return { redirect: screens.optOut, notice: `status-${response.status}` };
          return { redirect: screens.optOut, notice: response.body === true ? 'opted-in' : 'opted-out' };
        },
      };

const deleteProfile: ScreenAction = (did) => ({
  call: { method: 'DELETE', path: api.deleteProfile(did) },
  after: (response) =>
    succeeded(response)
      ? { redirect: screens.result('profile-deleted'), erases: true }
      : { redirect: screens.result('no-information-found') },
});

const ACTIONS: Readonly<Record<string, ScreenAction>> = {
  ...Object.fromEntries(
    Object.entries(FORMS).map(([path, form]): [string, ScreenAction] => [
      path,
      (did, fields) => submit(form, did, fields),
    ]),
  ),
  [screens.apply]: apply,
  [screens.home]: openSurvey,
  [screens.surveys]: chooseSurvey,
  [screens.balance]: openFromBalance,
  [screens.withdraw]: withdraw,
  [screens.optOut]: setPreference,
  [screens.yourData]: changeYourData,
  [screens.deleteProfile]: () => ({ redirect: screens.confirmDeletion }),
  [screens.confirmDeletion]: deleteProfile,
};

/** The action of a screen, by its path without a did. */
export function actionOf(screen: string): ScreenAction | undefined {
  const session = sessionInPath(screen);
  return session === null ? ACTIONS[screen] : report(session);
}

/** The sentence that follows a form to the next page. */
export function noticeOf(id: string): Posted | undefined {
  const [, status] = /^status-(\d{3})$/.exec(id) ?? [];
  if (status) return error(httpStatusMessage(productName(), Number(status)));
  for (const partner of PARTNERS)
    for (const reason of ['empty', 'error'] as const)
      if (id === entryNotice(partner, reason)) return error(entryFailure(partner, reason));
  for (const { definition, success: text } of Object.values(FORMS))
    if (id === `sent-${definition.id}`) return { ...success(text), sent: definition.id };
  return NOTICES.get(id);
}
const NOTICES: ReadonlyMap<string, Posted> = new Map(
  Object.entries({
    'survey-filled-up': error(SURVEY_LIST.filledUp),
    'survey-failed': error(SURVEY_LIST.entryFailed),
    withdrawn: success(BALANCE.accepted),
    'not-withdrawn': error(BALANCE.failed),
    reported: success(REPORT.sent),
    'opted-in': success(OPT_OUT.turnedIn),
    'opted-out': success(OPT_OUT.turnedOut),
    ...YOUR_DATA_NOTICES,
  }),
);

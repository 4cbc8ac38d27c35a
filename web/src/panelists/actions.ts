/** What the forms of the sign-up, the profile and the deletion do without script. Only the server's build has it. */
import type { FormAction } from '@panel/domain/page';
import { TERMS } from '@panel/domain/panelists/rules';
import { api, screens } from '@panel/domain/paths';
import { termsAccepted } from '@panel/domain/profiling/questions/agreements';
import type { FieldValues } from '@panel/domain/questionnaire/fields';
import { postAnswers, questionnaireForm, sentNotice } from '../questionnaire/actions.ts';
import { routeWithDid } from '../routing/location.ts';
import { BAD_REQUEST, type PostedForms, type ScreenAction, succeeded } from '../without-script/posted-form.ts';
import { applyFormConfig } from './ApplyQuestions.tsx';
import { dateOfBirthFormConfig } from './DateOfBirthScreen.tsx';
import { firstLanguageFormConfig } from './FirstLanguageScreen.tsx';

/** Step 1 posts the box, and step 2 the revision of the terms that was accepted. */
function apply(did: string, fields: FieldValues): FormAction {
  const [accepted] = fields[termsAccepted.id] ?? [];
  if (accepted === undefined) return { status: BAD_REQUEST, form: { values: {}, isChecked: true } };
  const kept = { [termsAccepted.id]: [TERMS.revised] };
  if (accepted !== TERMS.revised) return { status: 200, form: { values: kept, isChecked: false } };
  return postAnswers(applyFormConfig, did, fields, kept);
}

const deleteProfile: ScreenAction = (did) => ({
  call: { method: 'DELETE', path: api.deleteProfile(did) },
  after: (response) =>
    succeeded(response)
      ? { redirect: screens.result('profile-deleted'), erases: true }
      : { redirect: screens.result('no-information-found') },
});

export const panelistForms: readonly PostedForms[] = [
  questionnaireForm(routeWithDid(screens.dateOfBirth), dateOfBirthFormConfig),
  questionnaireForm(routeWithDid(screens.firstLanguage), firstLanguageFormConfig),
  {
    actions: {
      [screens.apply]: apply,
      [screens.deleteProfile]: () => ({ redirect: screens.confirmDeletion }),
      [screens.confirmDeletion]: deleteProfile,
    },
    notices: sentNotice(applyFormConfig),
  },
];

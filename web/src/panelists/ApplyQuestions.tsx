import { registration } from '@panel/domain/panelists/registration';
import { TERMS } from '@panel/domain/panelists/rules';
import { api, screens } from '@panel/domain/paths';
import { termsAccepted } from '@panel/domain/profiling/questions/agreements';
import { APPLY } from '@panel/domain/wording';
import type { FormConfig } from '../questionnaire/form-config.ts';
import { QuestionnaireForm } from '../questionnaire/QuestionnaireForm.tsx';

/** Without the terms, which are step 1 and aren't sent. */
const STEP_TWO = { ...registration, sections: registration.sections.slice(1) };

export const applyFormConfig: FormConfig = {
  definition: STEP_TWO,
  send: { method: 'POST', path: api.register },
  words: () => APPLY,
  doneAt: screens.home,
};

export const ApplyQuestions = ({ did }: { did: string }) => (
  <QuestionnaireForm
    form={applyFormConfig}
    did={did}
    name={APPLY.stepTwo}
    intro={<p className="lead">{APPLY.intro}</p>}
    footnote={APPLY.footnote}
    hidden={{ name: termsAccepted.id, value: TERMS.revised }}
  />
);

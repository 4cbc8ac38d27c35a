import { registration } from '@panel/domain/panelists/registration';
import { api, screens } from '@panel/domain/paths';
import { APPLY } from '@panel/domain/wording';
import { QuestionnaireForm } from '../questionnaire/QuestionnaireForm.tsx';

/** Without the terms, which are step 1 and aren't sent. */
const STEP_TWO = { ...registration, sections: registration.sections.slice(1) };

export const ApplyQuestions = ({ did }: { did: string }) => (
  <QuestionnaireForm
    definition={STEP_TWO}
    did={did}
    title={APPLY.title}
    name={APPLY.stepTwo}
    intro={<p className="lead">{APPLY.intro}</p>}
    footnote={APPLY.footnote}
    send={{ method: 'POST', path: api.register }}
    afterError="stay-disabled"
    detailPlace="beneath"
    success={APPLY.success}
    doneAt={screens.home}
  />
);

import { api, screens } from '@panel/domain/paths';
import type { ProfilingSurvey } from '@panel/domain/profiling/surveys';
import type { Questionnaire } from '@panel/domain/questionnaire/definition';
import { PROFILING, PROFILING_INTRO } from '@panel/domain/wording';
import { Notice } from '../parts/Notice.tsx';
import type { FormConfig } from '../questionnaire/form-config.ts';
import { QuestionnaireForm } from '../questionnaire/QuestionnaireForm.tsx';

export const profilingForm = (survey: ProfilingSurvey, definition: Questionnaire): FormConfig => ({
  words: () => PROFILING[survey],
  definition,
  send: { method: 'PUT', path: api.profiling(survey) },
  isProfiling: true,
  doneAt: screens.result('profiling-survey-updated'),
});

/** A profiling survey: it builds the profile and pays no reward. */
export const ProfilingScreen = ({ form, did }: { form: FormConfig; did: string }) => (
  <QuestionnaireForm
    form={form}
    did={did}
    intro={
      <Notice>
        <p>{PROFILING_INTRO}</p>
      </Notice>
    }
  />
);

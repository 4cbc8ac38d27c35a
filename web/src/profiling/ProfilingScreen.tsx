import { api, screens } from '@panel/domain/paths';
import type { ProfilingSurvey } from '@panel/domain/profiling/surveys';
import type { Questionnaire } from '@panel/domain/questionnaire/definition';
import { PROFILING } from '@panel/domain/wording';
import { Notice } from '@panel/ui/Notice';
import type { FormConfig } from '../questionnaire/form-config.ts';
import { QuestionnaireForm } from '../questionnaire/QuestionnaireForm.tsx';

export const profilingForm = (survey: ProfilingSurvey, definition: Questionnaire): FormConfig => ({
  definition,
  send: { method: 'PUT', path: api.profiling(survey) },
  afterError: 'retry',
  detailPlace: 'instead',
  success: PROFILING[survey].success,
  doneAt: screens.result('profiling-survey-updated'),
});

type ProfilingScreenProps = { readonly survey: ProfilingSurvey; readonly form: FormConfig; readonly did: string };

/** A profiling survey: it builds the profile and pays no reward. */
export function ProfilingScreen({ survey, form, did }: ProfilingScreenProps) {
  const { title, intro } = PROFILING[survey];
  return (
    <QuestionnaireForm
      key={did}
      form={form}
      did={did}
      title={title}
      name={title}
      intro={
        <Notice>
          <p>{intro}</p>
        </Notice>
      }
    />
  );
}

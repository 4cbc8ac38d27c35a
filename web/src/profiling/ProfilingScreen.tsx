import { api, screens } from '@panel/domain/paths';
import type { ProfilingSurvey } from '@panel/domain/profiling/surveys';
import type { Questionnaire } from '@panel/domain/questionnaire/definition';
import { PROFILING } from '@panel/domain/wording';
import { Notice } from '@panel/ui/Notice';
import { QuestionnaireForm } from '../questionnaire/QuestionnaireForm.tsx';

type ProfilingScreenProps = {
  readonly survey: ProfilingSurvey;
  readonly definition: Questionnaire;
  readonly did: string;
};

/** A profiling survey: it builds the profile and pays no reward. */
export function ProfilingScreen({ survey, definition, did }: ProfilingScreenProps) {
  const { title, intro, success } = PROFILING[survey];
  return (
    <QuestionnaireForm
      key={did}
      definition={definition}
      did={did}
      title={title}
      name={title}
      intro={
        <Notice>
          <p>{intro}</p>
        </Notice>
      }
      send={{ method: 'PUT', path: api.profiling(survey) }}
      afterError="retry"
      detailPlace="instead"
      success={success}
      doneAt={screens.result('profiling-survey-updated')}
    />
  );
}

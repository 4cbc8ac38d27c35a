import { firstLanguageQuestionnaire } from '@panel/domain/panelists/stand-alone';
import { api, screens } from '@panel/domain/paths';
import { STAND_ALONE } from '@panel/domain/wording';
import { QuestionnaireForm } from '../questionnaire/QuestionnaireForm.tsx';

export default function FirstLanguageScreen({ did = '' }: { did?: string }) {
  const { title, success } = STAND_ALONE.firstLanguage;
  return (
    <QuestionnaireForm
      key={did}
      definition={firstLanguageQuestionnaire}
      did={did}
      title={title}
      name={title}
      send={{ method: 'PUT', path: api.firstLanguage }}
      afterError="stay-disabled"
      detailPlace="beneath"
      success={success}
      doneAt={screens.result('panelist-first-language')}
    />
  );
}

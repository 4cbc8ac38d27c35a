import { dateOfBirthQuestionnaire } from '@panel/domain/panelists/stand-alone';
import { api, screens } from '@panel/domain/paths';
import { STAND_ALONE } from '@panel/domain/wording';
import { QuestionnaireForm } from '../questionnaire/QuestionnaireForm.tsx';

export default function DateOfBirthScreen({ did = '' }: { did?: string }) {
  const { title, success } = STAND_ALONE.dateOfBirth;
  return (
    <QuestionnaireForm
      key={did}
      definition={dateOfBirthQuestionnaire}
      did={did}
      title={title}
      name={title}
      send={{ method: 'PUT', path: api.dateOfBirth }}
      afterError="stay-disabled"
      detailPlace="beneath"
      success={success}
      doneAt={screens.result('panelist-dob')}
    />
  );
}

import { dateOfBirthQuestionnaire } from '@panel/domain/panelists/stand-alone';
import { api, screens } from '@panel/domain/paths';
import { STAND_ALONE } from '@panel/domain/wording';
import type { FormConfig } from '../questionnaire/form-config.ts';
import { QuestionnaireForm } from '../questionnaire/QuestionnaireForm.tsx';

const { title, success } = STAND_ALONE.dateOfBirth;

export const dateOfBirthFormConfig: FormConfig = {
  definition: dateOfBirthQuestionnaire,
  send: { method: 'PUT', path: api.dateOfBirth },
  afterError: 'stay-disabled',
  detailPlace: 'beneath',
  success,
  doneAt: screens.result('panelist-dob'),
};

export default function DateOfBirthScreen({ did = '' }: { did?: string }) {
  return <QuestionnaireForm key={did} form={dateOfBirthFormConfig} did={did} title={title} name={title} />;
}

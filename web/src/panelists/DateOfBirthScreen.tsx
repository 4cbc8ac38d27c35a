import { dateOfBirthQuestionnaire } from '@panel/domain/panelists/stand-alone';
import { api, screens } from '@panel/domain/paths';
import { STAND_ALONE } from '@panel/domain/wording';
import type { FormConfig } from '../questionnaire/form-config.ts';
import { QuestionnaireForm } from '../questionnaire/QuestionnaireForm.tsx';

export const dateOfBirthFormConfig: FormConfig = {
  words: () => STAND_ALONE.dateOfBirth,
  definition: dateOfBirthQuestionnaire,
  send: { method: 'PUT', path: api.dateOfBirth },
  doneAt: screens.result('panelist-dob'),
};

export default function DateOfBirthScreen({ did }: { did: string }) {
  return <QuestionnaireForm form={dateOfBirthFormConfig} did={did} />;
}

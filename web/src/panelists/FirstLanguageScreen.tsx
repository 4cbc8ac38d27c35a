import { firstLanguageQuestionnaire } from '@panel/domain/panelists/stand-alone';
import { api, screens } from '@panel/domain/paths';
import { STAND_ALONE } from '@panel/domain/wording';
import type { FormConfig } from '../questionnaire/form-config.ts';
import { QuestionnaireForm } from '../questionnaire/QuestionnaireForm.tsx';

const { title, success } = STAND_ALONE.firstLanguage;

export const firstLanguageFormConfig: FormConfig = {
  definition: firstLanguageQuestionnaire,
  send: { method: 'PUT', path: api.firstLanguage },
  afterError: 'stay-disabled',
  detailPlace: 'beneath',
  success,
  doneAt: screens.result('panelist-first-language'),
};

export default function FirstLanguageScreen({ did = '' }: { did?: string }) {
  return <QuestionnaireForm key={did} form={firstLanguageFormConfig} did={did} title={title} name={title} />;
}

import { firstLanguageQuestionnaire } from '@panel/domain/panelists/stand-alone';
import { api, screens } from '@panel/domain/paths';
import { STAND_ALONE } from '@panel/domain/wording';
import type { FormConfig } from '../questionnaire/form-config.ts';
import { QuestionnaireForm } from '../questionnaire/QuestionnaireForm.tsx';

export const firstLanguageFormConfig: FormConfig = {
  words: () => STAND_ALONE.firstLanguage,
  definition: firstLanguageQuestionnaire,
  send: { method: 'PUT', path: api.firstLanguage },
  doneAt: screens.result('panelist-first-language'),
};

export default function FirstLanguageScreen({ did }: { did: string }) {
  return <QuestionnaireForm form={firstLanguageFormConfig} did={did} />;
}

/** What a posted questionnaire does, without script. Only the server's build has it. */
import type { FormAction } from '@panel/domain/page';
import { encode } from '@panel/domain/questionnaire/encode';
import { answersOfFields, type FieldValues, readPostedFields } from '@panel/domain/questionnaire/fields';
import { BAD_REQUEST, type PostedForms, succeeded, success } from '../without-script/posted-form.ts';
import type { FormConfig } from './form-config.ts';
import { createFormState } from './form-state.ts';

/** Sends the answers, or shows the form again with what is wrong. `kept` is posted again with the answers. */
export function postAnswers(
  { definition, send, doneAt }: FormConfig,
  did: string,
  fields: FieldValues,
  kept = {},
): FormAction {
  const values = { ...readPostedFields(definition, fields), ...kept };
  const state = createFormState(definition);
  state.setValues(values);
  if (!state.validate()) return { status: BAD_REQUEST, form: { values, isChecked: true } };
  const answers = answersOfFields(definition, values);
  return {
    call: { ...send, body: encode(definition, did, answers) },
    after: (response) =>
      succeeded(response)
        ? { redirect: doneAt, notice: noticeOfSent(definition) }
        : { status: response.status, form: { values, isChecked: false, failure: response } },
  };
}

const noticeOfSent = ({ id }: FormConfig['definition']): string => `sent-${id}`;

/** The notice of a form that was sent. */
export const sentNotice = ({ definition, words }: FormConfig): PostedForms['notices'] => ({
  [noticeOfSent(definition)]: () => ({ ...success(words().success), sent: definition.id }),
});

/** The questionnaire that is the only form of a route. */
export const questionnaireForm = (route: string, form: FormConfig): PostedForms => ({
  actions: { [route]: (did, fields) => postAnswers(form, did, fields) },
  notices: sentNotice(form),
});

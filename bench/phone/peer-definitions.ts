/** The product's questionnaires as definitions for SurveyJS and react-jsonschema-form: the same words, options and order. */
import { type Ask, asksOf, type Question, type Questionnaire } from '@panel/domain/questionnaire/definition';

const labelsOf = (question: Question): string[] =>
  'options' in question ? question.options.map(({ label }) => label) : ['Yes', 'No'];

function surveyElement({ question, required }: Ask): object {
  const base = { name: question.id, title: question.label, isRequired: required };
  const choices = labelsOf(question);
  switch (question.kind) {
    case 'text':
      return { ...base, type: 'text' };
    case 'date':
      return { ...base, type: 'text', inputType: 'date' };
    case 'tick':
      return { ...base, type: 'boolean', renderAs: 'checkbox' };
    case 'many':
      return { ...base, type: 'checkbox', choices };
    case 'yesNo':
      return { ...base, type: 'radiogroup', choices };
    case 'one':
      return { ...base, type: question.shown === 'select' ? 'dropdown' : 'radiogroup', choices };
  }
}

/** One page of panels, as our forms are one page of sections. */
export const surveyModel = (definition: Questionnaire): object => ({
  pages: [
    {
      name: 'all',
      elements: definition.sections.map(({ title, items }) => ({
        type: 'panel',
        name: title,
        title,
        elements: items.flatMap((item) => ('asks' in item ? [...item.asks] : [item])).map(surveyElement),
      })),
    },
  ],
});

function property({ question }: Ask): object {
  const title = question.label;
  switch (question.kind) {
    case 'text':
      return { title, type: 'string' };
    case 'date':
      return { title, type: 'string', format: 'date' };
    case 'tick':
      return { title, type: 'boolean' };
    case 'many':
      return { title, type: 'array', uniqueItems: true, items: { type: 'string', enum: labelsOf(question) } };
    default:
      return { title, type: 'string', enum: labelsOf(question) };
  }
}

const widgetOf = (question: Question): object =>
  question.kind === 'many'
    ? { 'ui:widget': 'checkboxes' }
    : question.kind === 'yesNo' || (question.kind === 'one' && question.shown === 'radio')
      ? { 'ui:widget': 'radio' }
      : {};

export function jsonSchemaForm(definition: Questionnaire): { schema: object; uiSchema: object } {
  const asks = asksOf(definition);
  return {
    schema: {
      type: 'object',
      required: asks.filter(({ required }) => required).map(({ question }) => question.id),
      properties: Object.fromEntries(asks.map((ask) => [ask.question.id, property(ask)])),
    },
    uiSchema: Object.fromEntries(asks.map(({ question }) => [question.id, widgetOf(question)])),
  };
}

import { type Layout, layoutOf } from './decode.ts';
import { optionsOf, type Question, type Questionnaire, sentAsksOf } from './definition.ts';

/** The part of JSON Schema that payloads need. */
export type JsonSchema = { readonly [key: string]: unknown };

const DID_SCHEMA: JsonSchema = { type: 'string', description: 'The device id of the panelist.' };

/** One row per wire form, as in encode.ts and decode.ts. */
const SCHEMAS: { readonly [Wire in Question['wire']]: (question: Question) => JsonSchema } = {
  text: (question) => ({ type: 'string', minLength: 1, maxLength: question.kind === 'text' ? question.maxLength : 0 }),
  isoDate: () => ({ type: 'string', format: 'date' }),
  label: (question) => ({ type: 'string', enum: question.kind === 'yesNo' ? ['Yes', 'No'] : sentTexts(question) }),
  lowercase: (question) => ({ type: 'string', enum: sentTexts(question).map((sent) => sent.toLowerCase()) }),
  boolean: () => ({ type: 'boolean' }),
  oneTwo: () => ({ type: 'integer', enum: [1, 2] }),
  position: (question) => ({ type: 'integer', minimum: 1, maximum: sentTexts(question).length }),
  positions: (question) => ({
    type: 'array',
    uniqueItems: true,
    items: { type: 'integer', minimum: 1, maximum: sentTexts(question).length },
  }),
  flags: (question) => ({
    type: 'array',
    minItems: sentTexts(question).length,
    maxItems: sentTexts(question).length,
    items: { type: 'boolean' },
  }),
};

const sentTexts = (question: Question) => optionsOf(question).map((option) => option.sent);

/** Describes an answer: the question, and the options if they are sent by position. */
function describe(question: Question): string {
  const byPlace = question.wire === 'flags' || question.wire === 'positions' || question.wire === 'position';
  const places = sentTexts(question).map((sent, index) => `${index + 1} ${sent}`);
  return byPlace ? `${question.label} ${places.join('; ')}.` : question.label;
}

/** The schema of a questionnaire's payload. */
export function payloadSchema(definition: Questionnaire): JsonSchema {
  const asks = new Map(sentAsksOf(definition).map(({ path, question }) => [path, question]));
  const schemaAt = (path: string): JsonSchema => {
    const question = asks.get(path);
    return question ? { ...SCHEMAS[question.wire](question), description: describe(question) } : DID_SCHEMA;
  };
  /** Every object of a payload has exactly its own fields. */
  const schemaOf = (layout: Layout): JsonSchema => {
    const properties = Object.fromEntries(
      Object.entries(layout).map(([key, at]) => [key, typeof at === 'string' ? schemaAt(at) : schemaOf(at)]),
    );
    return { type: 'object', additionalProperties: false, required: Object.keys(properties), properties };
  };
  return schemaOf(layoutOf(definition));
}

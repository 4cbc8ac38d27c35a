import { type Question, type Questionnaire, sentAsksOf } from './definition.ts';

/** The part of JSON Schema that payloads need. */
export type JsonSchema = { readonly [key: string]: unknown };

const DID_SCHEMA: JsonSchema = { type: 'string', description: 'The device id of the panelist.' };

/** One row per wire form, as in encode.ts and decode.ts. */
const SCHEMAS: { readonly [Wire in Question['wire']]: (question: Question) => JsonSchema } = {
  text: (question) => ({ type: 'string', minLength: 1, maxLength: question.kind === 'text' ? question.maxLength : 0 }),
  isoDate: () => ({ type: 'string', format: 'date' }),
  label: (question) => ({ type: 'string', enum: question.kind === 'yesNo' ? ['Yes', 'No'] : labels(question) }),
  lowercase: (question) => ({ type: 'string', enum: labels(question).map((label) => label.toLowerCase()) }),
  boolean: () => ({ type: 'boolean' }),
  oneTwo: () => ({ type: 'integer', enum: [1, 2] }),
  position: (question) => ({ type: 'integer', minimum: 1, maximum: labels(question).length }),
  positions: (question) => ({
    type: 'array',
    uniqueItems: true,
    items: { type: 'integer', minimum: 1, maximum: labels(question).length },
  }),
  flags: (question) => ({
    type: 'array',
    minItems: labels(question).length,
    maxItems: labels(question).length,
    items: { type: 'boolean' },
  }),
};

const labels = (question: Question) => ('options' in question ? question.options.map((option) => option.label) : []);

/** Describes an answer: the question, and the options if they are sent by position. */
function describe(question: Question): string {
  const byPlace = question.wire === 'flags' || question.wire === 'positions' || question.wire === 'position';
  const places = labels(question).map((label, index) => `${index + 1} ${label}`);
  return byPlace ? `${question.label} ${places.join('; ')}.` : question.label;
}

type Node = { properties: Record<string, Node | JsonSchema> };

/** The schema of a questionnaire's payload. */
export function payloadSchema(definition: Questionnaire): JsonSchema {
  const root: Node = { properties: {} };
  const put = (path: string, schema: JsonSchema) => {
    const keys = path.split('.');
    const last = keys.pop() as string;
    let at = root;
    for (const key of keys) {
      at.properties[key] ??= { properties: {} };
      at = at.properties[key] as Node;
    }
    at.properties[last] = schema;
  };
  put(definition.didPath, DID_SCHEMA);
  for (const { question, path } of sentAsksOf(definition))
    put(path, { ...SCHEMAS[question.wire](question), description: describe(question) });
  return close(root);
}

/** Every object of a payload has exactly its own fields. */
function close(node: Node): JsonSchema {
  const properties = Object.fromEntries(
    Object.entries(node.properties).map(([key, child]) => [key, 'properties' in child ? close(child as Node) : child]),
  );
  return { type: 'object', additionalProperties: false, required: Object.keys(properties), properties };
}

import type { Ask, Question } from '@panel/domain/questionnaire/definition';
import { ON } from '@panel/domain/questionnaire/fields';
import type { ComponentType } from 'react';
import { ChoiceField, YesNoField } from './ChoiceField.tsx';
import { DateField } from './DateField.tsx';
import { Option } from './Options.tsx';
import type { QuestionOf } from './Question.tsx';
import { TextField } from './TextField.tsx';
import { TickListField } from './TickListField.tsx';

const TickField = ({ ask: { question } }: { ask: Ask<QuestionOf<'tick'>> }) => (
  <Option type="checkbox" name={question.id} value={ON} label={question.label} />
);

const FIELDS: { readonly [Kind in Question['kind']]: ComponentType<{ ask: Ask<QuestionOf<Kind>> }> } = {
  text: TextField,
  date: DateField,
  yesNo: YesNoField,
  one: ChoiceField,
  many: TickListField,
  tick: TickField,
};

export function Field({ ask }: { ask: Ask }) {
  const FieldOfKind = FIELDS[ask.question.kind] as ComponentType<{ ask: Ask }>;
  return <FieldOfKind ask={ask} />;
}

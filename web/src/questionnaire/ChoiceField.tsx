import type { Ask } from '@panel/domain/questionnaire/definition';
import { NO, YES } from '@panel/domain/questionnaire/fields';
import { COMMON } from '@panel/domain/wording';
import { useEntered } from './form-state.ts';
import { Option, Options } from './Options.tsx';
import { ChoiceQuestion, ControlQuestion, type QuestionOf } from './Question.tsx';
import css from './TextInput.module.css';

type Choice = { readonly code: string; readonly label: string };

function Radios({ ask, choices }: { ask: Ask; choices: readonly Choice[] }) {
  return (
    <ChoiceQuestion ask={ask}>
      <Options labels={choices.map(({ label }) => label)}>
        {choices.map(({ code, label }) => (
          <Option key={code} type="radio" name={ask.question.id} value={code} label={label} />
        ))}
      </Options>
    </ChoiceQuestion>
  );
}

export const YesNoField = ({ ask }: { ask: Ask<QuestionOf<'yesNo'>> }) => (
  <Radios
    ask={ask}
    choices={[
      { code: YES, label: COMMON.yes },
      { code: NO, label: COMMON.no },
    ]}
  />
);

export function ChoiceField({ ask }: { ask: Ask<QuestionOf<'one'>> }) {
  const { options, shown } = ask.question;
  if (shown === 'radio') return <Radios ask={ask} choices={options} />;
  return <Select ask={ask} />;
}

function Select({ ask }: { ask: Ask<QuestionOf<'one'>> }) {
  const [chosen] = useEntered(ask.question.id);
  const rows = ask.question.options.map(({ code, label }) => (
    <option key={code} value={code}>
      {label}
    </option>
  ));
  return (
    <ControlQuestion ask={ask}>
      {(control) => (
        <span className={css.select}>
          <select className={css.input} defaultValue={chosen} {...control}>
            <option value="">{COMMON.chooseOne}</option>
            {rows}
          </select>
        </span>
      )}
    </ControlQuestion>
  );
}

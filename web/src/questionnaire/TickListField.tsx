import type { Ask } from '@panel/domain/questionnaire/definition';
import { FORM } from '@panel/domain/wording';
import { Icon, type IconShape } from '@panel/ui/Icon';
import { useState } from 'react';
import { useForm } from './form-state.ts';
import { Option, Options } from './Options.tsx';
import { ChoiceQuestion, type QuestionOf } from './Question.tsx';
import css from './TextInput.module.css';
import { NONE_OF_THESE } from './typed.ts';

const searchIcon: IconShape = { name: 'search', d: 'M4.5 11a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M16 16l4.5 4.5' };

type TickList = QuestionOf<'many'>;

/** A list of more than this many has a box above it to find one in. */
const LONG_LIST = 20;

/** Letters as they are typed in a hurry: no capitals, no accents. */
const plain = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '');

export const TickListField = ({ ask }: { ask: Ask<TickList> }) => (
  <ChoiceQuestion ask={ask}>
    <TickRows question={ask.question} />
  </ChoiceQuestion>
);

function TickRows({ question }: { question: TickList }) {
  const { id, options, noneOfThese } = question;
  const [wanted, setWanted] = useState('');
  const choices = options.filter((option) => !option.exclusive);
  const apart = options.filter((option) => option.exclusive);
  const isWanted = (label: string) => plain(label).includes(plain(wanted));
  const labels = choices.map(({ label }) => label);

  return (
    <>
      {choices.length > LONG_LIST && (
        <Finder
          question={question}
          onFind={setWanted}
          found={wanted.trim() && labels.filter(isWanted).length}
          of={labels.length}
        />
      )}
      <Options labels={labels} layout="many">
        {choices.map(({ code, label }) => (
          <Option key={code} type="checkbox" name={id} value={code} label={label} hidden={!isWanted(label)} />
        ))}
      </Options>
      {apart.map(({ code, label }) => (
        <Option key={code} type="checkbox" name={id} value={code} label={label} exclusive />
      ))}
      {noneOfThese && <Option type="checkbox" name={id} value={NONE_OF_THESE} label={noneOfThese} exclusive />}
    </>
  );
}

type FinderProps = {
  readonly question: TickList;
  readonly onFind: (wanted: string) => void;
  readonly found: number | '';
  readonly of: number;
};

function Finder({ question, onFind, found, of }: FinderProps) {
  return (
    <>
      <div className={css.filter}>
        <Icon icon={searchIcon} />
        <input
          className={css.input}
          type="search"
          placeholder={FORM.filter}
          aria-label={`${FORM.filter}: ${question.label}`}
          autoComplete="off"
          onInput={(event) => onFind(event.currentTarget.value)}
          onKeyDown={(event) => {
            // Enter here means 'find', not 'send the whole form'.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      </div>
      <Count question={question} found={found} of={of} />
    </>
  );
}

function Count({ question, found, of }: Omit<FinderProps, 'onFind'>) {
  const ticked = useForm((form) => form.ticked(question.id));
  const chosen = ticked > 0 ? FORM.ticked(ticked) : FORM.toChooseFrom(of);
  const text = found === '' ? chosen : found === 0 ? FORM.nothingFound : FORM.found(found);
  return (
    <p className={`small ${css.count}`} role="status">
      {text}
    </p>
  );
}

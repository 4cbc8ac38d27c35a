import type { Ask } from '@panel/domain/questionnaire/definition';
import { NONE_OF_THESE } from '@panel/domain/questionnaire/fields';
import { FORM } from '@panel/domain/wording';
import { Icon, type IconShape } from '@panel/ui/Icon';
import { useState } from 'react';
import { useForm } from './form-state.ts';
import { Option, Options } from './Options.tsx';
import { ChoiceQuestion, type QuestionOf } from './Question.tsx';
import css from './TextInput.module.css';

const searchIcon: IconShape = 'M4.5 11a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M16 16l4.5 4.5';

type TickList = QuestionOf<'many'>;

/** Longer lists have a filter above them. */
const FILTER_FROM = 20;

/** Ignores case and accents, as people do when they type. */
const normalise = (text: string) =>
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
  const [filter, setFilter] = useState('');
  const choices = options.filter((option) => !option.exclusive);
  const exclusive = options.filter((option) => option.exclusive);
  const matches = (label: string) => normalise(label).includes(normalise(filter));
  const labels = choices.map(({ label }) => label);

  return (
    <>
      {choices.length > FILTER_FROM && (
        <ListFilter
          question={question}
          onFilter={setFilter}
          found={filter.trim() && labels.filter(matches).length}
          total={labels.length}
        />
      )}
      <Options labels={labels} layout="many">
        {choices.map(({ code, label }) => (
          <Option key={code} type="checkbox" name={id} value={code} label={label} hidden={!matches(label)} />
        ))}
      </Options>
      {exclusive.map(({ code, label }) => (
        <Option key={code} type="checkbox" name={id} value={code} label={label} exclusive />
      ))}
      {noneOfThese && <Option type="checkbox" name={id} value={NONE_OF_THESE} label={noneOfThese} exclusive />}
    </>
  );
}

type ListFilterProps = {
  readonly question: TickList;
  readonly onFilter: (text: string) => void;
  /** Empty while nothing is typed. */
  readonly found: number | '';
  readonly total: number;
};

function ListFilter({ question, onFilter, found, total }: ListFilterProps) {
  return (
    <>
      <div className={`script-only ${css.filter}`}>
        <Icon icon={searchIcon} />
        <input
          className={css.input}
          type="search"
          placeholder={FORM.filter}
          aria-label={`${FORM.filter}: ${question.label}`}
          autoComplete="off"
          // Of no form: Enter would submit it.
          form=""
          onInput={(event) => onFilter(event.currentTarget.value)}
        />
      </div>
      <ListCount question={question} found={found} total={total} />
    </>
  );
}

function ListCount({ question, found, total }: Omit<ListFilterProps, 'onFilter'>) {
  const ticked = useForm((form) => form.tickedCount(question.id));
  const chosen = ticked > 0 ? FORM.ticked(ticked) : FORM.toChooseFrom(total);
  const text = found === '' ? chosen : found === 0 ? FORM.nothingFound : FORM.found(found);
  return (
    <p className={`small ${css.count}`} role="status">
      {text}
    </p>
  );
}

import type { Ask, Group, Section } from '@panel/domain/questionnaire/definition';
import { Field } from './Field.tsx';
import { Options } from './Options.tsx';
import { QuestionGroup } from './Question.tsx';
import css from './QuestionnaireForm.module.css';

const isGroup = (item: Ask | Group): item is Group => 'asks' in item;
const ticksOf = (items: Section['items']) =>
  items.flatMap((item) => (!isGroup(item) && item.question.kind === 'tick' ? [item] : []));

export const Sections = ({ sections }: { sections: readonly Section[] }) =>
  sections.map(({ title, hint, items }, index) => {
    const hintId = hint && `section-${index}-hint`;
    return (
      <section className={`section ${css.section}`} key={title}>
        <h2>{title}</h2>
        {hint && (
          <p className={css.hint} id={hintId}>
            {hint}
          </p>
        )}
        <Items items={items} hintId={hintId} />
      </section>
    );
  });

/** The questions of a section, with its single checkboxes at the end. */
export function Items({ items, hintId }: { items: Section['items']; hintId?: string | undefined }) {
  const ticks = ticksOf(items);
  return (
    <>
      {items.map((item) => {
        if (!isGroup(item)) return ticks.includes(item) ? null : <Field ask={item} key={item.question.id} />;
        return (
          <QuestionGroup id={item.group} label={item.label} key={item.group}>
            {item.asks.map((ask) => (
              <Field ask={ask} key={ask.question.id} />
            ))}
          </QuestionGroup>
        );
      })}
      {ticks.length > 0 && (
        <fieldset className={css.ticks} aria-describedby={hintId}>
          <Options labels={ticks.map(({ question }) => question.label)} layout="column">
            {ticks.map((ask) => (
              <Field ask={ask} key={ask.question.id} />
            ))}
          </Options>
        </fieldset>
      )}
    </>
  );
}

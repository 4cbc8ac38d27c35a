import type { SamplePageData, SampleQuestion } from '@panel/domain/console/sample-page';
import { LSM } from '@panel/domain/profiling/lsm-groups';
import { closeIcon, Icon } from '@panel/ui/Icon';
import { useState } from 'react';
import { type Address, navigate, useAddress, withQuery } from '../address.ts';
import { Link } from '../Link.tsx';
import { Card } from '../parts/Card.tsx';
import filterStyles from '../parts/Filters.module.css';
import { FilterSelect, openWithArrow } from '../parts/Filters.tsx';
import fieldStyles from '../parts/fields.module.css';
import { NumberField, type NumberFieldProps } from '../parts/NumberField.tsx';
import textStyles from '../parts/text.module.css';
import { LsmRule } from './LsmRule.tsx';
import styles from './SampleRules.module.css';

/** `answer=province:gauteng` of the address, by question. */
function readAnswers(query: URLSearchParams): Map<string, string[]> {
  const answers = new Map<string, string[]>();
  for (const answer of query.getAll('answer')) {
    const [question = '', code = ''] = answer.split(/:(.*)/s);
    answers.set(question, [...(answers.get(question) ?? []), code]);
  }
  return answers;
}
const without = (address: Address, dropped: (answer: string) => boolean): string =>
  withQuery(address, { answer: address.query.getAll('answer').filter((answer) => !dropped(answer)) });

/** Any of the answers in a row, all of the rows: each change is in the address, and counted. */
export function SampleRules({ sample }: { sample: SamplePageData }) {
  const address = useAddress();
  const answers = readAnswers(address.query);
  // Most samples have an LSM rule, so it is always there.
  const isShown = ({ id }: SampleQuestion) => id === LSM.id || answers.has(id);
  return (
    <Card title="Include" sub="Match any answer in a row, and every row">
      {sample.questions.filter(isShown).map((question) => (
        <AnswerRule key={question.id} question={question} codes={answers.get(question.id) ?? []} />
      ))}
      <div className={styles.rule}>
        <b>Age</b>
        <div className={styles.numbers}>
          <NumberRule name="ageFrom" label="Age from" min={18} max={120} isInline />
          <span aria-hidden="true">to</span>
          <NumberRule name="ageTo" label="Age to" min={18} max={120} isInline />
        </div>
      </div>
      <div className={styles.rule}>
        <b>Quality</b>
        <div className={styles.numbers}>
          <span aria-hidden="true">at least</span>
          <NumberRule name="qualityFrom" label="Quality at least" min={1} max={100} isInline />
          <span className={textStyles.hint}>People without a score are included.</span>
        </div>
      </div>
      <AddRule questions={sample.questions.filter((question) => !isShown(question))} />
    </Card>
  );
}

/** Who is left out, whatever they answered. */
export const SampleExclusions = ({ sample: { contactsPerWeek, taskNames } }: { sample: SamplePageData }) => (
  <Card title="Exclude">
    <div className={fieldStyles.fields}>
      <NumberRule name="notAskedInDays" label="Contacted in the last (days)" min={1} max={365} />
      <NumberRule
        name="contactsBelow"
        label="Weekly contact limit"
        placeholder={String(contactsPerWeek)}
        min={1}
        max={contactsPerWeek}
      />
      <FilterSelect
        name="notInTask"
        label="Was in task"
        options={taskNames.map((task) => ({ value: task, label: task }))}
        none="–"
        isStacked
      />
    </div>
  </Card>
);

function AnswerRule({ question, codes }: { question: SampleQuestion; codes: readonly string[] }) {
  const address = useAddress();
  const { id, label, options } = question;
  const labelOf = (code: string) => options.find((option) => option.code === code)?.label ?? code;
  return (
    <div className={styles.rule}>
      <b>{label}</b>
      {id === LSM.id ? (
        <LsmRule question={question} codes={codes} />
      ) : (
        <div className={filterStyles.chips}>
          {codes.map((code) => (
            <Link
              key={code}
              className={filterStyles.chip}
              href={without(address, (answer) => answer === `${id}:${code}`)}
              aria-label={`Remove ${label}: ${labelOf(code)}`}
            >
              {labelOf(code)} <Icon icon={closeIcon} />
            </Link>
          ))}
          <AddAnswer question={question} label={`Add an answer to ${label}`} codes={codes} />
        </div>
      )}
      {codes.length > 0 && (
        <Link
          className={styles.remove}
          href={without(address, (answer) => answer.startsWith(`${id}:`))}
          aria-label={`Remove rule ${label}`}
        >
          <Icon icon={closeIcon} />
        </Link>
      )}
    </div>
  );
}

type AddAnswerProps = { question: SampleQuestion; label: string; codes: readonly string[] };

function AddAnswer({ question: { id, options }, label, codes }: AddAnswerProps) {
  const address = useAddress();
  const add = (code: string) =>
    navigate(withQuery(address, { answer: [...address.query.getAll('answer'), `${id}:${code}`] }));
  const others = options.filter(({ code }) => !codes.includes(code));
  return <AddSelect label={label} none="+ Answer" value="" options={others} onChoose={add} />;
}

/** A rule is in the address once it has an answer; until then it is only here. */
function AddRule({ questions }: { questions: readonly SampleQuestion[] }) {
  const [id, setId] = useState('');
  const question = questions.find((each) => each.id === id);
  const options = questions.map(({ id: code, label }) => ({ code, label }));
  return (
    <div className={styles.newRule}>
      <div className={filterStyles.chips}>
        <AddSelect label="Add a rule" none="+ Rule" value={question?.id ?? ''} options={options} onChoose={setId} />
        {question && <AddAnswer question={question} label={`An answer to ${question.label}`} codes={[]} />}
      </div>
    </div>
  );
}

type AddSelectProps = {
  label: string;
  none: string;
  value: string;
  options: SampleQuestion['options'];
  onChoose: (code: string) => void;
};

const AddSelect = ({ label, none, value, options, onChoose }: AddSelectProps) => (
  <select
    className={`${filterStyles.chip} ${filterStyles.add}`}
    aria-label={label}
    value={value}
    onChange={(event) => onChoose(event.target.value)}
    onKeyDown={openWithArrow}
  >
    <option value="">{none}</option>
    {options.map(({ code, label: text }) => (
      <option key={code} value={code}>
        {text}
      </option>
    ))}
  </select>
);

type NumberRuleProps = Omit<NumberFieldProps, 'value' | 'onChange'> & { name: string };

/** A number that is part of the address. */
export function NumberRule({ name, ...field }: NumberRuleProps) {
  const address = useAddress();
  return (
    <NumberField
      {...field}
      value={address.query.get(name) ?? ''}
      onChange={(text) => navigate(withQuery(address, { [name]: text || null }))}
    />
  );
}

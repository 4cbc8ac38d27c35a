import type { Input } from '@panel/domain/console/operation';
import type { AnswerTemplate } from '@panel/domain/disputes/templates';
import { type ReactNode, useId } from 'react';
import { count } from '../format.ts';
import fieldStyles from '../parts/fields.module.css';
import textStyles from '../parts/text.module.css';

type InputFieldProps = {
  input: Input;
  value: string;
  fault?: string | undefined;
  onChange: (value: string) => void;
};

/** One input of an operation, by its kind, with its error. */
export function InputField({ input, value, fault, onChange }: InputFieldProps) {
  const id = useId();
  const limit = input.kind === 'long-text' && `${count(value.length)} of ${count(input.maxLength)} characters`;
  const described =
    [fault && `${id}fault`, input.hint && `${id}hint`, limit && `${id}limit`].filter(Boolean).join(' ') || undefined;
  const mark = { 'data-fault': fault ? '' : undefined };
  const common = {
    ...mark,
    id,
    className: fieldStyles.input,
    'aria-invalid': fault ? true : undefined,
    'aria-describedby': described,
  };
  const below: ReactNode = (
    <>
      {fault && (
        <p className={fieldStyles.fault} id={`${id}fault`}>
          {fault}
        </p>
      )}
      {input.hint && (
        <p className={fieldStyles.hint} id={`${id}hint`}>
          {input.hint}
        </p>
      )}
      {limit && (
        <p className={fieldStyles.hint} id={`${id}limit`}>
          {limit}
        </p>
      )}
    </>
  );
  const optional = input.isOptional && <span className={textStyles.faint}> (optional)</span>;
  if (input.kind === 'choice')
    return (
      <fieldset className={fieldStyles.choices} aria-describedby={described}>
        <legend className={fieldStyles.label}>
          {input.label}
          {!value && optional}
        </legend>
        {input.options.map(({ code, label }) => (
          <label key={code} className={fieldStyles.choice}>
            <input
              {...mark}
              type="radio"
              name={id}
              value={code}
              checked={code === value}
              onChange={() => onChange(code)}
            />
            {label}
          </label>
        ))}
        {below}
      </fieldset>
    );
  return (
    <div>
      <label className={fieldStyles.label} htmlFor={id}>
        {input.label}
        {optional}
      </label>
      {'templates' in input && input.templates && (
        <Templates label={input.label} templates={input.templates} text={value} onChoose={onChange} />
      )}
      {input.kind === 'time' ? (
        <TimeInput common={common} input={input} value={value} onChange={onChange} />
      ) : input.kind === 'file' ? (
        <FileInput common={common} onChange={onChange} />
      ) : input.kind === 'long-text' ? (
        <textarea {...common} value={value} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <input
          {...common}
          name={input.name}
          type={input.kind === 'secret' ? 'password' : 'text'}
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {below}
    </div>
  );
}

type TemplatesProps = {
  label: string;
  templates: readonly AnswerTemplate[];
  /** What is in the field. */
  text: string;
  onChoose: (text: string) => void;
};

/** Fills the field below with a text that can be changed, but not over words of one’s own. */
function Templates({ label, templates, text, onChoose }: TemplatesProps) {
  const isOwn = text !== '' && !templates.some((template) => template.text === text);
  return (
    <select
      className={`${fieldStyles.input} ${fieldStyles.templates}`}
      aria-label={`Template for ${label.toLowerCase()}`}
      disabled={isOwn}
      value={isOwn ? '' : text}
      onChange={(event) => onChoose(event.target.value)}
    >
      <option value="">{isOwn ? 'Clear the text to choose a template' : 'Choose a template'}</option>
      {templates.map((template) => (
        <option key={template.label} value={template.text}>
          {template.label}
        </option>
      ))}
    </select>
  );
}

type TimeInputProps = { common: object; input: Input; value: string; onChange: (value: string) => void };

/** A date and a time of 24 hours: a browser's own field would follow the language of the browser. */
function TimeInput({ common, input: { name, label }, value, onChange }: TimeInputProps) {
  const [date = '', time = ''] = value.split('T');
  const change = (nextDate: string, nextTime: string) => {
    const whole = nextTime.replace(/^(\d):/, '0$1:').replace(/^(\d\d)(\d\d)$/, '$1:$2');
    onChange(nextDate || whole ? `${nextDate}T${whole}` : '');
  };
  return (
    <div className={fieldStyles.time}>
      <input {...common} name={name} type="date" value={date} onChange={(event) => change(event.target.value, time)} />
      <input
        {...common}
        id={undefined}
        aria-label={`${label}: time, 24 hours`}
        inputMode="numeric"
        autoComplete="off"
        placeholder="09:00"
        maxLength={5}
        value={time}
        onChange={(event) => change(date, event.target.value)}
      />
    </div>
  );
}

type FileInputProps = { common: object; onChange: (value: string) => void };

/** The text of a file, read when it is chosen, unless the form is closed by then. */
const FileInput = ({ common, onChange }: FileInputProps) => (
  <input
    {...common}
    type="file"
    accept=".csv,text/csv,text/plain"
    onChange={async ({ target }) => {
      const text = await target.files?.[0]?.text();
      if (target.isConnected) onChange(text ?? '');
    }}
  />
);

import { useId } from 'react';
import { count } from '../format.ts';
import fieldStyles from './fields.module.css';
import { useTyped } from './use-typed.ts';

export type NumberFieldProps = {
  label: string;
  /** A whole number, or empty. */
  value: string;
  min: number;
  max: number;
  placeholder?: string;
  /** Short, with its label only for screen readers: the text next to it says the same. */
  isInline?: boolean;
  onChange: (value: string) => void;
};

/** Changes when it is left or Enter is pressed, not at each digit. */
export function NumberField(props: NumberFieldProps) {
  const { label, value, min, max, placeholder, isInline = false, onChange } = props;
  const id = useId();
  const [text, setText] = useTyped(value);
  const isValid = text === '' || (/^\d+$/.test(text) && Number(text) >= min && Number(text) <= max);
  const apply = () => {
    if (isValid && text !== value) onChange(text);
  };
  return (
    <div>
      <label className={isInline ? 'visually-hidden' : fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={isInline ? `${fieldStyles.input} ${fieldStyles.short}` : fieldStyles.input}
        inputMode="numeric"
        placeholder={placeholder}
        aria-invalid={isValid ? undefined : true}
        aria-describedby={isValid ? undefined : `${id}fault`}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={apply}
        onKeyDown={(event) => event.key === 'Enter' && apply()}
      />
      {!isValid && (
        <p className={fieldStyles.fault} id={`${id}fault`}>
          Enter a number from {count(min)} to {count(max)}
        </p>
      )}
    </div>
  );
}

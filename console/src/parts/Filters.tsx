import { type KeyboardEvent, useId } from 'react';
import { navigate, useAddress, withQuery } from '../address.ts';
import styles from './Filters.module.css';
import fieldStyles from './fields.module.css';

type Filter = {
  /** The query's name. */
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
};
type FilterSelectProps = Filter & {
  /** The choice if the query has none. */
  initial?: string;
  /** What to choose for none, without an initial choice. */
  none?: string;
  /** What makes no sense any more with another choice. */
  clears?: readonly string[];
  /** The label is above it. */
  isStacked?: boolean;
};

/** On Windows and Linux an arrow key would choose the next option at once, which makes a call. As on macOS, it opens the list. */
export function openWithArrow(event: KeyboardEvent<HTMLSelectElement>): void {
  if (!event.key.startsWith('Arrow') || !('showPicker' in event.currentTarget)) return;
  event.preventDefault();
  event.currentTarget.showPicker();
}

/** A choice that is part of the address. */
export function FilterSelect(props: FilterSelectProps) {
  const { name, label, options, initial, none = 'All', clears = [], isStacked = false } = props;
  const id = useId();
  const address = useAddress();
  const value = address.query.get(name) ?? initial ?? '';
  return (
    <div className={isStacked ? undefined : styles.filter}>
      <label className={isStacked ? fieldStyles.label : undefined} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={fieldStyles.input}
        value={value}
        onKeyDown={openWithArrow}
        onChange={(event) => {
          const chosen = event.target.value;
          const cleared = Object.fromEntries(clears.map((each) => [each, null]));
          navigate(withQuery(address, { ...cleared, [name]: chosen || null }));
        }}
      >
        {initial === undefined && <option value="">{none}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

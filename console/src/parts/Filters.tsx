import { closeIcon, Icon } from '@panel/ui/Icon';
import { useId } from 'react';
import { navigate, useAddress, withQuery } from '../address.ts';
import { Link } from '../Link.tsx';
import styles from './Filters.module.css';
import fieldStyles from './fields.module.css';

type FilterOption = { value: string; label: string };

type FilterSelectProps = {
  /** The query's name. */
  name: string;
  label: string;
  options: readonly FilterOption[];
  /** The choice if the query has none; otherwise `All`. */
  initial?: string;
};

/** A choice that is part of the address. */
export function FilterSelect({ name, label, options, initial }: FilterSelectProps) {
  const id = useId();
  const address = useAddress();
  const value = address.query.get(name) ?? initial ?? '';
  return (
    <div className={styles.filter}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={fieldStyles.input}
        value={value}
        onChange={(event) => {
          const chosen = event.target.value;
          navigate(withQuery(address, { [name]: chosen === (initial ?? '') ? null : chosen }));
        }}
      >
        {initial === undefined && <option value="">All</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The filters that are on; each one's cross takes it off. */
export function FilterChips({ chips }: { chips: readonly { name: string; label: string; value: string }[] }) {
  const address = useAddress();
  if (chips.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label="Filters">
      {chips.map(({ name, label, value }) => (
        <li key={name}>
          <Link
            className={styles.chip}
            href={withQuery(address, { [name]: null })}
            aria-label={`Remove filter ${label} ${value}`}
          >
            {label} <b>{value}</b> <Icon icon={closeIcon} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

type SegmentsProps = { name: string; label: string; options: readonly FilterOption[]; initial: string };

export function Segments({ name, label, options, initial }: SegmentsProps) {
  const address = useAddress();
  const value = address.query.get(name) ?? initial;
  return (
    <fieldset className={styles.segments} aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => navigate(withQuery(address, { [name]: option.value === initial ? null : option.value }))}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}

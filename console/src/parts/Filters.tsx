import { closeIcon, Icon } from '@panel/ui/Icon';
import { useId } from 'react';
import { navigate, useAddress, withQuery } from '../address.ts';
import { Link } from '../Link.tsx';
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

/** The filters that are on; each one's cross takes it off. */
export function FilterChips({ filters }: { filters: readonly Filter[] }) {
  const address = useAddress();
  const chips = filters.flatMap(({ name, label, options }) => {
    const value = address.query.get(name);
    return value ? [{ name, label, value: options.find((each) => each.value === value)?.label ?? value }] : [];
  });
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

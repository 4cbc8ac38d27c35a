import type { ReactNode } from 'react';
import { useEntered } from './form-state.ts';
import css from './Options.module.css';

const LAYOUTS = { column: '', short: css.short, pair: css.pair, many: css.many };
type Layout = keyof typeof LAYOUTS;

/** Labels up to this length fit two in a row on the narrowest phone. */
const SHORT_LABEL = 22;

/** Two labels are side by side, many short ones in as many columns as fit, all others in one column. */
function layoutOf(labels: readonly string[]): Layout {
  if (labels.length === 2) return 'pair';
  return labels.length > 3 && labels.every((label) => label.length <= SHORT_LABEL) ? 'short' : 'column';
}

/** A list worded in lower case is capitalised only by CSS: its labels are sent as worded. */
const isLowerCase = (labels: readonly string[]) => labels.every((label) => /^[a-z]/.test(label));

export function Options({
  labels,
  layout,
  children,
}: {
  labels: readonly string[];
  layout?: Layout;
  children: ReactNode;
}) {
  const classes = [css.options, LAYOUTS[layout ?? layoutOf(labels)], isLowerCase(labels) && css.capital];
  return <div className={classes.filter(Boolean).join(' ')}>{children}</div>;
}

type OptionProps = {
  readonly type: 'radio' | 'checkbox';
  readonly name: string;
  readonly value: string;
  readonly label: string;
  /** Clears the other ticks of its list, and is set apart from them. */
  readonly exclusive?: boolean;
  readonly hidden?: boolean;
  readonly checked?: boolean;
  readonly onChange?: (checked: boolean) => void;
};

/** A row that can be tapped anywhere. The CSS needs the input before the span. */
export function Option({ type, name, value, label, exclusive, hidden, checked, onChange }: OptionProps) {
  const entered = useEntered(name);
  return (
    <label className={exclusive ? `${css.option} ${css.exclusive}` : css.option} hidden={hidden}>
      <input
        type={type}
        name={name}
        value={value}
        checked={checked}
        defaultChecked={checked === undefined && entered.includes(value) ? true : undefined}
        data-exclusive={exclusive ? '' : undefined}
        onChange={onChange && ((event) => onChange(event.currentTarget.checked))}
      />
      <span className={css.text}>{label}</span>
    </label>
  );
}

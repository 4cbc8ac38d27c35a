import type { ReactNode } from 'react';
import css from './Options.module.css';

const LAYOUTS = { column: '', short: css.short, pair: css.pair, many: css.many };
type Layout = keyof typeof LAYOUTS;

/** Labels up to this many characters stand two in a row on the narrowest phone. */
const SHORT_LABEL = 22;

/** How a list of labels is laid out: two side by side, short ones as many as fit, the rest in one column. */
export function layoutOf(labels: readonly string[]): Layout {
  if (labels.length === 2) return 'pair';
  return labels.length > 3 && labels.every((label) => label.length <= SHORT_LABEL) ? 'short' : 'column';
}

/** A list worded wholly in lower case is shown with capitals. Its answers travel as they are worded. */
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
  /** Clears the other ticks of its list: it stands apart. */
  readonly exclusive?: boolean;
  readonly hidden?: boolean;
  readonly onChange?: (checked: boolean) => void;
};

/** A row that can be tapped anywhere. The input comes before the face: the row's look hangs on that order. */
export function Option({ type, name, value, label, exclusive, hidden, onChange }: OptionProps) {
  return (
    <label className={exclusive ? `${css.option} ${css.apart}` : css.option} hidden={hidden}>
      <input
        type={type}
        name={name}
        value={value}
        data-exclusive={exclusive ? '' : undefined}
        onChange={onChange && ((event) => onChange(event.currentTarget.checked))}
      />
      <span className={css.face}>{label}</span>
    </label>
  );
}

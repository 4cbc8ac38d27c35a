import { useId } from 'react';
import styles from './Switch.module.css';

type SwitchProps = {
  name: string;
  label: string;
  /** Describes the state; null while it isn't known. */
  text: string | null;
  on: boolean;
  disabled: boolean;
  onChange: (on: boolean) => void;
};

export function Switch({ name, label, text, on, disabled, onChange }: SwitchProps) {
  const id = useId();
  return (
    <>
      <label className={styles.switch}>
        {label}
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox says by itself whether it is checked.
          role="switch"
          aria-describedby={text === null ? undefined : id}
          name={name}
          checked={on}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
        />
      </label>
      {text !== null && <p id={id}>{text}</p>}
    </>
  );
}

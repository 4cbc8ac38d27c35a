import { Button } from '@panel/ui/Button';
import { copyIcon } from '../icons.ts';
import { copy } from './copy.ts';
import textStyles from './text.module.css';

/** A long reference, shortened; the button copies the whole. */
export function Reference({ value }: { value: string }) {
  if (value.length <= 14) return <span className={textStyles.mono}>{value}</span>;
  const short = `${value.slice(0, 5)}…${value.slice(-4)}`;
  const copyAll = () => void copy(value, `${short} copied.`, `The reference is ${value}`);
  return (
    <span className={textStyles.reference}>
      <span className={textStyles.mono}>{short}</span>
      <Button tone="quiet" small icon={copyIcon} aria-label={`Copy ${value}`} onClick={copyAll} />
    </span>
  );
}

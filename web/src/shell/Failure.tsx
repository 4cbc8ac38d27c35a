import { COMMON } from '@panel/domain/wording';
import { Button } from '@panel/ui/Button';
import { refreshIcon } from '@panel/ui/Icon';
import { Result } from '../parts/Result.tsx';

type FailureProps = { title: string; text: string; busy?: boolean; onRetry: () => void };

/** In place of a screen that can't be shown. */
export const Failure = ({ title, text, busy = false, onRetry }: FailureProps) => (
  <Result title={title} text={text}>
    <Button icon={refreshIcon} busy={busy} onClick={onRetry}>
      {COMMON.tryAgain}
    </Button>
  </Result>
);

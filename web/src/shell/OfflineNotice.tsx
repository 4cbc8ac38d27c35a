import { api } from '@panel/domain/paths';
import { COMMON } from '@panel/domain/wording';
import { OfflineArt } from '@panel/ui/Art';
import { Button } from '@panel/ui/Button';
import { refreshIcon } from '@panel/ui/Icon';
import { Result } from '@panel/ui/Result';
import { call } from './api.ts';
import { useAction } from './use-action.ts';

/** In place of a screen whose code could not be loaded. The page is reloaded once the server answers. */
export function OfflineNotice() {
  const { busy, run } = useAction(() => call('GET', api.config), { onSuccess: () => window.location.reload() });
  return (
    <Result art={<OfflineArt />} title={COMMON.offlineTitle} text={COMMON.offlineText}>
      <Button icon={refreshIcon} busy={busy} onClick={() => run()}>
        {COMMON.tryAgain}
      </Button>
    </Result>
  );
}

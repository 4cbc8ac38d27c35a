import { api } from '@panel/domain/paths';
import { COMMON } from '@panel/domain/wording';
import { OfflineArt } from '@panel/ui/Art';
import { Button } from '@panel/ui/Button';
import { refreshIcon } from '@panel/ui/Icon';
import { Result } from '@panel/ui/Result';
import { useState } from 'react';
import { call } from './api.ts';

/** In place of a screen whose code could not be loaded. The page is reloaded once the server answers. */
export function OfflineNotice() {
  const [trying, setTrying] = useState(false);
  async function tryAgain() {
    setTrying(true);
    try {
      await call('GET', api.config);
      window.location.reload();
    } catch {
      setTrying(false);
    }
  }
  return (
    <Result art={<OfflineArt />} title={COMMON.offlineTitle} text={COMMON.offlineText}>
      <Button icon={refreshIcon} busy={trying} onClick={() => void tryAgain()}>
        {COMMON.tryAgain}
      </Button>
    </Result>
  );
}

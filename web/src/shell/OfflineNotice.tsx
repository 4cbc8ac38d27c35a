import { api } from '@panel/domain/paths';
import { COMMON } from '@panel/domain/wording';
import { useEffect } from 'react';
import { call } from '../calls/api.ts';
import { useAction } from '../calls/use-action.ts';
import { hasNewRelease } from '../routing/page.ts';
import { reloadPage } from '../routing/page-loads.ts';
import { Failure } from './Failure.tsx';

/** In place of a screen whose code could not be loaded. The page is reloaded once the server answers. */
export function OfflineNotice() {
  const { busy, run } = useAction(() => call('GET', api.config), { onSuccess: reloadPage });
  // The server no longer has the files of the release that this page is from.
  useEffect(() => {
    if (hasNewRelease()) reloadPage();
  }, []);
  return <Failure title={COMMON.offlineTitle} text={COMMON.offlineText} busy={busy} onRetry={run} />;
}

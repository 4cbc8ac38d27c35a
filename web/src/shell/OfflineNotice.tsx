import { api } from '@panel/domain/paths';
import { COMMON } from '@panel/domain/wording';
import { call } from './api.ts';
import { Failure } from './Failure.tsx';
import { useAction } from './use-action.ts';

/** In place of a screen whose code could not be loaded. The page is reloaded once the server answers. */
export function OfflineNotice() {
  const { busy, run } = useAction(() => call('GET', api.config), { onSuccess: () => window.location.reload() });
  return <Failure title={COMMON.offlineTitle} text={COMMON.offlineText} busy={busy} onRetry={run} />;
}

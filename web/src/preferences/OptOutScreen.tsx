import { api } from '@panel/domain/paths';
import { encodePreference } from '@panel/domain/preferences/preferences';
import { COMMON, httpStatusMessage, OPT_OUT } from '@panel/domain/wording';
import { Button } from '@panel/ui/Button';
import { refreshIcon } from '@panel/ui/Icon';
import { sadIcon, smileIcon } from '@panel/ui/icons';
import { TextSkeleton } from '@panel/ui/Skeleton';
import { dismissError, showToast } from '@panel/ui/toasts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useIsActiveScreen } from '../shell/active-screen.ts';
import { call, statusOf } from '../shell/api.ts';
import { BackHome } from '../shell/BackHome.tsx';
import { useBrand } from '../shell/config.tsx';
import { useOneAtATime } from '../shell/one-at-a-time.ts';
import { RequireDid } from '../shell/RequireDid.tsx';
import { Switch } from './Switch.tsx';

/** The check's answer where no preference is on record: a panelist receives research tasks until they say otherwise. */
const NO_PREFERENCE = 409;

function OptOut({ did }: { did: string }) {
  const brand = useBrand();
  const [receives, setReceives] = useState<boolean | null>(null);
  const [loading, setLoading] = useState(true);
  const oneAtATime = useOneAtATime();
  const isActive = useIsActiveScreen();
  const toggle = useRef<HTMLInputElement>(null);
  const toggled = useRef(false);

  const fail = useCallback(
    (failure: unknown) => showToast({ tone: 'error', text: httpStatusMessage(brand, statusOf(failure)) }),
    [brand],
  );

  const check = useCallback(async () => {
    dismissError();
    setLoading(true);
    try {
      setReceives(!(await call<unknown>('GET', api.preference(did))));
    } catch (failure) {
      if (statusOf(failure) === NO_PREFERENCE) setReceives(true);
      else if (isActive()) fail(failure);
    }
    setLoading(false);
  }, [did, fail, isActive]);
  useEffect(() => void check(), [check]);

  // A switch that is disabled loses the focus; it gets it back once it can be used again.
  useEffect(() => {
    if (loading || !toggled.current) return;
    toggled.current = false;
    toggle.current?.focus({ preventScroll: true });
  }, [loading]);

  async function change(receive: boolean) {
    const before = receives;
    toggled.current = true;
    dismissError();
    setReceives(receive);
    setLoading(true);
    try {
      // The answer holds, even against what was sent.
      const now = Boolean(await call<unknown>('PUT', api.preference(did), encodePreference(receive)));
      setReceives(now);
      showToast(
        now
          ? { tone: 'success', text: OPT_OUT.turnedIn, icon: smileIcon }
          : { tone: 'success', text: OPT_OUT.turnedOut, icon: sadIcon },
      );
    } catch (failure) {
      setReceives(before);
      fail(failure);
    }
    setLoading(false);
  }

  const unknown = receives === null;
  return (
    <main className="page">
      <BackHome />
      <h1>{OPT_OUT.title}</h1>
      <div className="card stack">
        <Switch
          ref={toggle}
          label={OPT_OUT.switch}
          text={receives === null ? null : receives ? OPT_OUT.isIn : OPT_OUT.isOut}
          on={receives ?? false}
          disabled={loading || unknown}
          onChange={(on) => void oneAtATime(() => change(on))}
        />
        {unknown && loading && (
          <p>
            <TextSkeleton text={OPT_OUT.isIn} />
          </p>
        )}
        {unknown && !loading && (
          <Button tone="tonal" icon={refreshIcon} onClick={() => void check()}>
            {COMMON.tryAgain}
          </Button>
        )}
      </div>
      <p className="small">{OPT_OUT.note}</p>
    </main>
  );
}

export default function OptOutScreen() {
  return <RequireDid>{(did) => <OptOut key={did} did={did} />}</RequireDid>;
}

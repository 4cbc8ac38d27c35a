import { api } from '@panel/domain/paths';
import { encodePreference } from '@panel/domain/preferences/preferences';
import { COMMON, httpStatusMessage, OPT_OUT } from '@panel/domain/wording';
import { Button } from '@panel/ui/Button';
import { type IconShape, refreshIcon } from '@panel/ui/Icon';
import { TextSkeleton } from '@panel/ui/Skeleton';
import { dismissError, showToast } from '@panel/ui/toasts';
import { useLayoutEffect, useRef, useState } from 'react';
import { CallFailed, call, NO_CONNECTION, statusOf } from '../calls/api.ts';
import { productName } from '../calls/config.ts';
import { type LoadState, loadedWithPage } from '../calls/page-content.ts';
import { useAction } from '../calls/use-action.ts';
import { useLoad } from '../calls/use-load.ts';
import { BackHome } from '../shell/BackHome.tsx';
import { isUnregistered, SignUpLink } from '../shell/SignUpLink.tsx';
import { ActionForm, FormToken, RetryLink, useScripted } from '../without-script/forms.tsx';
import { Switch } from './Switch.tsx';

export const smileIcon: IconShape = 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M8 14a4.5 4.5 0 0 0 8 0M9 9v.01M15 9v.01';
export const sadIcon: IconShape = 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M8 16.5a4.5 4.5 0 0 1 8 0M9 9v.01M15 9v.01';

/** The response if no preference is on record: a panelist receives research tasks until they opt out. */
const NO_PREFERENCE = 409;

/** Whether the panelist receives research tasks. The server answers the opposite: whether they opted out. */
const fetchPreference = (did: string): Promise<boolean> =>
  call<unknown>('GET', api.preference(did)).then(
    (optedOut) => {
      // A gateway's own page says nothing about the preference.
      if (optedOut === undefined) throw new CallFailed(NO_CONNECTION);
      return !optedOut;
    },
    (failure: unknown) => {
      if (statusOf(failure) === NO_PREFERENCE) return true;
      throw failure;
    },
  );

/** Shown from the first paint, and until the preference is fetched: it may have been changed on another phone. */
const preferenceInPage = (did: string): LoadState<boolean> | undefined => {
  const state = loadedWithPage(api.preference(did), (optedOut) => !optedOut);
  if (statusOf(state?.failure) === NO_PREFERENCE) return { loading: true, data: true };
  return state && { ...state, loading: true };
};

/** The fields posted without script. A switch that is off isn't posted, so Save tells it from 'Try again'. */
export const RECEIVE_FIELD = 'receive';
export const SAVE_FIELD = 'save';

/** Whether the panelist receives research tasks now. */
async function updatePreference(did: string, receive: boolean): Promise<boolean> {
  // The response counts, even if it differs from what was sent.
  const receives = Boolean(await call<unknown>('PUT', api.preference(did), encodePreference(receive)));
  showToast(
    receives
      ? { tone: 'success', text: OPT_OUT.turnedIn, icon: smileIcon }
      : { tone: 'success', text: OPT_OUT.turnedOut, icon: sadIcon },
  );
  return receives;
}

export default function OptOutScreen({ did }: { did: string }) {
  const brand = productName();
  const [changed, setChanged] = useState<boolean | undefined>();
  const card = useRef<HTMLDivElement>(null);
  const showFailure = (failure: unknown) =>
    showToast({ tone: 'error', text: httpStatusMessage(brand, statusOf(failure)) });

  const check = useLoad(
    () => fetchPreference(did),
    () => preferenceInPage(did),
    { onFailure: showFailure },
  );
  const isScripted = useScripted();
  const receives = changed ?? (check.failure === undefined ? check.data : undefined);
  // The toasts are shown on whatever screen is open by then.
  const update = useAction(async (receive: boolean) => {
    setChanged(receive);
    try {
      setChanged(await updatePreference(did, receive));
    } catch (failure) {
      showFailure(failure);
      setChanged(receives);
    }
  });

  // It may have been turned before the script loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useLayoutEffect(() => {
    const isOn = card.current?.querySelector<HTMLInputElement>('[role=switch]')?.checked;
    if (receives !== undefined && isOn !== undefined && isOn !== receives) update.run(isOn);
  }, []);

  // Disabling the switch or the button for a call moved the focus away: focus what can be used now.
  const isBusy = check.loading || update.busy;
  const wasUsed = useRef(false);
  useLayoutEffect(() => {
    if (isBusy || !wasUsed.current || document.activeElement !== document.body) return;
    card.current
      ?.querySelector<HTMLElement>('[role=switch]:enabled,button:not(.no-script)')
      ?.focus({ preventScroll: true });
  }, [isBusy]);

  const isUnknown = receives === undefined;
  const hasFailed = check.failure !== undefined;
  return (
    <main className="page">
      <BackHome />
      <h1>{OPT_OUT.title}</h1>
      <div className="card stack" aria-busy={update.busy} ref={card}>
        <form className="stack" method="post">
          <Switch
            name={RECEIVE_FIELD}
            label={OPT_OUT.switch}
            text={isUnknown ? null : receives ? OPT_OUT.isIn : OPT_OUT.isOut}
            on={receives ?? false}
            disabled={isUnknown || update.busy || (isScripted && check.loading)}
            onChange={(receive) => {
              wasUsed.current = true;
              update.run(receive);
            }}
          />
          {!isUnknown && (
            <Button type="submit" name={SAVE_FIELD} value="" className="no-script">
              {OPT_OUT.save}
            </Button>
          )}
          <FormToken />
        </form>
        {isUnknown && !hasFailed && (
          <>
            <p>
              <TextSkeleton text={OPT_OUT.isIn} />
            </p>
            <RetryLink />
          </>
        )}
        {isUnknown && hasFailed && (
          <ActionForm
            onAct={() => {
              wasUsed.current = true;
              dismissError();
              check.reload();
            }}
          >
            <Button type="submit" tone="tonal" icon={refreshIcon} busy={check.loading}>
              {COMMON.tryAgain}
            </Button>
          </ActionForm>
        )}
        {isUnregistered(check.failure) && <SignUpLink />}
      </div>
      <p className="small">{OPT_OUT.note}</p>
    </main>
  );
}

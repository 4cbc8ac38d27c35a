/** The data of the page, and everything a panelist can do with it. */
import { RESPONSES_ELEMENT } from '@panel/domain/page';
import { encodeCode, isCode, readCode } from '@panel/domain/panelists/data-lock';
import {
  type Choice,
  type DataLock,
  encodeConsent,
  type UnlockOutcome,
  unlockOutcome,
  type YourData,
} from '@panel/domain/panelists/your-data';
import { api } from '@panel/domain/paths';
import { encodePreference } from '@panel/domain/preferences/preferences';
import { YOUR_DATA } from '@panel/domain/wording/your-data';
import { showToast } from '@panel/ui/toasts';
import { useEffect, useState } from 'react';
import { CallFailed, call, NO_CONNECTION } from '../calls/api.ts';
import { loadedWithPage } from '../calls/page-content.ts';
import { useAction } from '../calls/use-action.ts';
import { useLoad } from '../calls/use-load.ts';

/** Throws if a gateway has answered with something else. */
function readYourData(body: unknown): YourData {
  if (typeof body !== 'object' || body === null || !('lock' in body)) throw new CallFailed(NO_CONNECTION);
  return body as YourData;
}

const fetchYourData = async (did: string): Promise<YourData> =>
  readYourData(await call<unknown>('GET', api.yourData(did)));

/** The toast if the answers aren't shown after a code was entered; a wrong one is explained next to the field. */
function stillLocked(outcome: Exclude<UnlockOutcome, 'wrong'>): string {
  if (outcome === 'expired') return YOUR_DATA.expired;
  return outcome === 'waiting' ? YOUR_DATA.tooMany : YOUR_DATA.failed;
}

const withoutAnswers = (data: YourData): YourData => ({
  ...data,
  topics: null,
  lock: { ...data.lock, unlockedUntil: null, secondsLeft: 0 },
});

export function useYourData(did: string) {
  const [changed, setChanged] = useState<YourData>();
  const [fault, setFault] = useState('');
  const [choosing, setChoosing] = useState<Choice | null>(null);
  const load = useLoad(
    () => fetchYourData(did),
    () => loadedWithPage(api.yourData(did), readYourData),
    { onSuccess: () => setChanged(undefined) },
  );
  const data = changed ?? load.data;
  /** Shows what the server has just confirmed, even if the page can't be read again. */
  const refresh = async (confirmed: Partial<YourData>): Promise<YourData | undefined> => {
    const next = await fetchYourData(did).catch(() => data && { ...data, ...confirmed });
    setChanged(next);
    return next;
  };
  const failed = (text: string) => () => showToast({ tone: 'error', text });

  const send = useAction(
    async () => {
      setFault('');
      const sent = await call<DataLock>('POST', api.dataCode(did), {});
      await refresh({ lock: sent });
      if (sent.codeUntil !== null) showToast({ tone: 'success', text: YOUR_DATA.codeSent });
    },
    { onFailure: failed(YOUR_DATA.notSent) },
  );

  const enter = useAction(
    async (typed: string) => {
      const entered = await call<DataLock>('POST', api.dataUnlock(did), encodeCode(typed));
      const outcome = unlockOutcome(entered);
      setFault(outcome === 'wrong' ? YOUR_DATA.wrongCode : '');
      const shown = await refresh(outcome === 'unlocked' ? {} : { lock: entered });
      if (shown?.topics) showToast({ tone: 'success', text: YOUR_DATA.unlocked });
      else if (outcome !== 'wrong') showToast({ tone: 'error', text: stillLocked(outcome) });
    },
    { onFailure: failed(YOUR_DATA.failed) },
  );

  /** What was shown is gone at once, whatever the call leads to. */
  const hide = () => {
    document.getElementById(RESPONSES_ELEMENT)?.remove();
    // Not `data`, which is from before the latest choice when the timer calls this.
    setChanged((last = load.data) => last && withoutAnswers(last));
    showToast({ tone: 'success', text: YOUR_DATA.locked });
  };
  const lock = useAction(
    async () => {
      await call('DELETE', api.dataUnlock(did));
      hide();
    },
    { onFailure: failed(YOUR_DATA.notLocked) },
  );

  const choose = useAction(async (choice: Choice, isOn: boolean) => {
    setChoosing(choice);
    try {
      if (choice === 'research') await call('PUT', api.preference(did), encodePreference(isOn));
      else await call('PUT', api.consent(did), encodeConsent(choice, isOn));
      const changedChoice = { choice, isOn, since: new Date().toISOString() };
      await refresh({ choices: data?.choices.map((one) => (one.choice === choice ? changedChoice : one)) ?? [] });
      showToast({ tone: 'success', text: YOUR_DATA.saved });
    } catch {
      showToast({ tone: 'error', text: YOUR_DATA.notSaved });
    } finally {
      setChoosing(null);
    }
  });

  // The server has locked them too by then.
  const secondsLeft = data?.topics ? data.lock.secondsLeft : 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new unlock starts the time again
  useEffect(() => {
    if (secondsLeft === 0) return;
    const timer = setTimeout(hide, secondsLeft * 1000);
    return () => clearTimeout(timer);
  }, [secondsLeft]);

  return {
    data,
    load,
    fault,
    /** The choice that is being changed. */
    choosing,
    send,
    lock,
    choose,
    enter: {
      busy: enter.busy,
      run(typed: string) {
        if (isCode(readCode(typed))) enter.run(typed);
        else setFault(YOUR_DATA.invalidCode);
      },
    },
  };
}
export type YourDataPage = ReturnType<typeof useYourData>;

import { useState } from 'react';
import { useAction } from '../calls/use-action.ts';
import { isSurveyAddress, openSurvey } from './open-survey.ts';
import { saveReturnQuery } from './return-query.ts';

/** A partner's page may take this long to load, and a second tap would open another session. */
const LEAVE_TIMEOUT_MS = 60_000;

/** Resolves when the page was hidden for another app, comes back from the back-forward cache, or was never left. */
const backOnPage = () =>
  new Promise((resolve) => {
    setTimeout(resolve, LEAVE_TIMEOUT_MS);
    for (const event of ['pageshow', 'visibilitychange']) window.addEventListener(event, resolve, { once: true });
  });

type Opened = {
  /** Distinguishes what can be tapped. */
  readonly key: string;
  readonly request: () => Promise<{ url?: unknown } | null | undefined>;
  readonly onFailure: (reason: 'empty' | 'error') => void;
  readonly onBack?: () => void;
};

export type SurveyOpening = {
  /** The key of the survey that is being opened. Meanwhile nothing else can be opened. */
  readonly opening: string | null;
  readonly open: (opened: Opened) => void;
};

/** Requests a survey's link and leaves for it. */
export function useOpenSurvey(): SurveyOpening {
  const [pressed, setPressed] = useState('');
  const { busy, run } = useAction(
    (opened: Opened) => {
      setPressed(opened.key);
      return opened.request();
    },
    {
      onSuccess(answer, { onFailure, onBack }) {
        const url = answer?.url;
        if (!isSurveyAddress(url)) return onFailure('empty');
        saveReturnQuery();
        openSurvey(url);
        return backOnPage().then(onBack);
      },
      onFailure: (_, { onFailure }) => onFailure('error'),
    },
  );
  return { opening: busy ? pressed : null, open: run };
}

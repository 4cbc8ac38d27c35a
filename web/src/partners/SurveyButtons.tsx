import type { RegistrationCheck } from '@panel/domain/panelists/registration-check';
import type { Partner } from '@panel/domain/partners/partners';
import { api } from '@panel/domain/paths';
import { ENTRY_FAILURES, home } from '@panel/domain/wording';
import { showToast } from '@panel/ui/toasts';
import { useState } from 'react';
import { call } from '../shell/api.ts';
import { productName } from '../shell/config.ts';
import { useAction } from '../shell/use-action.ts';
import { isSurveyAddress, openSurvey } from './open-survey.ts';
import { saveReturnQuery } from './return-query.ts';
import { SurveyCard } from './SurveyCard.tsx';

/** A partner's page may take this long to load, and a second tap would open another session. */
const LEAVE_TIMEOUT_MS = 60_000;

/** Resolves when the page was hidden for another app, comes back from the back-forward cache, or was never left. */
const backOnPage = () =>
  new Promise((resolve) => {
    setTimeout(resolve, LEAVE_TIMEOUT_MS);
    for (const event of ['pageshow', 'visibilitychange']) window.addEventListener(event, resolve, { once: true });
  });

type SurveyButtonsProps = Pick<RegistrationCheck, 'estimates'> & { did: string; partners: readonly Partner[] };

/** One button for each partner that has surveys. While one of them is busy, all are disabled. */
export function SurveyButtons({ did, partners, estimates }: SurveyButtonsProps) {
  const texts = home(productName()).partners;
  const [pressed, setPressed] = useState<Partner | null>(null);
  const showFailure = (partner: Partner, reason: 'empty' | 'error') =>
    showToast({ tone: 'error', text: ENTRY_FAILURES[partner][reason] });

  const { busy, run } = useAction(
    (partner: Partner) => {
      setPressed(partner);
      return call<{ url?: unknown } | null | undefined>('GET', api.entryLink(partner)(did));
    },
    {
      onSuccess(answer, partner) {
        const url = answer?.url;
        if (!isSurveyAddress(url)) return showFailure(partner, 'empty');
        saveReturnQuery();
        openSurvey(url);
        return backOnPage();
      },
      onFailure: (_, partner) => showFailure(partner, 'error'),
    },
  );

  return (
    <div>
      {partners.map((partner, index) => (
        <SurveyCard
          key={partner}
          partner={partner}
          title={texts[partner].button}
          hint={estimates[partner] ?? texts[partner].hint}
          first={index === 0}
          busy={busy && partner === pressed}
          disabled={busy}
          onPress={() => run(partner)}
        />
      ))}
    </div>
  );
}

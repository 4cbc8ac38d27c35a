import type { RegistrationCheck } from '@panel/domain/panelists/registration-check';
import type { Partner } from '@panel/domain/partners/partners';
import { api } from '@panel/domain/paths';
import { ENTRY_FAILURES, home } from '@panel/domain/wording';
import { showToast } from '@panel/ui/toasts';
import { call } from '../shell/api.ts';
import { productName } from '../shell/config.ts';
import { SurveyCard } from './SurveyCard.tsx';
import type { SurveyOpening } from './use-open-survey.ts';

type SurveyButtonsProps = Pick<RegistrationCheck, 'estimates'> &
  SurveyOpening & { did: string; partners: readonly Partner[] };

/** One button for each partner that has surveys. While one of them is busy, all are disabled. */
export function SurveyButtons({ did, partners, estimates, opening, open }: SurveyButtonsProps) {
  const texts = home(productName()).partners;
  const openFrom = (partner: Partner) =>
    open({
      key: partner,
      request: () => call('GET', api.entryLink(partner)(did)),
      onFailure: (reason) => showToast({ tone: 'error', text: ENTRY_FAILURES[partner][reason] }),
    });
  return (
    <div>
      {partners.map((partner, index) => (
        <SurveyCard
          key={partner}
          partner={partner}
          title={texts[partner].button}
          hint={estimates[partner] ?? texts[partner].hint}
          first={index === 0}
          busy={partner === opening}
          disabled={opening !== null}
          onPress={() => openFrom(partner)}
        />
      ))}
    </div>
  );
}

import type { RegistrationCheck } from '@panel/domain/panelists/registration-check';
import { entryLink } from '@panel/domain/partners/entry-link';
import { PARTNER_BUTTONS, type Partner } from '@panel/domain/partners/partners';
import { entryFailure } from '@panel/domain/wording';
import { showToast } from '@panel/ui/toasts';
import { call } from '../calls/api.ts';
import { SurveyCard } from './SurveyCard.tsx';
import type { SurveyOpening } from './use-open-survey.ts';

type SurveyButtonsProps = Pick<RegistrationCheck, 'estimates'> &
  SurveyOpening & { did: string; partners: readonly Partner[] };

/** One button for each partner that has surveys. While one of them is busy, all are disabled. */
export function SurveyButtons({ did, partners, estimates, opening, open }: SurveyButtonsProps) {
  const openFrom = (partner: Partner) =>
    open({
      key: partner,
      request: () => call('GET', entryLink(partner)(did)),
      onFailure: (reason) => showToast({ tone: 'error', text: entryFailure(partner, reason) }),
    });
  return (
    <div>
      {partners.map((partner, index) => (
        <SurveyCard
          key={partner}
          partner={partner}
          title={PARTNER_BUTTONS[partner].title}
          hint={estimates[partner] ?? PARTNER_BUTTONS[partner].hint}
          first={index === 0}
          busy={partner === opening}
          disabled={opening !== null}
          onPress={() => openFrom(partner)}
        />
      ))}
    </div>
  );
}

import { partnersIn } from '@panel/domain/partners/partner-links';
import { screens } from '@panel/domain/paths';
import { formatRand } from '@panel/domain/rewards/amounts';
import { home } from '@panel/domain/wording';
import { Button } from '@panel/ui/Button';
import { Icon } from '@panel/ui/Icon';
import { chevronRightIcon } from '@panel/ui/icons';
import { useId } from 'react';
import { productName } from '../calls/config.ts';
import type { Membership } from '../panelists/membership.ts';
import { SurveyButtons } from '../partners/SurveyButtons.tsx';
import { SurveyList } from '../partners/SurveyList.tsx';
import { useOpenSurvey } from '../partners/use-open-survey.ts';
import { EmptyState } from '../parts/EmptyState.tsx';
import { Steps } from '../parts/Steps.tsx';
import { Link } from '../routing/router.tsx';
import { ActionForm } from '../without-script/forms.tsx';
import styles from './ApprovedHome.module.css';
import { Hero } from './Hero.tsx';

type ApprovedHomeProps = { membership: Membership; checking: boolean; onCheck: () => void };

export function ApprovedHome({ membership, checking, onCheck }: ApprovedHomeProps) {
  const texts = home(productName());
  const how = useId();
  const opening = useOpenSurvey();
  const partners = partnersIn(membership.body);
  const surveys =
    partners.length > 0 ? (
      <>
        <SurveyButtons did={membership.did} partners={partners} estimates={membership.estimates} {...opening} />
        <p className="small">{texts.ownData}</p>
        <SurveyList did={membership.did} {...opening} />
      </>
    ) : (
      <div className="card">
        <EmptyState title={texts.noSurveysTitle} text={texts.noSurveysText}>
          <ActionForm onAct={onCheck}>
            <Button type="submit" tone="tonal" busy={checking}>
              {texts.lookAgain}
            </Button>
          </ActionForm>
        </EmptyState>
      </div>
    );
  return (
    <main>
      <Hero
        below={
          <>
            {surveys}
            <section className="section stack" aria-labelledby={how}>
              <h2 id={how}>{texts.howItWorksTitle}</h2>
              <Steps steps={texts.howItWorks} />
            </section>
          </>
        }
      >
        <h1>{texts.welcome}</h1>
        <Link className={styles.balance} to={screens.balance}>
          {texts.available}{' '}
          <b className="money">{checking && membership.outdated ? '…' : formatRand(membership.available)}</b>
          <Icon icon={chevronRightIcon} />
        </Link>
      </Hero>
    </main>
  );
}
